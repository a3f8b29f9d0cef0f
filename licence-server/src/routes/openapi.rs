//! The description of the API, for programs.

use crate::problem::Problem;
use crate::reply::Response;
use crate::request::Visit;

/// `GET /openapi.json`
pub(crate) async fn openapi(visit: &Visit) -> Result<Response, Problem> {
    visit.state().description.json(visit.base_url()).reply(visit).await
}
