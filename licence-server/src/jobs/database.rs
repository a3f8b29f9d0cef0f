//! Watches the database: whether its file is the one that was opened, is whole and takes writes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use licence_store::Store;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::metrics::Metrics;

/// How often the file is looked at: what is written to a file that was replaced is lost.
pub const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often a write is tried.
pub const WRITE_EVERY: Duration = Duration::from_secs(10);
/// The least time between two looks through the whole file.
pub const INSPECT_EVERY: Duration = Duration::from_secs(60);
/// How much longer than a look took the next one waits: looking takes at most a hundredth of a
/// processor, however large the file is.
const REST: u32 = 100;

/// Returns when the database file was replaced or deleted, which the log then says once.
pub async fn replaced(store: &Store) {
    let mut timer = interval(LOOK_EVERY);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while store.is_database_in_place() {
        timer.tick().await;
    }
    tracing::error!(
        "the database file was replaced or deleted while the server used it; the server stops, \
         because what it writes is lost"
    );
}

/// Looks through the whole database for damage, for ever: health is unavailable while there is
/// some. The log says so when it begins and when it is over.
pub async fn keep_inspected(store: Store) -> Infallible {
    let mut rest = INSPECT_EVERY;
    let mut is_failing = false;
    loop {
        sleep(rest).await;
        let begun = Instant::now();
        let outcome = store.inspect_database().await;
        rest = (begun.elapsed() * REST).max(INSPECT_EVERY);
        match &outcome {
            Err(error) if !is_failing => tracing::error!(%error, "the database is not whole"),
            Ok(()) if is_failing => tracing::warn!("the database is whole again"),
            Ok(()) | Err(_) => {}
        }
        is_failing = outcome.is_err();
    }
}

/// Tries a write, for ever, and notes how it went: on a full disk reads go on, and nothing else
/// fails while nobody uses a key.
pub async fn keep_written_to(store: Store, metrics: Arc<Metrics>) {
    let mut timer = interval(WRITE_EVERY);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let outcome = store.try_write().await;
        match &outcome {
            Err(error) if !is_failing => tracing::error!(%error, "the database takes no writes"),
            Ok(()) if is_failing => tracing::warn!("the database takes writes again"),
            Ok(()) | Err(_) => {}
        }
        is_failing = outcome.is_err();
        metrics.note_write(is_failing);
    }
}
