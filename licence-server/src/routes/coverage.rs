//! How fresh and how deep the registers are.

use warp::http::StatusCode;

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// `GET /v1/health/coverage`
pub(crate) async fn coverage(context: &RequestContext) -> Result<Response, Problem> {
    let report = context.store().coverage(context.now()).await?;
    reply::json_once(StatusCode::OK, &report)
}
