//! The service itself: whether it can do its work, how fresh and how deep the registers are, and
//! headline counts.

use licence_core::health::{HealthBody, HealthStatus};
use licence_store::service::Health;
use warp::http::StatusCode;

use crate::access::Caller;
use crate::reply::{self, ReplyResult};
use crate::request::RequestContext;

/// `GET /v1/health`
pub(crate) async fn health(context: &RequestContext, _: Option<&Caller>) -> ReplyResult {
    let Health { database, cache } = context.store().health().await;
    let body = HealthBody::new(database, cache, env!("CARGO_PKG_VERSION"), context.now());
    let status = match body.status {
        HealthStatus::Ok => StatusCode::OK,
        HealthStatus::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    };
    reply::json_once(status, &body)
}

/// `GET /v1/health/coverage`
pub(crate) async fn coverage(context: &RequestContext, _: Option<&Caller>) -> ReplyResult {
    let report = context.store().coverage(context.now()).await?;
    reply::json_once(StatusCode::OK, &report)
}

/// `GET /v1/stats`
pub(crate) async fn stats(context: &RequestContext, _: Option<&Caller>) -> ReplyResult {
    reply::json(&*context.store().stats(context.now()).await?)
}
