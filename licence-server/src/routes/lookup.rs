//! Jurisdictions, operators and licences.

use licence_core::lookup::{JurisdictionList, JurisdictionRow, PageRules};
use licence_core::request::{self, RequestError};
use serde::Serialize;

use crate::access::Caller;
use crate::problem::ProblemKind;
use crate::reply::{self, ReplyResult};
use crate::request::RequestContext;
use crate::routes::parameters;

/// `GET /v1/jurisdictions`
pub(crate) async fn jurisdictions(context: &RequestContext, _: Option<&Caller>) -> ReplyResult {
    context.query()?;
    reply::json(&JurisdictionList::all())
}

/// `GET /v1/jurisdictions/{code}`
pub(crate) async fn jurisdiction(context: &RequestContext, _: &Caller) -> ReplyResult {
    context.query()?;
    let jurisdiction = request::jurisdiction_code(&context.segment())?.jurisdiction();
    reply::json(&JurisdictionRow::from(jurisdiction))
}

/// `GET /v1/jurisdictions/{code}/operators`
pub(crate) async fn jurisdiction_operators(context: &RequestContext, _: &Caller) -> ReplyResult {
    let query = context.query()?;
    // The page is parsed before the code, because a malformed value is refused before an unknown one.
    let rules = PageRules::JURISDICTION_OPERATORS;
    let page = parameters::page(&query, rules, ProblemKind::JurisdictionPagination)?;
    let code = request::jurisdiction_code(&context.segment())?;
    reply::json(&context.store().operators_of(code, page).await?)
}

/// `GET /v1/operators/search`
pub(crate) async fn search_operators(
    context: &RequestContext,
    caller: Option<&Caller>,
) -> ReplyResult {
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
pub(crate) async fn operator(context: &RequestContext, _: &Caller) -> ReplyResult {
    let slug = request::slug(&context.segment())?;
    let as_of = parameters::as_of(&context.query()?, context.now())?;
    let operator = context.store().operator(&slug, as_of).await;
    reply_or_not_found(operator?, RequestError::UnknownOperator(slug))
}

/// `GET /v1/operators/{slug}/licenses`
pub(crate) async fn operator_licences(context: &RequestContext, _: &Caller) -> ReplyResult {
    let slug = request::slug(&context.segment())?;
    let include_history = parameters::flag(&context.query()?, "include_history")?;
    let licences = context.store().operator_licences(&slug, include_history).await;
    reply_or_not_found(licences?, RequestError::UnknownOperator(slug))
}

/// `GET /v1/operators/{slug}/regulatory-actions`
pub(crate) async fn regulatory_actions(context: &RequestContext, _: &Caller) -> ReplyResult {
    let slug = request::slug(&context.segment())?;
    let query = context.query()?;
    let page = parameters::page(&query, PageRules::REGULATORY_ACTIONS, ProblemKind::InvalidInput)?;
    let sort = request::action_sort(query.value("sort")?)?;
    let actions = context.store().regulatory_actions(&slug, page, sort).await;
    reply_or_not_found(actions?, RequestError::UnknownOperator(slug))
}

/// `GET /v1/licenses/{license_id}`
pub(crate) async fn licence(context: &RequestContext, _: &Caller) -> ReplyResult {
    let id = request::licence_id(&context.segment())?;
    let as_of = parameters::as_of(&context.query()?, context.now())?;
    let licence = context.store().licence(id, as_of).await;
    reply_or_not_found(licence?, RequestError::UnknownLicence(id))
}

/// `GET /v1/licenses/{license_id}/history`
pub(crate) async fn licence_history(context: &RequestContext, _: &Caller) -> ReplyResult {
    let id = request::licence_id(&context.segment())?;
    context.query()?;
    let history = context.store().history(id).await;
    reply_or_not_found(history?, RequestError::UnknownLicence(id))
}

fn reply_or_not_found<T: Serialize>(body: Option<T>, unknown: RequestError) -> ReplyResult {
    reply::json(&body.ok_or(unknown)?)
}
