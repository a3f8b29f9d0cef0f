//! Jurisdictions and their operators.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::lookup::{
    self, InvalidJurisdictionCode, JurisdictionList, JurisdictionRow, PageRules,
};

use crate::problem::{Problem, Row};
use crate::reply::{self, Response};
use crate::request::Visit;
use crate::routes::parameters;

/// `GET /v1/jurisdictions`
pub(crate) async fn list(visit: &Visit) -> Result<Response, Problem> {
    visit.query()?;
    reply::json(&JurisdictionList::all())
}

/// `GET /v1/jurisdictions/{code}`
pub(crate) async fn show(visit: &Visit, segment: &str) -> Result<Response, Problem> {
    visit.query()?;
    let jurisdiction = code(segment)?.jurisdiction();
    reply::json(&JurisdictionRow::from(jurisdiction))
}

/// `GET /v1/jurisdictions/{code}/operators`
pub(crate) async fn operators(visit: &Visit, segment: &str) -> Result<Response, Problem> {
    let query = visit.query()?;
    // The page before the code: what is malformed is refused before what is unknown.
    let rules = PageRules::JURISDICTION_OPERATORS;
    let page = parameters::page(&query, rules, Row::JurisdictionPagination)?;
    let operators = visit.store().operators_of(code(segment)?, page).await;
    reply::json(&operators.map_err(Problem::internal)?)
}

/// The jurisdiction in a path, in any case.
fn code(segment: &str) -> Result<JurisdictionCode, Problem> {
    lookup::jurisdiction_code(segment).map_err(|error| match error {
        InvalidJurisdictionCode::Malformed(_) => {
            Problem::new(Row::InvalidJurisdictionCode, format!("{error}.")).in_field("code")
        }
        InvalidJurisdictionCode::Unknown(_) => {
            Problem::new(Row::JurisdictionNotFound, format!("There is {error}."))
        }
    })
}
