//! Operators: search, everything on record, licences, regulatory actions.

use licence_core::lookup::{ActionSort, PageRules};
use licence_core::operator::Slug;
use serde::Serialize;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::{Query, RequestContext};
use crate::routes::parameters;

/// `GET /v1/operators/search`
pub(crate) async fn search(
    context: &RequestContext,
    caller: Option<&Caller>,
) -> Result<Response, Problem> {
    let query = context.query()?;
    let q = term(&query)?;
    let rules = match caller.is_none() {
        true => PageRules::SEARCH_KEYLESS,
        false => PageRules::SEARCH,
    };
    let page = parameters::page(&query, rules, ProblemKind::InvalidInput)?;
    let found = context.store().search_operators(q, page).await;
    reply::json(&found.map_err(Problem::internal)?)
}

fn term<'q>(query: &'q Query<'_>) -> Result<&'q str, Problem> {
    query.one("q")?.filter(|q| !q.is_empty()).ok_or_else(|| {
        Problem::new(
            ProblemKind::InvalidInput,
            "A search needs the parameter q, and it is not empty.",
        )
        .in_field("q")
        .suggesting("Send q=<a piece of an operator's name or slug>.")
    })
}

/// `GET /v1/operators/{slug}`
pub(crate) async fn show(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let slug = parameters::slug(segment)?;
    let as_of = parameters::as_of(&context.query()?, context.now())?;
    let operator = context.store().operator(&slug, as_of).await;
    reply_or_not_found(&slug, operator.map_err(Problem::internal)?)
}

/// `GET /v1/operators/{slug}/licenses`
pub(crate) async fn licences(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let slug = parameters::slug(segment)?;
    let include_history = parameters::flag(&context.query()?, "include_history")?;
    let licences = context.store().operator_licences(&slug, include_history).await;
    reply_or_not_found(&slug, licences.map_err(Problem::internal)?)
}

/// `GET /v1/operators/{slug}/regulatory-actions`
pub(crate) async fn regulatory_actions(
    context: &RequestContext,
    _: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let slug = parameters::slug(segment)?;
    let query = context.query()?;
    let page = parameters::page(&query, PageRules::REGULATORY_ACTIONS, ProblemKind::InvalidInput)?;
    let actions = context.store().regulatory_actions(&slug, page, sort(&query)?).await;
    reply_or_not_found(&slug, actions.map_err(Problem::internal)?)
}

fn sort(query: &Query<'_>) -> Result<ActionSort, Problem> {
    let Some(text) = query.one("sort")? else { return Ok(ActionSort::default()) };
    text.parse().map_err(|error| {
        Problem::new(ProblemKind::InvalidInput, format!("sort: {error}."))
            .in_field("sort")
            .suggesting("Send one of the sort orders that the error names, or leave sort out.")
    })
}

fn reply_or_not_found<T: Serialize>(slug: &Slug, body: Option<T>) -> Result<Response, Problem> {
    match body {
        Some(body) => reply::json(&body),
        None => Err(parameters::unknown_operator(slug)),
    }
}
