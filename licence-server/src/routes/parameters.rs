//! Parameters that several routes take.

use licence_core::lookup::{self, Page, PageRules};
use licence_core::point_in_time::AsOf;
use licence_core::request;
use licence_core::time::Timestamp;

use crate::problem::{Problem, ProblemKind};
use crate::request::Query;

/// Returns the instant that the request asks about, if it names one. `now` is the instant of the
/// request, so that "now" is never in the future.
pub(crate) fn as_of(query: &Query<'_>, now: Timestamp) -> Result<Option<AsOf>, Problem> {
    Ok(request::as_of(query.value("as_of")?, now)?)
}

/// Returns the page that `limit` and `offset` name by the rules of their list; `kind` is the
/// problem kind of a bad one.
pub(crate) fn page(
    query: &Query<'_>,
    rules: PageRules,
    kind: ProblemKind,
) -> Result<Page, Problem> {
    let page = request::page(rules, query.value("limit")?, query.value("offset")?);
    page.map_err(|error| Problem::from(error).with_kind(kind))
}

/// Returns a parameter that is on or off; off if it is not given.
pub(crate) fn flag(query: &Query<'_>, name: &'static str) -> Result<bool, Problem> {
    let Some(text) = query.value(name)? else { return Ok(false) };
    lookup::flag(text).map_err(|error| {
        Problem::invalid_field(name, error)
            .suggesting("Send true or false, or leave the parameter out.")
    })
}
