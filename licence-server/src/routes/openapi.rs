//! The description of the API, for programs.

use crate::problem::Problem;
use crate::reply::Response;
use crate::request::RequestContext;

/// `GET /openapi.json`
pub(crate) async fn openapi(context: &RequestContext) -> Result<Response, Problem> {
    context.state().description.json(context.base_url()).reply(context).await
}
