//! Spans of requests, sent in batches from a thread of their own.

use std::env;
use std::time::{Duration, SystemTime};

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Span, SpanKind, Status, Tracer, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use rustls::crypto::ring;

use super::AnsweredRequest;

const SERVICE: &str = "licence-server";
const SERVICE_VARIABLE: &str = "OTEL_SERVICE_NAME";

/// The collector, if the environment names one.
#[derive(Clone, Default)]
pub(crate) struct Collector {
    sending: Option<(SdkTracerProvider, SdkTracer)>,
}

impl Collector {
    /// Returns the collector that the environment names. Its variables also say which share of the
    /// requests is sent, and how soon (`OTEL_TRACES_SAMPLER`, `OTEL_BSP_…`).
    pub(crate) fn from_environment() -> Result<Self, ExporterBuildError> {
        if super::address_variable().is_none() {
            return Ok(Self::default());
        }
        // The exporter's client takes the provider of the process. Another part may have set it.
        let _ = ring::default_provider().install_default();
        let mut resource = Resource::builder();
        if env::var_os(SERVICE_VARIABLE).is_none() {
            resource = resource.with_service_name(SERVICE);
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(SpanExporter::builder().with_http().build()?)
            .with_resource(resource.build())
            .build();
        let tracer = provider.tracer(SERVICE);
        Ok(Self { sending: Some((provider, tracer)) })
    }

    /// Records a span of a request that was answered just now.
    pub(crate) fn record(&self, request: &AnsweredRequest<'_>) {
        let Some((_, tracer)) = &self.sending else { return };
        let ended = SystemTime::now();
        let trace = request.proxy_headers.map_or_else(Context::new, |headers| {
            TraceContextPropagator::new().extract(&HeaderExtractor(headers))
        });
        let id = request.id.to_str().unwrap_or_default();
        let mut span = tracer
            .span_builder(request.operation)
            .with_kind(SpanKind::Server)
            .with_start_time(ended.checked_sub(request.took).unwrap_or(ended))
            .with_attributes([
                KeyValue::new("http.request.method", request.method.as_str().to_owned()),
                KeyValue::new("http.response.status_code", i64::from(request.status.as_u16())),
                KeyValue::new("licence.request_id", id.to_owned()),
            ])
            .start_with_context(tracer, &trace);
        if request.status.is_server_error() {
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(ended);
    }

    /// Sends what is left, and stops.
    pub(crate) async fn stop(self, within: Duration) {
        let Some((provider, _)) = self.sending else { return };
        let stopping =
            tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(within)).await;
        if let Ok(Err(error)) = stopping {
            tracing::warn!(%error, "the last spans are lost");
        }
    }
}
