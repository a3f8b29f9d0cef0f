//! The stop of a server: what it waits for, how long it takes, and the exit code.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use licence_store::Store;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use crate::collector::Collector;
use crate::jobs::{self, Jobs};

/// The exit code of a server whose database file was replaced, overwritten or deleted.
const DATABASE_GONE: u8 = 5;

/// How long a stop may take in all: requests, deliveries, usage (decisions 1).
const LONGEST_STOP: Duration = Duration::from_secs(14);
/// The least time for each step of a stop, however long the earlier steps took. With three of them a
/// stop ends within 15 seconds.
const SHORTEST_STEP: Duration = Duration::from_millis(300);

/// Returns a future that is ready once SIGTERM or SIGINT arrives.
pub(super) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// A shutdown that began: its deadline and its cause.
pub(super) struct Shutdown {
    deadline: Instant,
    is_database_gone: bool,
}

impl Shutdown {
    /// Returns a shutdown whose steps get the least time.
    pub(super) fn immediate() -> Self {
        Self { deadline: Instant::now(), is_database_gone: false }
    }

    /// Waits for the signal, or for the loss of the database file.
    pub(super) async fn wait(signal: impl Future<Output = ()>, store: &Store) -> Self {
        let is_database_gone = tokio::select! {
            () = signal => false,
            () = jobs::database::wait_until_replaced(store) => true,
        };
        Self { deadline: Instant::now() + LONGEST_STOP, is_database_gone }
    }

    fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()).max(SHORTEST_STEP)
    }

    /// Stops what runs beside requests, closes the store, and returns the exit code.
    pub(super) async fn finish(self, jobs: Jobs, collector: Collector, store: Store) -> ExitCode {
        jobs.stop(self.time_left()).await;
        collector.stop(self.time_left()).await;
        if self.is_database_gone {
            store.leave_open();
            return ExitCode::from(DATABASE_GONE);
        }
        match timeout(self.time_left(), store.flush_usage()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the usage of the last second is lost"),
            Err(_) => {
                tracing::error!("the database is busy: the usage of the last second is lost");
            }
        }
        // A statement of a request that was given up may still run. No usage is lost by it.
        if timeout(self.time_left(), store.close()).await.is_err() {
            tracing::warn!("stopped while the database was still busy with a request");
        }
        ExitCode::SUCCESS
    }
}
