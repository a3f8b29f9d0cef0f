//! How fresh and how deep the registers are.

use warp::http::StatusCode;

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::Visit;

/// `GET /v1/health/coverage`
pub(crate) async fn coverage(visit: &Visit) -> Result<Response, Problem> {
    let report = visit.store().coverage(visit.now()).await.map_err(Problem::internal)?;
    reply::json_once(StatusCode::OK, &report)
}
