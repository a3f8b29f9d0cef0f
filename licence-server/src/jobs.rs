//! Work on a timer.

pub mod catalogue;
pub mod certificate;
pub mod clockwork;
pub mod database;
pub mod deliveries;
pub mod registers;
pub mod usage;

use std::sync::Arc;
use std::time::Duration;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::outbound::{DownloadError, DownloadOptions, Downloader};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, timeout_at};

use crate::config::Config;

/// Starts what a server does beside serving: the catalogue is always kept current, usage written
/// down and the database watched, the rest is done only without `--no-jobs`.
///
/// The sample registers are fiction: a server that shows them reads a register only where an
/// address was configured, or the real register would take them for licences that vanished.
///
/// # Errors
/// [`DownloadError`] when no client for downloads can be made.
pub fn start(store: &Store, config: &Config) -> Result<Jobs, DownloadError> {
    let stopping = watch::Sender::new(false);
    let mut jobs = JoinSet::new();
    let current = catalogue::keep_current(store.clone());
    jobs.spawn(async { match current.await {} });
    let clock: Arc<dyn Fn() -> Timestamp + Send + Sync> = Arc::new(crate::system_time);
    let writing = usage::keep_written(store.clone(), Arc::clone(&clock));
    jobs.spawn(async { match writing.await {} });
    let inspecting = database::keep_inspected(store.clone());
    jobs.spawn(async { match inspecting.await {} });
    if config.no_jobs {
        return Ok(Jobs { jobs, sender: None, stopping });
    }
    let sending = deliveries::keep_sent(store.clone(), Arc::clone(&clock), stopping.subscribe());
    let sender = Some(tokio::spawn(sending));
    let turning = clockwork::keep_turning(store.clone(), config.retention(), Arc::clone(&clock));
    jobs.spawn(async { match turning.await {} });
    let downloader = Downloader::new(DownloadOptions::default())?;
    for code in JurisdictionCode::ALL {
        let plan = config.tables.register_plan(*code);
        let is_configured = config.tables.registers.get(code).is_some_and(|t| t.urls.is_some());
        if plan.urls.is_empty() || (config.sample && !is_configured) {
            continue;
        }
        let (store, downloader) = (store.clone(), downloader.clone());
        let reading = registers::keep_read(store, downloader, plan, Arc::clone(&clock));
        jobs.spawn(async { match reading.await {} });
    }
    Ok(Jobs { jobs, sender, stopping })
}

/// The jobs of a running server.
pub struct Jobs {
    jobs: JoinSet<()>,
    sender: Option<JoinHandle<()>>,
    stopping: watch::Sender<bool>,
}

impl Jobs {
    /// One job more.
    pub fn spawn(&mut self, job: impl Future<Output = ()> + Send + 'static) {
        self.jobs.spawn(job);
    }

    /// What tells the jobs that the server is about to stop: deliveries in flight end while the
    /// last requests are answered, and nothing new is delivered.
    pub fn announce_stop(&self) -> impl FnOnce() + use<> {
        let stopping = self.stopping.clone();
        move || {
            stopping.send_replace(true);
        }
    }

    /// Ends every job within `time`; the deliveries in flight end first, if they do so. A job that
    /// does not come to a point where it can be ended is left behind.
    pub async fn stop(mut self, time: Duration) {
        let deadline = Instant::now() + time;
        self.stopping.send_replace(true);
        if let Some(sender) = self.sender.take()
            && timeout_at(deadline, sender).await.is_err()
        {
            tracing::warn!("stopped with deliveries in flight; they are made again");
        }
        if timeout_at(deadline, self.jobs.shutdown()).await.is_err() {
            tracing::warn!("stopped with a job that did not end");
        }
    }
}
