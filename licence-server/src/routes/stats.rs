//! Headline counts.

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::Visit;

/// `GET /v1/stats`
pub(crate) async fn stats(visit: &Visit) -> Result<Response, Problem> {
    reply::json(&*visit.store().stats(visit.now()).await.map_err(Problem::internal)?)
}
