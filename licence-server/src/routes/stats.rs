//! Headline counts.

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// `GET /v1/stats`
pub(crate) async fn stats(context: &RequestContext) -> Result<Response, Problem> {
    reply::json(&*context.store().stats(context.now()).await?)
}
