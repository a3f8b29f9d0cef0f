//! Operators: search, everything on record, licences, regulatory actions.

use licence_core::lookup::{ActionSort, PageRules};
use licence_core::operator::Slug;
use serde::Serialize;

use crate::problem::{Problem, Row};
use crate::reply::{self, Response};
use crate::request::{Query, Visit};
use crate::routes::parameters;

/// `GET /v1/operators/search`
pub(crate) async fn search(visit: &Visit) -> Result<Response, Problem> {
    let query = visit.query()?;
    let q = term(&query)?;
    let rules = match visit.is_keyless() {
        true => PageRules::SEARCH_KEYLESS,
        false => PageRules::SEARCH,
    };
    let page = parameters::page(&query, rules, Row::InvalidInput)?;
    let found = visit.store().search_operators(q, page).await;
    reply::json(&found.map_err(Problem::internal)?)
}

fn term<'q>(query: &'q Query<'_>) -> Result<&'q str, Problem> {
    query.one("q")?.filter(|q| !q.is_empty()).ok_or_else(|| {
        Problem::new(Row::InvalidInput, "A search needs the parameter q, and it is not empty.")
            .in_field("q")
            .suggesting("Send q=<a piece of an operator's name or slug>.")
    })
}

/// `GET /v1/operators/{slug}`
pub(crate) async fn show(visit: &Visit, segment: &str) -> Result<Response, Problem> {
    let slug = parameters::slug(segment)?;
    let as_of = parameters::as_of(&visit.query()?, visit.now())?;
    let operator = visit.store().operator(&slug, as_of).await;
    found(&slug, operator.map_err(Problem::internal)?)
}

/// `GET /v1/operators/{slug}/licenses`
pub(crate) async fn licences(visit: &Visit, segment: &str) -> Result<Response, Problem> {
    let slug = parameters::slug(segment)?;
    let include_history = parameters::flag(&visit.query()?, "include_history")?;
    let licences = visit.store().operator_licences(&slug, include_history).await;
    found(&slug, licences.map_err(Problem::internal)?)
}

/// `GET /v1/operators/{slug}/regulatory-actions`
pub(crate) async fn regulatory_actions(visit: &Visit, segment: &str) -> Result<Response, Problem> {
    let slug = parameters::slug(segment)?;
    let query = visit.query()?;
    let page = parameters::page(&query, PageRules::REGULATORY_ACTIONS, Row::InvalidInput)?;
    let actions = visit.store().regulatory_actions(&slug, page, sort(&query)?).await;
    found(&slug, actions.map_err(Problem::internal)?)
}

fn sort(query: &Query<'_>) -> Result<ActionSort, Problem> {
    let Some(text) = query.one("sort")? else { return Ok(ActionSort::default()) };
    text.parse().map_err(|error| {
        Problem::new(Row::InvalidInput, format!("sort: {error}."))
            .in_field("sort")
            .suggesting("Send one of the sort orders that the error names, or leave sort out.")
    })
}

fn found<T: Serialize>(slug: &Slug, body: Option<T>) -> Result<Response, Problem> {
    match body {
        Some(body) => reply::json(&body),
        None => Err(parameters::unknown_operator(slug)),
    }
}
