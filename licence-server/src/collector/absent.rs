//! No collector: the program was built without the feature `otel`.

use std::convert::Infallible;
use std::time::Duration;

use super::AnsweredRequest;

/// No collector.
#[derive(Clone, Default)]
pub(crate) struct Collector {}

impl Collector {
    /// Returns no collector, and warns if the environment names one.
    pub(crate) fn from_environment() -> Result<Self, Infallible> {
        if let Some(variable) = super::address_variable() {
            tracing::warn!(
                variable,
                "no spans are sent: the program was built without the feature otel"
            );
        }
        Ok(Self {})
    }

    /// Records nothing.
    pub(crate) fn record(&self, _request: &AnsweredRequest<'_>) {}

    /// Has nothing to send.
    pub(crate) async fn stop(self, _within: Duration) {}
}
