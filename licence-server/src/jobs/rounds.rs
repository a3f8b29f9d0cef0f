//! What jobs have in common.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::panics::catch_panic;

/// How long to wait before a job that panicked starts again.
pub(super) const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// Returns a timer that ticks at once, then at this interval. A late tick delays the next ones.
pub(super) fn timer(every: Duration) -> Interval {
    let mut timer = interval(every);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    timer
}

/// Runs a round of a job. A panic counts as an error, so the job continues.
pub(super) async fn run_round<T, E: Display>(
    round: impl Future<Output = Result<T, E>>,
) -> Result<T, String> {
    match catch_panic(round).await {
        Ok(outcome) => outcome.map_err(|error| error.to_string()),
        Err(panicked) => Err(panicked.to_string()),
    }
}
