//! Verification of a domain or a licence number.
//!
//! A batch has `domains` and no other member. A batch that ignored an `as_of` would answer another
//! question.

use licence_core::check::{CheckQuery, MAX_BATCH_DOMAINS};
use licence_core::request;
use warp::http::StatusCode;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, ReplyResult};
use crate::request::{Query, RequestContext};
use crate::request_body::BatchRequest;
use crate::routes::parameters;

/// `GET /v1/check`
pub(crate) async fn check(context: &RequestContext, _: Option<&Caller>) -> ReplyResult {
    let query = context.query()?;
    let check = parse_query(&query)?;
    let now = context.now();
    let as_of = parameters::as_of(&query, now)?;
    reply::json(&context.store().check(&check, as_of, now).await?)
}

/// The longest body of a batch: every domain may be ten times as long as a hostname, because JSON
/// writes a letter with up to six characters.
const MAX_BATCH_BYTES: usize = 256 * 1024;

/// `POST /v1/check/batch`
pub(crate) async fn batch(context: &RequestContext, _: &Caller) -> ReplyResult {
    let what = "an object {\"domains\": [\"example.com\", …]} with 1 to 100 texts";
    let BatchRequest { domains } = context.json(MAX_BATCH_BYTES, "domains", what).await?;
    if !(1..=MAX_BATCH_DOMAINS).contains(&domains.len()) {
        let error =
            format!("A batch takes 1 to {MAX_BATCH_DOMAINS} domains, not {}.", domains.len());
        return Err(Problem::invalid_input(error).in_field("domains"));
    }
    let checker = context.store().checker().await?;
    let result = checker.check_batch(domains.iter().map(String::as_str), context.now());
    reply::json_once(StatusCode::OK, &result)
}

/// Returns the check of exactly one of `domain` and `license_number`.
fn parse_query(query: &Query<'_>) -> Result<CheckQuery, Problem> {
    match (query.value("domain")?, query.value("license_number")?) {
        (Some(domain), None) => Ok(request::domain(domain)?),
        (None, Some(number)) => Ok(request::licence_number(number)?),
        (None, None) => Err(Problem::new(
            ProblemKind::MissingRequiredParameter,
            "A check needs the parameter domain or the parameter license_number.",
        )),
        (Some(_), Some(_)) => Err(Problem::new(
            ProblemKind::ConflictingParameters,
            "A check takes domain or license_number, not both.",
        )),
    }
}
