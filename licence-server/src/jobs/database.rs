//! Watches the database: its file is the one that was opened, is undamaged and accepts writes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use licence_store::{Store, StoreError};
use tokio::time::sleep;

use super::rounds::timer;
use crate::metrics::Metrics;

/// How often the file is checked: writes to a file that was replaced are lost.
pub const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often to try a write.
pub const WRITE_EVERY: Duration = Duration::from_secs(4);
/// How soon to try again a write that failed: after one that succeeds, deliveries are sent again.
const WRITE_AGAIN_AFTER: Duration = Duration::from_secs(1);
/// The least time between two inspections of the whole file.
pub const INSPECT_EVERY: Duration = Duration::from_secs(60);
/// The pause after an inspection, as a multiple of its time: inspections take at most a hundredth
/// of a processor, however large the file is.
const INSPECTION_PAUSE_FACTOR: u32 = 100;

/// Returns once the database file was replaced, overwritten or deleted, and logs that.
pub async fn wait_until_replaced(store: &Store) {
    let mut timer = timer(LOOK_EVERY);
    while store.is_database_in_place() {
        timer.tick().await;
    }
    tracing::error!(
        "the database file was replaced, overwritten or deleted while the server used it; the \
         server stops, because the file no longer holds what it wrote"
    );
}

/// Inspects the whole database for damage, for ever; health is unavailable while there is damage.
/// Logs when the damage begins and when it is over.
pub async fn inspect_regularly(store: Store) -> Infallible {
    let mut rest = INSPECT_EVERY;
    let mut is_damaged = false;
    loop {
        sleep(rest).await;
        let begun = Instant::now();
        let outcome = store.inspect_database().await;
        rest = (begun.elapsed() * INSPECTION_PAUSE_FACTOR).max(INSPECT_EVERY);
        match outcome {
            Err(error @ StoreError::Damaged { .. }) => {
                if !is_damaged {
                    tracing::error!(%error, "the database is damaged");
                }
                is_damaged = true;
            }
            Err(error) => tracing::warn!(%error, "the database could not be inspected"),
            Ok(()) => {
                if is_damaged {
                    tracing::warn!("the database is undamaged again");
                }
                is_damaged = false;
            }
        }
    }
}

/// Tries a write every few seconds, for ever, and records the outcome in the metrics. On a full
/// disk, reads succeed, and no other job fails while nobody uses a key. Writes to a file that was
/// read-only succeed again after a write that this job tried.
pub async fn try_writes(store: Store, metrics: Arc<Metrics>) {
    let mut is_failing = false;
    loop {
        let outcome = store.try_write().await;
        match &outcome {
            Err(error) if !is_failing => tracing::error!(%error, "the database refuses writes"),
            Ok(()) if is_failing => tracing::warn!("the database accepts writes again"),
            Ok(()) | Err(_) => {}
        }
        is_failing = outcome.is_err();
        metrics.last_write_failed.set(is_failing.into());
        sleep(if is_failing { WRITE_AGAIN_AFTER } else { WRITE_EVERY }).await;
    }
}
