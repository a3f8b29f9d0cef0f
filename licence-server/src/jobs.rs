//! The background jobs of a server.

pub mod catalogue;
pub mod certificate;
pub mod database;
pub mod deliveries;
pub mod keys;
pub mod registers;
mod rounds;
pub mod scheduled_tasks;
pub mod usage;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use licence_store::Store;
use licence_store::outbound::{DownloadError, DownloadOptions, Downloader};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, timeout_at};

use crate::config::Config;
use crate::state::Clock;

/// Starts the background jobs of a server. The catalogue, keys, usage and database jobs always run; the
/// others only without `--no-jobs`.
///
/// # Errors
/// [`DownloadError`] when no client for downloads can be made.
pub fn start(store: &Store, config: &Config) -> Result<Jobs, DownloadError> {
    let stopping = watch::Sender::new(false);
    let mut jobs = Jobs { jobs: JoinSet::new(), sender: None, stopping };
    let clock: Clock = Arc::new(crate::system_time);
    jobs.spawn_endless(catalogue::keep_current(store.clone()));
    jobs.spawn_endless(usage::flush_regularly(store.clone(), Arc::clone(&clock)));
    jobs.spawn_endless(database::inspect_regularly(store.clone()));
    jobs.spawn_endless(keys::keep_lease(store.clone()));
    if config.no_jobs {
        return Ok(jobs);
    }
    let stopping = jobs.stopping.subscribe();
    let sending = deliveries::send_until(store.clone(), Arc::clone(&clock), stopping);
    jobs.sender = Some(tokio::spawn(sending));
    let (retention, tasks_clock) = (config.retention, Arc::clone(&clock));
    jobs.spawn_endless(scheduled_tasks::run_regularly(store.clone(), retention, tasks_clock));
    let downloader = Downloader::new(DownloadOptions::default())?;
    for plan in config.register_plans() {
        let (store, downloader) = (store.clone(), downloader.clone());
        let reading = registers::read_when_due(store, downloader, plan, Arc::clone(&clock));
        jobs.spawn_endless(reading);
    }
    Ok(jobs)
}

/// The jobs of a running server.
pub struct Jobs {
    jobs: JoinSet<()>,
    sender: Option<JoinHandle<()>>,
    stopping: watch::Sender<bool>,
}

impl Jobs {
    /// Starts one more job.
    pub fn spawn(&mut self, job: impl Future<Output = ()> + Send + 'static) {
        self.jobs.spawn(job);
    }

    /// Starts one more job, which runs until all stop.
    pub fn spawn_endless(&mut self, job: impl Future<Output = Infallible> + Send + 'static) {
        self.spawn(async { match job.await {} });
    }

    /// Returns a function that announces to the jobs that the server is about to stop. Deliveries in flight
    /// then end while the last requests are answered, and no new delivery begins.
    pub fn announce_stop(&self) -> impl FnOnce() + use<> {
        let stopping = self.stopping.clone();
        move || {
            stopping.send_replace(true);
        }
    }

    /// Stops every job within `time`, after the deliveries in flight if they end in time. Abandons a
    /// job that reaches no point where it can stop.
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
