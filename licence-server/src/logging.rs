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
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Log {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn warnings_of_talkative_libraries_are_written_for_who_asks() {
        for (format, filter, floods) in [
            (LogFormat::Text, "warn", 0),
            (LogFormat::Json, "trace", 0),
            (LogFormat::Text, "warn,h2=warn", 100),
            (LogFormat::Text, "warn,rmcp=warn", 100),
        ] {
            let log = Log::default();
            let subscriber = subscriber(filter, format, log.clone()).unwrap();
            tracing::subscriber::with_default(subscriber, || {
                for _ in 0..100 {
                    tracing::warn!(target: "h2::proto::streams::recv", "too many resets");
                    tracing::warn!(target: "rmcp::service", "too many resets");
                }
                tracing::warn!(target: "licence_server::listener", "ours");
            });
            let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
            assert_eq!(log.matches("too many resets").count(), floods, "{log}");
            assert_eq!(log.matches("ours").count(), 1, "{log}");
        }
    }

    #[test]
    fn a_misspelt_level_is_refused() {
        let refused = |filter: &str| {
            let error = subscriber(filter, LogFormat::Text, Log::default()).err()?;
            Some(error.to_string())
        };
        for filter in ["warn", "WARN", "Off", "3", "warn,h2=error", "h2[send]=trace", "[send]"] {
            assert_eq!(refused(filter), None, "{filter}");
        }
        for filter in ["warning", "wran", "6", "warn, info", "warn,h2", "licence_server"] {
            let error = refused(filter).unwrap();
            let rule = "\"warn\", \"info\", \"debug\", \"trace\", or a number 0-5";
            assert!(error.starts_with(&format!("{filter:?} is no log filter")), "{error}");
            assert!(error.ends_with(rule), "{error}");
        }
    }
}
