//! Work on a timer.

pub mod catalogue;
pub mod certificate;
pub mod clockwork;
pub mod registers;
pub mod usage;

use std::sync::Arc;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::outbound::{DownloadError, DownloadOptions, Downloader};
use tokio::task::JoinSet;

use crate::config::Config;
use crate::tls::Certificate;

/// Starts what a server does beside serving: catalogue and certificate are always kept current and
/// usage written down, the rest is done only without `--no-jobs`.
///
/// The sample registers are fiction: a server that shows them reads a register only where an
/// address was configured, or the real register would take them for licences that vanished.
///
/// # Errors
/// [`DownloadError`] when no client for downloads can be made.
pub fn start(
    store: &Store,
    config: &Config,
    certificate: Option<Certificate>,
) -> Result<JoinSet<()>, DownloadError> {
    let mut jobs = JoinSet::new();
    let current = catalogue::keep_current(store.clone());
    jobs.spawn(async { match current.await {} });
    let clock: Arc<dyn Fn() -> Timestamp + Send + Sync> = Arc::new(crate::system_time);
    let writing = usage::keep_written(store.clone(), Arc::clone(&clock));
    jobs.spawn(async { match writing.await {} });
    if let Some(certificate) = certificate {
        let renewing = certificate::keep_current(certificate);
        jobs.spawn(async { match renewing.await {} });
    }
    if config.no_jobs {
        return Ok(jobs);
    }
    let turning =
        clockwork::keep_turning(store.clone(), config.event_retention(), Arc::clone(&clock));
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
    Ok(jobs)
}
