//! The scheduled tasks: coverage announcements, expiry warnings, pruning.
//!
//! This task alone announces coverage changes, within a minute. `licence jobs run coverage` does the
//! same once.

use std::convert::Infallible;
use std::time::Duration;

use licence_core::time::{Date, Timestamp};
use licence_store::service::Retention;
use licence_store::{Store, StoreError};

use super::rounds::{run_round, timer};
use crate::state::Clock;

/// How often the tasks run: whatever is due is announced within a minute.
pub const EVERY: Duration = Duration::from_secs(60);

/// Runs the scheduled tasks every minute, for ever. Every task may run in several processes and any
/// number of times, because the store announces each change and each warning once.
pub async fn run_regularly(store: Store, retention: Retention, clock: Clock) -> Infallible {
    let mut timer = timer(EVERY);
    let mut tasks = ScheduledTasks::default();
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let outcome = run_round(tasks.run_due(&store, retention, clock())).await;
        if let Err(error) = &outcome
            && !is_failing
        {
            tracing::error!(error, "a scheduled task failed; it runs again in a minute");
        }
        is_failing = outcome.is_err();
    }
}

/// The scheduled tasks of one process, and when they ran.
#[derive(Debug, Default)]
pub struct ScheduledTasks {
    pruned_on: Option<Date>,
}

impl ScheduledTasks {
    /// Runs the tasks that are due at `now`; a failed task does not stop the next one.
    ///
    /// # Errors
    /// The error of the first task that failed. The next call runs that task again.
    pub async fn run_due(
        &mut self,
        store: &Store,
        retention: Retention,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let announced = store.announce_coverage(now, now).await;
        // Not once a day: a reading at any hour may list a licence that expires in thirty days.
        let warned = store.warn_of_expiry(now, now).await;
        let today = Some(now.date());
        let pruned = match self.pruned_on == today {
            true => Ok(()),
            false => store.prune(retention, now).await.map(|_| self.pruned_on = today),
        };
        announced?;
        warned?;
        pruned
    }
}
