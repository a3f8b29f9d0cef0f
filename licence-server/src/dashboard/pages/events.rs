//! The events of the watched operators, the oldest first. Reading them here is no poll.

use askama::Template;
use licence_core::event::feed::FeedQuery;
use licence_core::request::RequestError;
use serde_json::Value;

use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::{PageRequest, filled};
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "events.html")]
struct EventsPage {
    layout: Layout,
    rows: Vec<Row>,
    next: Option<String>,
    api: String,
}

struct Row {
    id: String,
    name: String,
    at: String,
    operator: Option<String>,
    body: String,
}

impl Row {
    fn new(event: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Self {
            id: text(&event["event_id"]),
            name: text(&event["event"]),
            at: text(&event["timestamp"]),
            operator: event["data"]["operator_slug"].as_str().map(str::to_owned),
            body: serde_json::to_string_pretty(event).unwrap_or_default(),
        }
    }
}

/// `GET /events`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let query = page_request.query()?;
    let (since, cursor) = (filled(&query, "since")?, filled(&query, "cursor")?);
    let retention = page_request.context.event_retention();
    let wanted = FeedQuery::parse(since, cursor, None, page_request.now, retention);
    let wanted = wanted.map_err(|error| Problem::from(RequestError::from(error)))?;
    let account = page_request.member()?.account.id;
    let found =
        page_request.store().watchlist_events(account, wanted).await.map_err(Problem::internal)?;
    let mut rows = Vec::with_capacity(found.events.len());
    for event in &found.events {
        let event: Value = serde_json::from_str(event.get()).map_err(Problem::internal)?;
        rows.push(Row::new(&event));
    }
    page(&EventsPage {
        layout: Layout::new(page_request, "Events"),
        rows,
        next: found.next_cursor.filter(|_| found.has_more).map(|cursor| cursor.to_string()),
        api: page_request.context.base_url().to_owned(),
    })
}
