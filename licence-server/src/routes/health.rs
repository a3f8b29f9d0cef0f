//! Whether the service can do its work.

use licence_core::time::Timestamp;
use licence_store::Health;
use serde::Serialize;
use utoipa::ToSchema;
use warp::http::StatusCode;

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::Visit;

/// Whether the service can do its work, and which version it is.
#[derive(Serialize, ToSchema)]
pub(crate) struct HealthBody {
    /// `ok`, or `unavailable` when a check fails.
    #[schema(pattern = "^(ok|unavailable)$")]
    status: &'static str,
    /// What was asked.
    checks: HealthChecks,
    /// The version of the server.
    version: &'static str,
    /// The instant of the answer.
    timestamp: Timestamp,
}

/// Whether what the service stands on answers.
#[derive(Serialize, ToSchema)]
struct HealthChecks {
    /// The database answers.
    database: bool,
    /// The cache answers.
    cache: bool,
}

/// `GET /v1/health`
pub(crate) async fn health(visit: &Visit) -> Result<Response, Problem> {
    let Health { database, cache } = visit.store().health().await;
    let (status, word) = match database && cache {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    let checks = HealthChecks { database, cache };
    let body = HealthBody {
        status: word,
        checks,
        version: env!("CARGO_PKG_VERSION"),
        timestamp: visit.now(),
    };
    reply::json_once(status, &body)
}
