//! The metrics of a server for Prometheus: requests by endpoint and status, their time, and the
//! outcomes of deliveries and exports.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use licence_core::coverage::RegisterFreshness;
use licence_core::time::Timestamp;
use licence_store::service::DeliveryCounts;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};
use warp::http::StatusCode;

use crate::connector::Route;
use crate::endpoint::Endpoint;

/// The classes of status codes: `1xx` to `5xx`.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Why an export did not reach its reader whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportCut {
    /// The reader read nothing for too long.
    Stalled,
    /// The reader closed the connection or its stream.
    Disconnected,
    /// The server stopped.
    Stopping,
    /// The rows could not be read.
    Failed,
}

impl ExportCut {
    const ALL: [Self; 4] = [Self::Stalled, Self::Disconnected, Self::Stopping, Self::Failed];

    /// Returns the cause as the log and the metrics name it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Stalled => "reader_stalled",
            Self::Disconnected => "reader_disconnected",
            Self::Stopping => "server_stopping",
            Self::Failed => "server_failed",
        }
    }

    pub(crate) const fn is_server_fault(self) -> bool {
        match self {
            Self::Stalled | Self::Disconnected => false,
            Self::Stopping | Self::Failed => true,
        }
    }
}

/// The names and values of the labels of a series.
type Labels<const N: usize> = [(&'static str, &'static str); N];

/// The metrics of a server. Counting a request takes no lock, because its series is made at the start.
pub struct Metrics {
    registry: Registry,
    endpoints: Vec<OperationMetrics>,
    connector: Vec<OperationMetrics>,
    /// Whether the database and the cache answered when asked for these metrics.
    pub(crate) database: Gauge,
    pub(crate) cache: Gauge,
    delivery_attempts: Family<Labels<1>, Counter<u64, AtomicU64>>,
    delivery_lag: Gauge<f64, AtomicU64>,
    deliveries_waiting: Gauge,
    exports_cut: Family<Labels<1>, Counter<u64, AtomicU64>>,
    /// Has no series if the server has no certificate.
    certificate: Family<Labels<0>, Gauge>,
    pub(crate) last_write_failed: Gauge,
    /// Whether this server answers about keys from memory.
    pub(crate) key_lease: Gauge,
    pub(crate) limit_units_held: Gauge,
    /// The version of the catalogue that this server answers from, and the newest in the database.
    pub(crate) catalogue: [Gauge; 2],
    /// Has no series for a register that was never read.
    register_read: Family<Labels<1>, Gauge>,
    register_target: Family<Labels<1>, Gauge>,
}

/// The metrics of one endpoint of the API, or of one route of the connector.
struct OperationMetrics {
    by_class: [Counter<u64, AtomicU64>; CLASSES.len()],
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("licence");
        let [endpoints, connector] = register_operations(&mut registry);
        let [database, cache] = register_health(&mut registry);
        Self {
            endpoints,
            connector,
            database,
            cache,
            delivery_attempts: register(
                &mut registry,
                "delivery_attempts",
                "Attempts at webhook deliveries by this process, by what became of the delivery",
            ),
            delivery_lag: register(
                &mut registry,
                "delivery_lag_seconds",
                "For how long the webhook delivery that has waited longest has been due",
            ),
            deliveries_waiting: register(
                &mut registry,
                "deliveries_waiting",
                "Webhook deliveries that wait for their first or next attempt",
            ),
            exports_cut: register_exports_cut(&mut registry),
            certificate: register(
                &mut registry,
                "certificate_valid_until_seconds",
                "When the certificate in use expires, in seconds since 1970; nothing without HTTPS",
            ),
            last_write_failed: register(
                &mut registry,
                "last_write_failed",
                "Whether the last try to write to the database failed; tried every few seconds",
            ),
            key_lease: register(
                &mut registry,
                "key_lease",
                "Whether keys are answered from memory: always on SQLite, under a lease on PostgreSQL",
            ),
            limit_units_held: register(
                &mut registry,
                "limit_units_held",
                "Units of limits that this server took from Redis in advance and has not used",
            ),
            catalogue: register_catalogue(&mut registry),
            register_read: register(
                &mut registry,
                "register_read_timestamp_seconds",
                "When a register was last read successfully, in seconds since 1970",
            ),
            register_target: register(
                &mut registry,
                "register_target_seconds",
                "How old the last read of a register may be",
            ),
            registry,
        }
    }
}

