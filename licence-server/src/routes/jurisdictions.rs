//! Jurisdictions and their operators.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::lookup::{self, JurisdictionList, JurisdictionRow, PageRules};
use licence_core::request::RequestError;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::routes::parameters;

/// `GET /v1/jurisdictions`
pub(crate) async fn list(context: &RequestContext) -> Result<Response, Problem> {
    context.query()?;
    reply::json(&JurisdictionList::all())
}

/// `GET /v1/jurisdictions/{code}`
pub(crate) async fn show(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    context.query()?;
    let jurisdiction = code(segment)?.jurisdiction();
    reply::json(&JurisdictionRow::from(jurisdiction))
}

/// `GET /v1/jurisdictions/{code}/operators`
pub(crate) async fn operators(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let query = context.query()?;
    // The page before the code: what is malformed is refused before what is unknown.
    let rules = PageRules::JURISDICTION_OPERATORS;
    let page = parameters::page(&query, rules, ProblemKind::JurisdictionPagination)?;
    reply::json(&context.store().operators_of(code(segment)?, page).await?)
}

/// Returns the jurisdiction in a path, in any case.
fn code(segment: &str) -> Result<JurisdictionCode, Problem> {
    Ok(lookup::jurisdiction_code(segment).map_err(RequestError::from)?)
}
