//! Logs go to stderr: stdout belongs to the one line that says where the server listens.

mod throttle;

use std::sync::Mutex;
use std::time::Instant;

use thiserror::Error;
use tracing::subscriber::Interest;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{FilterExt, LevelFilter, ParseError};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Context, Filter, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

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
    subscriber(filter, format, std::io::stderr).init();
    Ok(())
}

fn subscriber<W>(filter: EnvFilter, format: LogFormat, writer: W) -> impl Subscriber + Send + Sync
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter.and(Http2Warnings::default())))
}

/// Lets one warning of the HTTP/2 library through in ten seconds: callers can make it write
/// hundreds in a second. The count of those held back comes with the next one.
#[derive(Default)]
struct Http2Warnings(Mutex<Throttle>);

impl<S: Subscriber> Filter<S> for Http2Warnings {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    // This and the hint let the other filter decide once for each place that logs.
    fn callsite_enabled(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::always()
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }

    fn event_enabled(&self, event: &tracing::Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        let is_limited = *metadata.level() <= Level::WARN && metadata.target().starts_with("h2::");
        if !is_limited {
            return true;
        }
        // A poisoned lock is harmless here: every update is atomic.
        let mut throttle = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let admitted = throttle.admit(Instant::now());
        drop(throttle);
        if let Some(held_back) = admitted.filter(|held_back| *held_back > 0) {
            tracing::warn!(held_back, "warnings about HTTP/2 connections were held back");
        }
        admitted.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Arc;

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
    fn a_flood_of_warnings_of_the_http2_library_is_one_line() {
        for (format, filter) in [(LogFormat::Text, "warn"), (LogFormat::Json, "trace")] {
            let log = Log::default();
            let subscriber = subscriber(EnvFilter::new(filter), format, log.clone());
            tracing::subscriber::with_default(subscriber, || {
                for _ in 0..2_576 {
                    tracing::warn!(target: "h2::proto::streams::recv", "too many resets");
                }
                tracing::warn!(target: "licence_server::listener", "ours");
                tracing::warn!(target: "licence_server::listener", "ours");
            });
            let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
            assert_eq!(log.matches("too many resets").count(), 1, "{log}");
            assert_eq!(log.matches("ours").count(), 2, "{log}");
        }
    }
}
