//! Whether the service can do its work.

use licence_core::health::{HealthBody, HealthStatus};
use licence_store::service::Health;
use warp::http::StatusCode;

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// `GET /v1/health`
pub(crate) async fn health(context: &RequestContext) -> Result<Response, Problem> {
    let Health { database, cache } = context.store().health().await;
    let body = HealthBody::new(database, cache, env!("CARGO_PKG_VERSION"), context.now());
    let status = match body.status {
        HealthStatus::Ok => StatusCode::OK,
        HealthStatus::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    };
    reply::json_once(status, &body)
}
