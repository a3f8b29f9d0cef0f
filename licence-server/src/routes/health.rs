//! Whether the service can do its work.

use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_store::Health;
use serde::Serialize;
use warp::http::StatusCode;

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::Visit;

/// How long the database and the cache may take to answer before they count as unreachable.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Serialize)]
struct Body {
    status: &'static str,
    checks: Checks,
    version: &'static str,
    timestamp: Timestamp,
}

#[derive(Serialize)]
struct Checks {
    database: bool,
    cache: bool,
}

/// `GET /v1/health`
pub(crate) async fn health(visit: Arc<Visit>) -> Result<Response, Problem> {
    let Health { database, cache } = tokio::time::timeout(PATIENCE, visit.store().health())
        .await
        .unwrap_or(Health { database: false, cache: false });
    let (status, word) = match database && cache {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    let checks = Checks { database, cache };
    let body =
        Body { status: word, checks, version: env!("CARGO_PKG_VERSION"), timestamp: visit.now() };
    reply::json(status, &body)
}
