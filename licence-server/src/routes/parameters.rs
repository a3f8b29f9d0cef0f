//! Parameters that several routes take.

use licence_core::lookup::{self, InvalidPage, Page, PageRules};
use licence_core::operator::Slug;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use crate::problem::{Problem, ProblemKind};
use crate::request::Query;

/// The instant asked about, if any; `now` is taken once a request, so that "now" is never future.
pub(crate) fn as_of(query: &Query<'_>, now: Timestamp) -> Result<Option<AsOf>, Problem> {
    let Some(text) = query.one("as_of")? else { return Ok(None) };
    AsOf::parse(text, now).map(Some).map_err(|error| {
        Problem::new(ProblemKind::InvalidInput, format!("as_of: {error}.")).in_field("as_of").suggesting(
            "Send a date such as 2026-03-01, or a date-time with a UTC offset, not in the future.",
        )
    })
}

/// `limit` and `offset` by the rules of their list; `kind` is what a bad one is refused as.
pub(crate) fn page(
    query: &Query<'_>,
    rules: PageRules,
    kind: ProblemKind,
) -> Result<Page, Problem> {
    let refused = |error: InvalidPage| {
        let problem = Problem::new(kind, format!("The {error}.")).in_field(error.field());
        problem.suggesting("Send limit and offset as whole numbers, or leave them out.")
    };
    rules.page(query.one("limit")?, query.one("offset")?).map_err(refused)
}

/// A parameter that is on or off; off when it is not given.
pub(crate) fn flag(query: &Query<'_>, name: &'static str) -> Result<bool, Problem> {
    let Some(text) = query.one(name)? else { return Ok(false) };
    lookup::flag(text).map_err(|error| {
        Problem::new(ProblemKind::InvalidInput, format!("{name}: {error}."))
            .in_field(name)
            .suggesting("Send true or false, or leave the parameter out.")
    })
}

/// The slug in a path, in any case.
pub(crate) fn slug(segment: &str) -> Result<Slug, Problem> {
    slug_in("slug", segment)
}

/// The slug in a field, in any case.
pub(crate) fn slug_in(field: &'static str, text: &str) -> Result<Slug, Problem> {
    let refused =
        |error| Problem::new(ProblemKind::InvalidSlug, format!("{error}.")).in_field(field);
    text.parse().map_err(refused)
}

/// No operator has this slug.
pub(crate) fn unknown_operator(slug: &Slug) -> Problem {
    Problem::new(ProblemKind::OperatorNotFound, format!("No operator has the slug {slug}."))
}
