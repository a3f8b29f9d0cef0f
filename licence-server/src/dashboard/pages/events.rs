//! The events of the watched operators, the newest first, and one event with its body, the deliveries
//! that it caused, and its licence as of its time. Reading them here is no poll.

use askama::Template;
use licence_core::event::cursor::Cursor;
use licence_core::event::{EventId, EventName, EventScope, EventSummary};
use licence_core::jurisdiction::JurisdictionCode;
use licence_store::service::{EventDetail, EventFilter};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::dashboard::form::FormErrors;
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;
use crate::request::{Query, percent_encode};

/// The events of a page.
const PAGE: u64 = 50;
/// The filters that the page with older events keeps.
const FILTERS: &[&str] = &["type", "jurisdiction", "operator"];

#[derive(Template)]
#[template(path = "events.html")]
struct EventsPage {
    layout: Layout,
    /// The choices of the filters, and whether each is chosen.
    names: Vec<(&'static str, bool)>,
    registers: Vec<(&'static str, bool)>,
    operator: String,
    rows: Vec<Row>,
    older: Option<String>,
    api: String,
    /// Where the next poll continues; `None` where the page does not begin with the newest event.
    cursor: Option<String>,
    errors: FormErrors,
}

struct Row {
    event: EventSummary,
    body: String,
}

impl Row {
    fn new(event: &RawValue) -> Result<Self, serde_json::Error> {
        let body: Value = serde_json::from_str(event.get())?;
        Ok(Self {
            event: serde_json::from_str(event.get())?,
            body: serde_json::to_string_pretty(&body)?,
        })
    }
}

/// `GET /events`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    let query = page_request.query()?;
    let (filter, errors) = FormErrors::split(event_filter(&query))?;
    let (events, last) = match filter {
        Some(filter) => {
            page_request.store().latest_events(page_request.account_id()?, &filter).await?
        }
        None => (Vec::new(), None),
    };
    let rows = events.iter().map(|event| Row::new(event)).collect::<Result<Vec<_>, _>>();
    let rows = rows.map_err(Problem::internal)?;
    let is_newest = query.names().next().is_none();
    let newest = rows.first().filter(|_| is_newest);
    let older = last.map(|last| older_address("/events", &query, FILTERS, last));
    let (name, register) = (query.filled("type")?, query.filled("jurisdiction")?);
    let names = EventName::ALL.iter().filter(|name| name.scope() == EventScope::Tenant);
    let choice = |word: &'static str, chosen: Option<&str>| (word, chosen == Some(word));
    let shown = EventsPage {
        layout: Layout::new(page_request, "Events"),
        names: names.map(|it| choice(it.as_str(), name)).collect(),
        registers: JurisdictionCode::ALL.iter().map(|it| choice(it.as_str(), register)).collect(),
        operator: query.trimmed("operator")?.to_owned(),
        older: older.transpose()?,
        api: page_request.context.base_url().to_owned(),
        cursor: newest.map(|row| Cursor(row.event.event_id).to_string()),
        rows,
        errors,
    };
    page_with(shown.errors.status(), &shown)
}

fn event_filter(query: &Query<'_>) -> Result<EventFilter, Problem> {
    Ok(EventFilter {
        name: query.parsed("type")?,
        jurisdiction: query.parsed("jurisdiction")?,
        operator: query.parsed("operator")?,
        before: query.parsed("before")?,
        limit: PAGE,
    })
}

/// Returns the address of a page from an event on, which keeps these filters of the query.
pub(super) fn older_address(
    path: &str,
    query: &Query<'_>,
    filters: &[&'static str],
    before: EventId,
) -> Result<String, Problem> {
    let mut address = format!("{path}?before={before}");
    for &name in filters {
        if let Some(value) = query.filled(name)? {
            address.push_str(&format!("&{name}={}", percent_encode(value)));
        }
    }
    Ok(address)
}

#[derive(Template)]
#[template(path = "event.html")]
struct EventPage {
    layout: Layout,
    summary: EventSummary,
    licence: Option<LicenceLink>,
    detail: EventDetail,
}

/// The page of a licence as of the time of the event.
struct LicenceLink {
    address: String,
    number: String,
}

/// `GET /events/{event_id}`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let (account, id) = (page_request.account_id()?, page_request.parsed(0)?);
    let found = page_request.store().event_detail(account, id).await?;
    let mut detail = found.ok_or_else(PageError::not_found)?;
    let role = page_request.member()?.member.role;
    let deliveries = detail.deliveries.into_iter();
    detail.deliveries = deliveries.map(|(hook, sent)| (hook.visible_to(role), sent)).collect();
    let summary: EventSummary = serde_json::from_str(&detail.body).map_err(Problem::internal)?;
    page(&EventPage {
        layout: Layout::new(page_request, "Event"),
        licence: LicenceLink::new(&summary),
        summary,
        detail,
    })
}

impl LicenceLink {
    /// Returns the link; `None` for an event that names no licence.
    fn new(summary: &EventSummary) -> Option<Self> {
        let id = summary.subject.license_id?.0;
        let number = summary.subject.license_number.clone();
        let address = format!("/licences/{id}?as_of={}", summary.timestamp);
        Some(Self { address, number: number.unwrap_or_else(|| id.to_string()) })
    }
}
