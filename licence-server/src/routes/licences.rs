//! One licence, and its history.

use licence_core::licence::LicenceId;
use licence_core::lookup;
use licence_core::request::RequestError;
use serde::Serialize;

use crate::access::Caller;
use crate::problem::Problem;
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
    reply_or_not_found(id, context.store().licence(id, as_of).await?)
}

/// `GET /v1/licenses/{license_id}/history`
pub(crate) async fn history(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let id = id(segment)?;
    context.query()?;
    reply_or_not_found(id, context.store().history(id).await?)
}

/// Returns the licence id in a path.
fn id(segment: &str) -> Result<LicenceId, Problem> {
    Ok(lookup::licence_id(segment).map_err(RequestError::from)?)
}

fn reply_or_not_found<T: Serialize>(id: LicenceId, body: Option<T>) -> Result<Response, Problem> {
    reply::json(&body.ok_or(RequestError::UnknownLicence(id))?)
}
