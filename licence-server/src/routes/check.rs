//! Verification of a domain or a licence number.

use std::sync::Arc;

use licence_core::check::{CheckQuery, InvalidLicenceNumber};
use licence_core::hostname::HostnameError;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;
use warp::http::StatusCode;

use crate::problem::{Problem, Row, shown};
use crate::reply::{self, Response};
use crate::request::{Query, Visit};

/// `GET /v1/check`
pub(crate) async fn check(visit: Arc<Visit>) -> Result<Response, Problem> {
    let query = visit.query()?;
    let asked = asked(&query)?;
    let as_of = as_of(&query, visit.now())?;
    let result = visit.store().check(&asked, as_of, visit.now()).await;
    reply::json(StatusCode::OK, &result.map_err(Problem::internal)?)
}

/// Exactly one of `domain` and `license_number`.
fn asked(query: &Query<'_>) -> Result<CheckQuery, Problem> {
    match (query.one("domain")?, query.one("license_number")?) {
        (Some(domain), None) => {
            CheckQuery::domain(domain).map_err(|error| invalid_domain(domain, error))
        }
        (None, Some(number)) => {
            CheckQuery::licence_number(number).map_err(|error| invalid_number(number, error))
        }
        (None, None) => Err(Problem::new(
            Row::MissingRequiredParameter,
            "A check needs the parameter domain or the parameter license_number.",
        )),
        (Some(_), Some(_)) => Err(Problem::new(
            Row::ConflictingParameters,
            "A check takes domain or license_number, not both.",
        )),
    }
}

fn invalid_domain(domain: &str, error: HostnameError) -> Problem {
    let row = match error {
        HostnameError::NotAHostname => Row::NotAValidHostname,
        HostnameError::TooLong => Row::HostnameTooLong,
    };
    Problem::new(row, format!("{} is {error}.", shown(domain))).in_field("domain")
}

fn invalid_number(number: &str, error: InvalidLicenceNumber) -> Problem {
    let error = format!("{} is no licence number: {error}.", shown(number));
    Problem::new(Row::InvalidInput, error)
        .in_field("license_number")
        .suggesting("Send the licence number as the register prints it.")
}

/// The instant asked about, if any; `now` is taken once a request, so that "now" is never future.
fn as_of(query: &Query<'_>, now: Timestamp) -> Result<Option<AsOf>, Problem> {
    let Some(text) = query.one("as_of")? else { return Ok(None) };
    AsOf::parse(text, now).map(Some).map_err(|error| {
        Problem::new(Row::InvalidInput, format!("as_of: {error}.")).in_field("as_of").suggesting(
            "Send a date such as 2026-03-01, or a date-time with a UTC offset, not in the future.",
        )
    })
}
