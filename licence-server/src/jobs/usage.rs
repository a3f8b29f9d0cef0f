//! Writes the usage counters to the database.

use std::convert::Infallible;
use std::time::Duration;

use licence_store::Store;

use super::rounds::{run_round, timer};
use crate::state::Clock;

/// How often usage is written: a process that is killed loses less than a second's usage.
pub const EVERY: Duration = Duration::from_millis(500);

/// How many flushes lie between two sweeps of counters whose windows ended.
const FLUSHES_PER_SWEEP: u32 = 120;

/// Writes the usage of callers every half second, for ever. A failed flush is repeated with the
/// next one.
pub async fn flush_regularly(store: Store, clock: Clock) -> Infallible {
    let mut timer = timer(EVERY);
    let mut is_failing = false;
    let mut flushes = 0_u32;
    loop {
        flushes = flushes.wrapping_add(1);
        timer.tick().await;
        let outcome = run_round(store.flush_usage()).await;
        if let Err(error) = &outcome
            && !is_failing
        {
            tracing::error!(error, "usage cannot be written to the database");
        }
        is_failing = outcome.is_err();
        if flushes.is_multiple_of(FLUSHES_PER_SWEEP) {
            store.forget_ended_windows(clock());
        }
    }
}
