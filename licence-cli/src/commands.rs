//! A function a command.

pub(crate) mod accounts;
pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod corrections;
pub(crate) mod doctor;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod jobs;
pub(crate) mod jurisdictions;
pub(crate) mod licences;
pub(crate) mod man;
pub(crate) mod operators;
pub(crate) mod registers;
pub(crate) mod system;
pub(crate) mod watchlist;
pub(crate) mod webhooks;

use std::io;
use std::sync::Arc;

use licence_core::time::Timestamp;
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::service::Service;

/// Prints a value as JSON or, but quietly, as a table.
fn print<T: Serialize>(
    is_quiet: bool,
    json: bool,
    value: &T,
    table: impl Fn(&T) -> String,
) -> io::Result<()> {
    match (json, is_quiet) {
        (true, _) => output::json(value),
        (false, true) => Ok(()),
        (false, false) => output::write_all(table(value).as_bytes()),
    }
}

/// The one place that reads the clock.
fn now() -> Result<Timestamp, Failure> {
    Timestamp::from_system_time(std::time::SystemTime::now())
        .ok_or_else(|| Failure::Usage("the system clock is before 1970 or after 9999".to_owned()))
}

/// The same clock, for what goes on for a while.
fn clock() -> Arc<dyn Fn() -> Timestamp + Send + Sync> {
    Arc::new(|| now().unwrap_or(Timestamp::EPOCH))
}

/// Asks the service something, and closes it whatever it answers.
fn with_service(
    runtime: &Runtime,
    settings: &Settings,
    ask: impl AsyncFnOnce(&Service) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    runtime.block_on(async {
        let service = settings.service().await?;
        let outcome = ask(&service).await;
        service.close().await;
        outcome
    })
}

/// Resolves when the user or the system asks for an end.
async fn interrupted() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
