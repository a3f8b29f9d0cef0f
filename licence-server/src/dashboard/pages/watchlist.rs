//! The watched operators.

use std::collections::HashSet;

use askama::Template;
use licence_core::account::plan::Cap;
use licence_core::lookup::{Page, PageRules};
use licence_core::member::Permission;
use licence_core::operator::OperatorId;
use licence_core::request::{self, RequestError};
use licence_store::service::{WatchAllResult, WatchedOperator, WatchlistOrder};

use crate::dashboard::csv_file;
use crate::dashboard::form::FormErrors;
use crate::dashboard::html::{cap_text, used_of_cap};
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::pages::operators::{self, FoundRow};
use crate::dashboard::reply::see_other;
use crate::problem::{Problem, ProblemKind};
use crate::request::Query;
use crate::routes::parameters;

/// The most operators that one form adds.
const MAX_ADDED: usize = 200;

#[derive(Template)]
#[template(path = "watchlist.html")]
struct WatchlistPage {
    layout: Layout,
    total: u64,
    limit: Cap,
    is_full: bool,
    may_change: bool,
    /// Whether the member may add operators, and the plan has a watchlist.
    may_add: bool,
    operators: Vec<WatchedOperator>,
    by_event: bool,
    previous: Option<u64>,
    next: Option<u64>,
    /// The term of the search for operators to add, and what it found.
    q: String,
    found: Vec<FoundRow>,
    /// Those of the found operators that are watched already.
    watched: HashSet<OperatorId>,
    /// The slugs to add, as they were filled in.
    slugs: String,
    errors: FormErrors,
}

/// `GET /watchlist`: the list; with `q` also the operators that a search finds, to add them.
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    let query = page_request.query()?;
    let list = watchlist_page(page_request, &query, "", FormErrors::default()).await?;
    let Some(q) = query.filled("q")?.filter(|_| list.may_add) else { return page(&list) };
    let first = request::page(PageRules::SEARCH, None, None)?;
    let (_, found) = operators::find(page_request, q, first).await?;
    let ids: Vec<OperatorId> = found.iter().map(|row| row.operator.id).collect();
    let watched = page_request.store().watched_among(page_request.account_id()?, &ids).await?;
    page(&WatchlistPage { q: q.to_owned(), found, watched, ..list })
}

async fn watchlist_page(
    page_request: &PageRequest<'_>,
    query: &Query<'_>,
    slugs: &str,
    errors: FormErrors,
) -> PageResult<WatchlistPage> {
    let rules = PageRules::WATCHLIST_OPERATORS;
    let place = parameters::page(query, rules, ProblemKind::InvalidPagination)?;
    let order = order(query)?;
    let account = page_request.account_id()?;
    let (total, operators) =
        page_request.store().watched_with_events(account, order, place).await?;
    let shown = place.offset + operators.len() as u64;
    let limit = page_request.limits()?.watchlist_operators;
    let may_change = page_request.may(Permission::ChangeWatchlist);
    Ok(WatchlistPage {
        layout: Layout::new(page_request, "Watchlist"),
        total,
        limit,
        is_full: limit.at_most().is_some_and(|most| total >= most),
        may_change,
        may_add: may_change && !limit.is_none(),
        by_event: order == WatchlistOrder::LastEvent,
        previous: (place.offset > 0).then(|| place.offset.saturating_sub(place.limit)),
        next: (shown < total).then_some(shown),
        operators,
        q: String::new(),
        found: Vec::new(),
        watched: HashSet::new(),
        slugs: slugs.to_owned(),
        errors,
    })
}

fn order(query: &Query<'_>) -> Result<WatchlistOrder, Problem> {
    Ok(match query.filled("sort")? {
        Some("last_event") => WatchlistOrder::LastEvent,
        _ => WatchlistOrder::Added,
    })
}

/// `GET /watchlist.csv`: the whole list.
pub(crate) async fn file(page_request: &PageRequest<'_>) -> PageResult {
    let order = order(&page_request.query()?)?;
    let (account, all) = (page_request.account_id()?, Page { limit: u64::MAX, offset: 0 });
    let (_, operators) = page_request.store().watched_with_events(account, order, all).await?;
    let columns = ["operator", "slug", "status", "jurisdiction", "added_at", "last_event_at"];
    let row = |WatchedOperator { entry, last_event_at }| {
        vec![
            entry.display_name,
            entry.slug.to_string(),
            entry.license_status.map_or(String::new(), |it| it.to_string()),
            entry.jurisdiction_code.map_or(String::new(), |it| it.to_string()),
            entry.added_at.to_string(),
            last_event_at.map_or(String::new(), |it| it.to_string()),
        ]
    };
    Ok(csv_file::send("watchlist.csv", &columns, operators.into_iter().map(row)))
}

/// `POST /watchlist`: adds the slugs of the form, one a line: all or none. Operators that are watched
/// already stay so.
pub(crate) async fn add(page_request: &PageRequest<'_>) -> PageResult {
    let fields = page_request.form().await?;
    let slugs = fields.text("slugs")?;
    match watch_all(page_request, slugs).await {
        Ok(()) => Ok(see_other("/watchlist")),
        Err(problem) => {
            let (first, errors) = (Query::parse("")?, FormErrors::new(problem.in_field("slugs"))?);
            page_with(errors.status(), &watchlist_page(page_request, &first, slugs, errors).await?)
        }
    }
}

/// What to do about a list that does not fit into the watchlist.
const TOO_MANY: &str = "Add fewer at once, remove watched ones, or choose a higher plan.";

async fn watch_all(page_request: &PageRequest<'_>, slugs: &str) -> Result<(), Problem> {
    let slugs: Vec<&str> = slugs.split_whitespace().collect();
    if !(1..=MAX_ADDED).contains(&slugs.len()) {
        let error = format!("The form takes 1 to {MAX_ADDED} slugs, not {}.", slugs.len());
        return Err(Problem::invalid_input(error));
    }
    let slugs = slugs.into_iter().map(request::slug).collect::<Result<Vec<_>, _>>()?;
    let internal = |_: PageError| Problem::internal("a form without a session watches operators");
    let account = page_request.account_id().map_err(internal)?;
    let cap = page_request.limits().map_err(internal)?.watchlist_operators;
    let watched = page_request.store().watch_operators(account, &slugs, cap, page_request.now);
    match watched.await? {
        WatchAllResult::Watched => Ok(()),
        WatchAllResult::OverCap(full) => {
            let problem = Problem::from(RequestError::from(full));
            Err(if full.requested > 1 { problem.with_hint(TOO_MANY) } else { problem })
        }
        WatchAllResult::UnknownOperator(slug) => Err(RequestError::UnknownOperator(slug).into()),
    }
}

/// `POST /watchlist/{slug}/remove`
pub(crate) async fn remove(page_request: &PageRequest<'_>) -> PageResult {
    let slug = request::slug(&page_request.parameter(0))?;
    let account = page_request.account_id()?;
    page_request.store().unwatch_operator(account, &slug).await?;
    Ok(see_other("/watchlist"))
}
