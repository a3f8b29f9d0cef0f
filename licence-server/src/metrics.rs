//! What a server tells Prometheus: requests by endpoint and status, how long they took, and what
//! became of deliveries and exports.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_store::DeliveryCounts;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use warp::http::StatusCode;

use crate::endpoint::Endpoint;

/// The classes of status codes: `1xx` to `5xx`.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfEndpoint {
    operation: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfStatus {
    operation: &'static str,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfOutcome {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPart {
    part: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfCause {
    because: &'static str,
}

/// Why an export did not reach its reader whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportCut {
    /// The reader took nothing for too long.
    Stalled,
    /// The reader closed the connection, or the stream of it.
    Disconnected,
    /// The server stopped.
    Stopping,
    /// The rows could not be read.
    Failed,
}

impl ExportCut {
    const ALL: [Self; 4] = [Self::Stalled, Self::Disconnected, Self::Stopping, Self::Failed];

    /// The cause as the log and the metrics name it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Stalled => "reader_stalled",
            Self::Disconnected => "reader_disconnected",
            Self::Stopping => "server_stopping",
            Self::Failed => "server_failed",
        }
    }

    /// Whether the server is at fault.
    pub(crate) const fn is_the_servers(self) -> bool {
        match self {
            Self::Stalled | Self::Disconnected => false,
            Self::Stopping | Self::Failed => true,
        }
    }
}
/// The labels of a metric that has one series or none.
type Unlabelled = [(&'static str, &'static str); 0];

/// The metrics of a server. Counting takes no lock: every series is made at the start.
pub struct Metrics {
    registry: Registry,
    endpoints: Vec<Series>,
    database: Gauge,
    cache: Gauge,
    attempts: Family<OfOutcome, Counter<u64, AtomicU64>>,
    delivery_lag: Gauge<f64, AtomicU64>,
    exports_cut: [Counter<u64, AtomicU64>; ExportCut::ALL.len()],
    /// Without a series where the server has no certificate.
    certificate: Family<Unlabelled, Gauge>,
    last_write_failed: Gauge,
}

/// The series of an endpoint.
struct Series {
    by_class: [Counter<u64, AtomicU64>; CLASSES.len()],
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("licence");
        let requests: Family<OfStatus, Counter<u64, AtomicU64>> = Family::default();
        // From 50 microseconds to 13 seconds.
        let histogram = || Histogram::new(exponential_buckets(0.000_05, 4.0, 10));
        let seconds: Family<OfEndpoint, Histogram> =
            Family::new_with_constructor(histogram as fn() -> _);
        let up: Family<OfPart, Gauge> = Family::default();
        registry.register(
            "requests",
            "Requests answered, by operation and class of status",
            requests.clone(),
        );
        registry.register("request_seconds", "Time to the head of the reply", seconds.clone());
        registry.register(
            "up",
            "Whether the database and the cache answered when asked for these metrics",
            up.clone(),
        );
        let attempts = Family::default();
        registry.register(
            "delivery_attempts",
            "Attempts at webhook deliveries by this process, by what became of the delivery",
            attempts.clone(),
        );
        let delivery_lag = Gauge::default();
        registry.register(
            "delivery_lag_seconds",
            "For how long the webhook delivery that has waited longest has been due",
            delivery_lag.clone(),
        );
        let exports_cut: Family<OfCause, Counter<u64, AtomicU64>> = Family::default();
        registry.register(
            "exports_cut",
            "Exports that did not reach their reader whole, by cause",
            exports_cut.clone(),
        );
        let certificate = Family::default();
        registry.register(
            "certificate_valid_until_seconds",
            "When the certificate in use expires, in seconds since 1970; nothing without HTTPS",
            certificate.clone(),
        );
        let last_write_failed = Gauge::default();
        registry.register(
            "last_write_failed",
            "Whether the last try to write to the database failed; tried every 10 seconds",
            last_write_failed.clone(),
        );
        let series = |endpoint: &Endpoint| {
            let operation = endpoint.operation_id();
            Series {
                by_class: CLASSES
                    .map(|status| requests.get_or_create(&OfStatus { operation, status }).clone()),
                seconds: seconds.get_or_create(&OfEndpoint { operation }).clone(),
            }
        };
        // A guard of the family that lived on would keep the next series from being made.
        let part = |part| up.get_or_create(&OfPart { part }).clone();
        Self {
            endpoints: Endpoint::ALL.iter().map(series).collect(),
            database: part("database"),
            cache: part("cache"),
            attempts,
            delivery_lag,
            exports_cut: ExportCut::ALL
                .map(|cut| exports_cut.get_or_create(&OfCause { because: cut.as_str() }).clone()),
            certificate,
            last_write_failed,
            registry,
        }
    }
}

impl Metrics {
    /// Counts a reply.
    pub(crate) fn count(&self, endpoint: Endpoint, status: StatusCode, took: Duration) {
        let Some(series) = self.endpoints.get(endpoint as usize) else { return };
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        if let Some(counter) = series.by_class.get(class) {
            counter.inc();
        }
        series.seconds.observe(took.as_secs_f64());
    }

    /// Counts an export that was cut.
    pub(crate) fn count_export_cut(&self, cut: ExportCut) {
        for (cause, counter) in ExportCut::ALL.iter().zip(&self.exports_cut) {
            if *cause == cut {
                counter.inc();
            }
        }
    }

    /// Notes what answers.
    pub(crate) fn note_health(&self, database: bool, cache: bool) {
        self.database.set(database.into());
        self.cache.set(cache.into());
    }

    /// Notes whether the database took the last write.
    pub(crate) fn note_write(&self, failed: bool) {
        self.last_write_failed.set(failed.into());
    }

    /// Notes what was delivered, and how much later than it was due.
    pub(crate) fn note_deliveries(&self, counts: DeliveryCounts, lag: Duration) {
        let DeliveryCounts { delivered, retrying, failed, abandoned, lost_leases } = counts;
        for (outcome, count) in [
            ("delivered", delivered),
            ("retrying", retrying),
            ("failed", failed),
            ("abandoned", abandoned),
            ("lost_lease", lost_leases),
        ] {
            let counter = self.attempts.get_or_create(&OfOutcome { outcome });
            counter.inner().store(count, Ordering::Relaxed);
        }
        self.delivery_lag.set(lag.as_secs_f64());
    }

    /// Notes until when the certificate in use is valid.
    pub(crate) fn note_certificate(&self, valid_until: Timestamp) {
        self.certificate.get_or_create(&[]).set(valid_until.epoch_seconds());
    }

    /// All metrics in the OpenMetrics text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
