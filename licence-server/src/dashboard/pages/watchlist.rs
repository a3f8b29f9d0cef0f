//! The watched operators.

use askama::Template;
use licence_core::lookup::PageRules;
use licence_core::member::Permission;
use licence_core::request::RequestError;
use licence_core::watchlist::WatchlistEntry;
use licence_store::service::WatchResult;

use crate::dashboard::form::Form;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::see_other;
use crate::problem::{Problem, ProblemKind};
use crate::reply::Response;
use crate::routes::parameters;

/// The most operators that one form adds.
const MAX_ADDED: usize = 200;

#[derive(Template)]
#[template(path = "watchlist.html")]
struct WatchlistPage {
    layout: Layout,
    total: u64,
    limit: String,
    may_change: bool,
    rows: Vec<Row>,
    previous: Option<u64>,
    next: Option<u64>,
}

struct Row {
    entry: WatchlistEntry,
    added: Moment,
}

/// `GET /watchlist`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let rules = PageRules::WATCHLIST_OPERATORS;
    let place = parameters::page(&page_request.query()?, rules, ProblemKind::InvalidPagination)?;
    let account = page_request.member()?.account.id;
    let found =
        page_request.store().watched_operators(account, place).await.map_err(Problem::internal)?;
    let shown = place.offset + found.operators.len() as u64;
    let row = |entry: WatchlistEntry| Row { added: Moment::new(entry.added_at), entry };
    page(&WatchlistPage {
        layout: Layout::new(page_request, "Watchlist"),
        total: found.total,
        limit: page_request.limits()?.watchlist_operators.to_string(),
        may_change: page_request.may(Permission::ChangeWatchlist),
        previous: (place.offset > 0).then(|| place.offset.saturating_sub(place.limit)),
        next: (shown < found.total).then_some(shown),
        rows: found.operators.into_iter().map(row).collect(),
    })
}

/// `POST /watchlist`: adds the slugs of the form, one a line. Operators that are watched already
/// stay so.
pub(crate) async fn add(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let form = Form::read(page_request.context).await?;
    let fields = form.fields()?;
    let slugs = fields.one("slugs")?.unwrap_or_default();
    let slugs: Vec<&str> = slugs.split_whitespace().collect();
    if !(1..=MAX_ADDED).contains(&slugs.len()) {
        let error = format!("The form takes 1 to {MAX_ADDED} slugs, not {}.", slugs.len());
        return Err(Problem::new(ProblemKind::InvalidInput, error).in_field("slugs").into());
    }
    let slugs = slugs.into_iter().map(parameters::slug).collect::<Result<Vec<_>, _>>()?;
    let (account, cap) =
        (page_request.member()?.account.id, page_request.limits()?.watchlist_operators);
    for slug in slugs {
        let watched =
            page_request.store().watch_operator(account, &slug, cap, page_request.now).await;
        match watched.map_err(Problem::internal)? {
            WatchResult::Added(_) | WatchResult::Duplicate => {}
            WatchResult::OverCap(full) => {
                return Err(Problem::from(RequestError::from(full)).into());
            }
            WatchResult::UnknownOperator => {
                return Err(Problem::from(RequestError::UnknownOperator(slug)).into());
            }
        }
    }
    Ok(see_other("/watchlist"))
}

/// `POST /watchlist/{slug}/remove`
pub(crate) async fn remove(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let slug = parameters::slug(&page_request.parameter(0))?;
    let account = page_request.member()?.account.id;
    page_request.store().unwatch_operator(account, &slug).await.map_err(Problem::internal)?;
    Ok(see_other("/watchlist"))
}
