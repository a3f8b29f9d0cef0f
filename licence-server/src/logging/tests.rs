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