fn register<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// Returns the metrics of the endpoints, by their operations, and those of the connector's routes, by
/// their paths.
fn register_operations(registry: &mut Registry) -> [Vec<OperationMetrics>; 2] {
    let help = "Requests answered, by operation and class of status";
    let requests: Family<Labels<2>, Counter<u64, AtomicU64>> = register(registry, "requests", help);
    // From 50 microseconds to 13 seconds.
    let histogram = || Histogram::new(exponential_buckets(0.000_05, 4.0, 10));
    let seconds: Family<Labels<1>, Histogram> =
        Family::new_with_constructor(histogram as fn() -> _);
    registry.register("request_seconds", "Time to the head of the reply", seconds.clone());
    let metrics = |operation| OperationMetrics {
        by_class: CLASSES
            .map(|status| [("operation", operation), ("status", status)])
            .map(|labels| requests.get_or_create(&labels).clone()),
        seconds: seconds.get_or_create(&[("operation", operation)]).clone(),
    };
    let endpoints = Endpoint::ROUTED.iter().map(|endpoint| metrics(endpoint.operation_id()));
    let routes = Route::ALL.iter().map(|route| metrics(route.path()));
    [endpoints.collect(), routes.collect()]
}

fn register_health(registry: &mut Registry) -> [Gauge; 2] {
    let help = "Whether the database and the cache answered when asked for these metrics";
    let up: Family<Labels<1>, Gauge> = register(registry, "up", help);
    // A guard that lives longer would block the next series.
    ["database", "cache"].map(|part| up.get_or_create(&[("part", part)]).clone())
}

/// Returns the gauges of the version that this server answers from, and of the newest.
fn register_catalogue(registry: &mut Registry) -> [Gauge; 2] {
    let help = "The version of the catalogue that this server answers from, and the newest one in \
                the database";
    let versions: Family<Labels<1>, Gauge> = register(registry, "catalogue_version", help);
    ["server", "database"].map(|of| versions.get_or_create(&[("of", of)]).clone())
}

fn register_exports_cut(registry: &mut Registry) -> Family<Labels<1>, Counter<u64, AtomicU64>> {
    let help = "Exports that did not reach their reader whole, by cause";
    let exports_cut: Family<Labels<1>, Counter<u64, AtomicU64>> =
        register(registry, "exports_cut", help);
    for cut in ExportCut::ALL {
        drop(exports_cut.get_or_create(&[("because", cut.as_str())]));
    }
    exports_cut
}

impl OperationMetrics {
    fn count(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        if let Some(counter) = self.by_class.get(class) {
            counter.inc();
        }
        self.seconds.observe(took.as_secs_f64());
    }
}

impl Metrics {
    /// Counts a reply of the API.
    pub(crate) fn count(&self, endpoint: Endpoint, status: StatusCode, took: Duration) {
        if let Some(operation) = self.endpoints.get(endpoint as usize) {
            operation.count(status, took);
        }
    }

    pub(crate) fn count_connector(&self, route: Route, status: StatusCode, took: Duration) {
        if let Some(operation) = self.connector.get(route as usize) {
            operation.count(status, took);
        }
    }

    pub(crate) fn count_export_cut(&self, cut: ExportCut) {
        self.exports_cut.get_or_create(&[("because", cut.as_str())]).inc();
    }

    /// Records the outcomes of deliveries, how many wait, and the longest time that one is overdue.
    pub(crate) fn note_deliveries(&self, counts: DeliveryCounts, waiting: u64, lag: Duration) {
        let DeliveryCounts { delivered, retrying, failed, abandoned, lost_leases } = counts;
        for (outcome, count) in [
            ("delivered", delivered),
            ("retrying", retrying),
            ("failed", failed),
            ("abandoned", abandoned),
            ("lost_lease", lost_leases),
        ] {
            let counter = self.delivery_attempts.get_or_create(&[("outcome", outcome)]);
            counter.inner().store(count, Ordering::Relaxed);
        }
        self.deliveries_waiting.set(i64::try_from(waiting).unwrap_or(i64::MAX));
        self.delivery_lag.set(lag.as_secs_f64());
    }

    /// Records until when the certificate in use is valid.
    pub(crate) fn note_certificate(&self, valid_until: Timestamp) {
        self.certificate.get_or_create(&[]).set(valid_until.epoch_seconds());
    }

    /// Records when registers were last read, and how old that may be.
    pub(crate) fn note_registers(&self, registers: &[RegisterFreshness]) {
        for freshness in registers {
            let labels = [("register", freshness.jurisdiction_code.as_str())];
            self.register_target.get_or_create(&labels).set(freshness.sla_hours * 3_600);
            if let Some(read_at) = freshness.last_successful_scrape {
                self.register_read.get_or_create(&labels).set(read_at.epoch_seconds());
            }
        }
    }

    /// Returns all metrics in the OpenMetrics text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
