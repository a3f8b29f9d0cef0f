//! The audit log of the account.

use askama::Template;
use licence_core::audit::{Action, AuditEntry, AuditQuery};

use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::{PageRequest, filled};
use crate::problem::{Problem, ProblemKind};
use crate::reply::Response;

/// The most entries of a page.
const MAX_ENTRIES: u64 = 200;

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    layout: Layout,
    total: u64,
    rows: Vec<Row>,
    action: String,
    actions: &'static [Action],
}

struct Row {
    at: Moment,
    actor: String,
    details: String,
    entry: AuditEntry,
}

/// `GET /audit`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let query = page_request.query()?;
    let action = filled(&query, "action")?.map(str::parse::<Action>).transpose();
    let action = action.map_err(|error| {
        Problem::new(ProblemKind::InvalidInput, format!("action: {error}.")).in_field("action")
    })?;
    let wanted = AuditQuery {
        account_id: Some(page_request.member()?.account.id),
        action,
        limit: Some(MAX_ENTRIES),
        ..AuditQuery::default()
    };
    let found = page_request.store().audit_log(&wanted).await.map_err(Problem::internal)?;
    page(&AuditPage {
        layout: Layout::new(page_request, "Audit log"),
        total: found.total,
        rows: found.entries.into_iter().map(Row::new).collect(),
        action: action.map_or(String::new(), |action| action.to_string()),
        actions: Action::ALL,
    })
}

impl Row {
    fn new(entry: AuditEntry) -> Self {
        let details = match entry.details.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&entry.details).unwrap_or_default(),
        };
        Self { at: Moment::new(entry.at), actor: entry.actor.to_string(), details, entry }
    }
}
