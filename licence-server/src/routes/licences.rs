//! One licence, and its history.

use licence_core::licence::LicenceId;
use licence_core::lookup;
use serde::Serialize;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::routes::parameters;

/// `GET /v1/licenses/{license_id}`
pub(crate) async fn show(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let id = id(segment)?;
    let as_of = parameters::as_of(&context.query()?, context.now())?;
    let licence = context.store().licence(id, as_of).await;
    reply_or_not_found(id, licence.map_err(Problem::internal)?)
}

/// `GET /v1/licenses/{license_id}/history`
pub(crate) async fn history(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let id = id(segment)?;
    context.query()?;
    let history = context.store().history(id).await;
    reply_or_not_found(id, history.map_err(Problem::internal)?)
}

/// The licence in a path.
fn id(segment: &str) -> Result<LicenceId, Problem> {
    lookup::licence_id(segment).map_err(|error| {
        Problem::new(ProblemKind::InvalidLicenseId, format!("{error}.")).in_field("license_id")
    })
}

fn reply_or_not_found<T: Serialize>(id: LicenceId, body: Option<T>) -> Result<Response, Problem> {
    match body {
        Some(body) => reply::json(&body),
        None => {
            let error = format!("No licence has the id {}.", id.0);
            Err(Problem::new(ProblemKind::LicenseNotFound, error))
        }
    }
}
