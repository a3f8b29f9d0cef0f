//! Logs go to stderr: stdout belongs to the one line that says where the server listens.

mod throttle;

use thiserror::Error;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::config::LogFormat;

pub(crate) use throttle::Throttle;

/// The filter cannot be read.
#[derive(Debug, Error)]
#[error("{filter:?} is no log filter such as info or licence_server=debug,warn: {source}")]
pub struct InvalidFilter {
    filter: String,
    source: ParseError,
}

/// Starts logging what the filter lets through.
///
/// # Errors
/// [`InvalidFilter`].
pub fn start(filter: &str, format: LogFormat) -> Result<(), InvalidFilter> {
    let filter = EnvFilter::builder()
        .parse(filter)
        .map_err(|source| InvalidFilter { filter: filter.to_owned(), source })?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(false).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
}
