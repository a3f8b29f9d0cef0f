//! The collector of OpenTelemetry, to which a server sends a span of each request, if the
//! program was built with the feature `otel` and the environment names a collector.

#[cfg(not(feature = "otel"))]
mod absent;
#[cfg(feature = "otel")]
mod spans;

use std::env;
use std::time::Duration;

use warp::http::{HeaderMap, HeaderValue, Method, StatusCode};

#[cfg(not(feature = "otel"))]
pub(crate) use absent::Collector;
#[cfg(feature = "otel")]
pub(crate) use spans::Collector;

/// A request that was answered.
#[cfg_attr(not(feature = "otel"), allow(dead_code, reason = "no collector reads the fields"))]
pub(crate) struct AnsweredRequest<'r> {
    /// The operation of the API, or the path of the connector.
    pub(crate) operation: &'static str,
    pub(crate) method: &'r Method,
    pub(crate) status: StatusCode,
    pub(crate) took: Duration,
    pub(crate) id: &'r HeaderValue,
    /// The headers of a trusted proxy, which may name the trace that the request belongs to. Other
    /// callers could have all their requests sampled.
    pub(crate) proxy_headers: Option<&'r HeaderMap>,
}

/// Either names the collector, by the conventions of OpenTelemetry.
const ADDRESSES: [&str; 2] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/// Returns the variable that names a collector.
fn address_variable() -> Option<&'static str> {
    ADDRESSES.into_iter().find(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}
