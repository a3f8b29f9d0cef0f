//! The watched operators and their events.

use licence_core::account::plan::Cap;
use licence_core::event::feed::{FeedError, FeedQuery};
use licence_core::lookup::PageRules;
use licence_core::operator::Slug;
use licence_core::watchlist::{WatchlistAddition, WatchlistQuotaExceeded};
use licence_store::service::WatchResult;
use warp::http::StatusCode;

use crate::access::Caller;
use crate::problem::{LimitDetails, Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::request_body::WatchlistAdditionRequest;
use crate::routes::parameters;

/// The longest body of an addition; a slug has 100 characters.
const MAX_ADDITION_BYTES: usize = 16 * 1024;

/// `GET /v1/watchlist`
pub(crate) async fn summary(
    context: &RequestContext,
    caller: &Caller,
) -> Result<Response, Problem> {
    context.query()?;
    let cap = caller.limits.watchlist_operators;
    let summary = context.store().watchlist(caller.account_id, cap).await;
    reply::json(&summary.map_err(Problem::internal)?)
}

/// `GET /v1/watchlist/operators`
pub(crate) async fn operators(
    context: &RequestContext,
    caller: &Caller,
) -> Result<Response, Problem> {
    let rules = PageRules::WATCHLIST_OPERATORS;
    let page = parameters::page(&context.query()?, rules, ProblemKind::InvalidPagination)?;
    let account = caller.account_id;
    let operators = context.store().watched_operators(account, page).await;
    reply::json(&operators.map_err(Problem::internal)?)
}

/// `POST /v1/watchlist/operators`
pub(crate) async fn add(context: &RequestContext, caller: &Caller) -> Result<Response, Problem> {
    let what = "an object {\"operator_slug\": \"example-bet\"}";
    let WatchlistAdditionRequest { operator_slug } =
        context.json(MAX_ADDITION_BYTES, "operator_slug", what).await?;
    let slug = parameters::slug_in("operator_slug", &operator_slug)?;
    let cap = caller.limits.watchlist_operators;
    let watched =
        context.store().watch_operator(caller.account_id, &slug, cap, context.now()).await;
    match watched.map_err(Problem::internal)? {
        WatchResult::Added(operator) => {
            reply::json_once(StatusCode::CREATED, &WatchlistAddition { operator })
        }
        WatchResult::Duplicate => {
            let error = format!("{slug} is watched already.");
            Err(Problem::new(ProblemKind::WatchlistDuplicate, error).in_field("operator_slug"))
        }
        WatchResult::OverCap(full) => Err(quota_problem(full).of_plan(caller.plan.as_str())),
        WatchResult::UnknownOperator => Err(parameters::unknown_operator(&slug)),
    }
}

fn quota_problem(full: WatchlistQuotaExceeded) -> Problem {
    let WatchlistQuotaExceeded { current_usage, limit } = full;
    let error = format!("The watchlist holds {current_usage} of {limit} operators.");
    let details = LimitDetails { current_usage, limit: Cap::AtMost(limit), reset_at: None };
    Problem::new(ProblemKind::WatchlistQuotaExceeded, error).limited(details)
}

/// `DELETE /v1/watchlist/operators/{slug}`
pub(crate) async fn remove(
    context: &RequestContext,
    caller: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let slug = in_lower_case(segment)?;
    let account = caller.account_id;
    context.store().unwatch_operator(account, &slug).await.map_err(Problem::internal)?;
    Ok(reply::no_content())
}

/// Here alone a slug is taken in its own spelling only (decisions 3).
fn in_lower_case(segment: &str) -> Result<Slug, Problem> {
    let slug = parameters::slug(segment)?;
    if slug.as_str() == segment {
        return Ok(slug);
    }
    let error = format!("{segment:?} has upper case; a slug has lowercase letters here.");
    Err(Problem::new(ProblemKind::InvalidSlug, error)
        .in_field("slug")
        .suggesting("Send the slug in lower case, as the watchlist shows it."))
}

/// `GET /v1/watchlist/events`
pub(crate) async fn events(context: &RequestContext, caller: &Caller) -> Result<Response, Problem> {
    let query = context.query()?;
    let (since, cursor, limit) = (query.one("since")?, query.one("cursor")?, query.one("limit")?);
    let asked = FeedQuery::parse(since, cursor, limit, context.now(), context.event_retention());
    let asked = asked.map_err(feed_problem)?;
    let account = caller.account_id;
    let page = context.store().watchlist_events(account, asked).await;
    reply::json_once(StatusCode::OK, &page.map_err(Problem::internal)?)
}

fn feed_problem(error: FeedError) -> Problem {
    let kind = match &error {
        FeedError::BothSinceAndCursor => ProblemKind::ConflictingParameters,
        FeedError::Since(_) | FeedError::Limit(_) => ProblemKind::InvalidInput,
        FeedError::SinceTooOld { .. } => ProblemKind::SinceExceedsRetentionWindow,
        FeedError::Cursor(_) => ProblemKind::InvalidCursor,
    };
    let problem = Problem::new(kind, format!("{error}.")).in_field(error.field());
    match error {
        FeedError::Since(_) => {
            problem.suggesting("Send a date-time with a UTC offset, such as 2026-11-01T06:00:00Z.")
        }
        FeedError::SinceTooOld { oldest, .. } => {
            problem.suggesting(format!("Send a since of {oldest} or later, or none."))
        }
        FeedError::Limit(_) => problem.suggesting("Send a limit from 1 to 500, or leave it out."),
        FeedError::BothSinceAndCursor | FeedError::Cursor(_) => problem,
    }
}
