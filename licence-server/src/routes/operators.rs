//! Operators: search, everything on record, licences, regulatory actions.

use licence_core::lookup::PageRules;
use licence_core::operator::Slug;
use licence_core::request::{self, RequestError};
use serde::Serialize;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::routes::parameters;

/// `GET /v1/operators/search`
pub(crate) async fn search(
    context: &RequestContext,
    caller: Option<&Caller>,
) -> Result<Response, Problem> {
    let query = context.query()?;
    let q = request::search_term(query.value("q")?)?;
    let rules = match caller.is_none() {
        true => PageRules::SEARCH_KEYLESS,
        false => PageRules::SEARCH,
    };
    let page = parameters::page(&query, rules, ProblemKind::InvalidInput)?;
    reply::json(&context.store().search_operators(q, page).await?)
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
    reply_or_not_found(slug, operator?)
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
    reply_or_not_found(slug, licences?)
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
    let sort = request::action_sort(query.value("sort")?)?;
    let actions = context.store().regulatory_actions(&slug, page, sort).await;
    reply_or_not_found(slug, actions?)
}

fn reply_or_not_found<T: Serialize>(slug: Slug, body: Option<T>) -> Result<Response, Problem> {
    reply::json(&body.ok_or(RequestError::UnknownOperator(slug))?)
}
