//! What follows from time alone: coverage edges, expiry warnings, pruning.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_store::{Retention, Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use crate::panics::caught;

/// How often: an edge of coverage is announced within a minute.
pub const EVERY: Duration = Duration::from_secs(60);

/// Runs the clockwork, for ever. Every step may run on several processes and any number of times:
/// the store announces each edge and each warning once.
pub async fn keep_turning(
    store: Store,
    retention: Retention,
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
) -> Infallible {
    let mut timer = interval(EVERY);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_day = None;
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let now = clock();
        // Once a day, at its first minute: the windows of expiry are whole days.
        let is_new_day = last_day != Some(now.date());
        let outcome = match caught(turn(&store, retention, is_new_day, now)).await {
            Ok(outcome) => outcome.map_err(|error| error.to_string()),
            Err(panicked) => Err(panicked.to_string()),
        };
        match &outcome {
            Ok(()) => last_day = Some(now.date()),
            Err(error) if !is_failing => tracing::error!(error, "the clockwork stands still"),
            Err(_) => {}
        }
        is_failing = outcome.is_err();
    }
}

async fn turn(
    store: &Store,
    retention: Retention,
    is_new_day: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    store.announce_coverage(now, now).await?;
    if is_new_day {
        store.warn_of_expiry(now, now).await?;
        store.prune(retention, now).await?;
    }
    Ok(())
}
