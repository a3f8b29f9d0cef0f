//! What callers used, written down.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_store::Store;
use tokio::time::{MissedTickBehavior, interval};

use crate::panics::caught;

/// How often: a process that is killed loses less than a second's use.
pub const EVERY: Duration = Duration::from_millis(500);

/// How many times between two sweeps of counters whose windows ended.
const TURNS_A_SWEEP: u32 = 120;

/// Writes down what callers used, for ever. What cannot be written is kept for the next time.
pub async fn keep_written(
    store: Store,
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
) -> Infallible {
    let mut timer = interval(EVERY);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_failing = false;
    let mut turn = 0_u32;
    loop {
        turn = turn.wrapping_add(1);
        timer.tick().await;
        let outcome = match caught(store.flush_usage()).await {
            Ok(outcome) => outcome.map_err(|error| error.to_string()),
            Err(panicked) => Err(panicked.to_string()),
        };
        match &outcome {
            Err(error) if !is_failing => tracing::error!(error, "usage is not written down"),
            Ok(()) | Err(_) => {}
        }
        is_failing = outcome.is_err();
        if turn.is_multiple_of(TURNS_A_SWEEP) {
            store.forget_ended_windows(clock());
        }
    }
}
