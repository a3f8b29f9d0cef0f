//! What follows from time alone: coverage edges, expiry warnings, pruning.
//!
//! Coverage edges are announced here alone, within a minute. `licence jobs run coverage` does the
//! same once.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::{Date, Timestamp};
use licence_store::{Retention, Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};

use crate::panics::caught;

/// How often: what follows is announced within a minute.
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
    let mut clockwork = Clockwork::default();
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let outcome = match caught(clockwork.turn(&store, retention, clock())).await {
            Ok(outcome) => outcome.map_err(|error| error.to_string()),
            Err(panicked) => Err(panicked.to_string()),
        };
        if let Err(error) = &outcome
            && !is_failing
        {
            tracing::error!(error, "the clockwork stands still");
        }
        is_failing = outcome.is_err();
    }
}

/// What is to be done at which time.
#[derive(Debug, Default)]
pub struct Clockwork {
    pruned_on: Option<Date>,
}

impl Clockwork {
    /// Does what is due at `now`, each step also after one that failed.
    ///
    /// # Errors
    /// That of the first step that failed; it is done again with the next turn.
    pub async fn turn(
        &mut self,
        store: &Store,
        retention: Retention,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let announced = store.announce_coverage(now, now).await;
        // Not once a day: at any hour a register may show what expires in exactly thirty days.
        let warned = store.warn_of_expiry(now, now).await;
        let pruned = self.prune_daily(store, retention, now).await;
        announced?;
        warned?;
        pruned
    }

    async fn prune_daily(
        &mut self,
        store: &Store,
        retention: Retention,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let today = Some(now.date());
        if self.pruned_on != today {
            store.prune(retention, now).await?;
            self.pruned_on = today;
        }
        Ok(())
    }
}
