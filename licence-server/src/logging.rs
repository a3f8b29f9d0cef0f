//! The log, on stderr. Stdout has only the line that says where the server listens.

mod throttle;

use std::io;

use thiserror::Error;
use tracing::Subscriber;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{Directive, LevelFilter, ParseError};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::LogFormat;

pub(crate) use throttle::Throttle;

/// The libraries of HTTP/2 and of the connector. A caller can make them write many warnings.
const TALKATIVE: [&str; 2] = ["h2", "rmcp"];

/// Lines that wait for a slow reader of the log; those after them are lost.
const WAITING_LINES: usize = 8192;

/// The filter cannot be read.
#[derive(Debug, Error)]
#[error("{filter:?} is no log filter such as info or licence_server=debug,warn: {source}")]
pub struct InvalidFilter {
    filter: String,
    source: ParseError,
}

/// Starts the log with this filter. The libraries of HTTP/2 and of the connector log errors alone, unless
/// the filter names `h2` or `rmcp`. A thread of its own writes the log, so a reader that stalls delays no
/// request. Dropping the guard writes what is left, within a second.
///
/// # Errors
/// [`InvalidFilter`].
pub fn start(filter: &str, format: LogFormat) -> Result<WorkerGuard, InvalidFilter> {
    let builder = NonBlockingBuilder::default().buffered_lines_limit(WAITING_LINES);
    let (writer, guard) = builder.thread_name("log").finish(io::stderr());
    subscriber(filter, format, writer)?.init();
    Ok(guard)
}

fn subscriber<W>(
    filter: &str,
    format: LogFormat,
    writer: W,
) -> Result<Box<dyn Subscriber + Send + Sync>, InvalidFilter>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let invalid = |source| InvalidFilter { filter: filter.to_owned(), source };
    let mut levels = EnvFilter::builder().parse(filter).map_err(invalid)?;
    refuse_bare_targets(filter).map_err(invalid)?;
    let is_named = |name| filter.split(',').any(|directive| directive.trim().starts_with(name));
    for name in TALKATIVE.into_iter().filter(|name| !is_named(*name)) {
        let errors: Directive =
            format!("{name}={}", LevelFilter::ERROR).parse().map_err(invalid)?;
        levels = levels.add_directive(errors);
    }
    let log = tracing_subscriber::fmt().with_env_filter(levels).with_writer(writer);
    // A line that cannot be written is lost. To report that on stderr would panic: it is the log.
    let log = log.log_internal_errors(false);
    Ok(match format {
        LogFormat::Text => Box::new(log.with_ansi(false).finish()),
        LogFormat::Json => Box::new(log.json().flatten_event(true).finish()),
    })
}

/// Refuses a directive that is no level and names none. `EnvFilter` takes a misspelt level for a
/// target, and the log would stay empty.
fn refuse_bare_targets(filter: &str) -> Result<(), ParseError> {
    for directive in filter.split(',').filter(|directive| !directive.contains(['=', '['])) {
        directive.parse::<LevelFilter>()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
