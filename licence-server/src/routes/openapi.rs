//! The description of the API, for programs.

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::Visit;

/// `GET /openapi.json`
pub(crate) async fn openapi(visit: &Visit) -> Result<Response, Problem> {
    let json = visit.state().description.json(visit.base_url());
    Ok(reply::tagged("application/json", json))
}
