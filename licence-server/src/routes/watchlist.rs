//! The watched operators and their events.

use licence_core::event::feed::FeedQuery;
use licence_core::lookup::PageRules;
use licence_core::request::{self, RequestError};
use licence_core::watchlist::WatchlistAddition;
use licence_store::service::WatchResult;
use warp::http::StatusCode;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, ReplyResult};
use crate::request::RequestContext;
use crate::request_body::WatchlistAdditionRequest;
use crate::routes::parameters;

/// The longest body of an addition; a slug has 100 characters.
const MAX_ADDITION_BYTES: usize = 16 * 1024;

/// `GET /v1/watchlist`
pub(crate) async fn summary(context: &RequestContext, caller: &Caller) -> ReplyResult {
    context.query()?;
    let cap = caller.limits.watchlist_operators;
    reply::json(&context.store().watchlist(caller.account_id, cap).await?)
}

/// `GET /v1/watchlist/operators`
pub(crate) async fn operators(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let rules = PageRules::WATCHLIST_OPERATORS;
    let page = parameters::page(&context.query()?, rules, ProblemKind::InvalidPagination)?;
    let account = caller.account_id;
    reply::json(&context.store().watched_operators(account, page).await?)
}

/// `POST /v1/watchlist/operators`
pub(crate) async fn add(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let what = "an object {\"operator_slug\": \"example-bet\"}";
    let WatchlistAdditionRequest { operator_slug } =
        context.json(MAX_ADDITION_BYTES, "operator_slug", what).await?;
    let slug = request::slug(&operator_slug);
    let slug = slug.map_err(|error| Problem::from(error).in_field("operator_slug"))?;
    let cap = caller.limits.watchlist_operators;
    let watched =
        context.store().watch_operator(caller.account_id, &slug, cap, context.now()).await;
    match watched? {
        WatchResult::Added(operator) => {
            reply::json_once(StatusCode::CREATED, &WatchlistAddition { operator })
        }
        WatchResult::Duplicate => Err(RequestError::WatchlistDuplicate(slug).into()),
        WatchResult::OverCap(full) => {
            Err(Problem::from(RequestError::from(full)).with_plan_tier(caller.plan.as_str()))
        }
        WatchResult::UnknownOperator => Err(RequestError::UnknownOperator(slug).into()),
    }
}

/// `DELETE /v1/watchlist/operators/{slug}`
pub(crate) async fn remove(context: &RequestContext, caller: &Caller) -> ReplyResult {
    // Here alone a slug is accepted in its own spelling only (decisions 3).
    let slug = request::slug_in_lower_case(&context.segment())?;
    let account = caller.account_id;
    context.store().unwatch_operator(account, &slug).await?;
    Ok(reply::no_content())
}

/// `GET /v1/watchlist/events`
pub(crate) async fn events(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let query = context.query()?;
    let (since, cursor, limit) =
        (query.value("since")?, query.value("cursor")?, query.value("limit")?);
    let retention = context.state().event_retention;
    let query = FeedQuery::parse(since, cursor, limit, context.now(), retention);
    let query = query.map_err(RequestError::from)?;
    let account = caller.account_id;
    let page = context.store().watchlist_events(account, query).await;
    reply::json_once(StatusCode::OK, &page?)
}
