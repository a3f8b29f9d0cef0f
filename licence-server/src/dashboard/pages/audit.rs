//! The audit log of the account.

use std::collections::HashMap;

use askama::Template;
use licence_core::audit::{Action, Actor, AuditEntry, AuditQuery};
use licence_core::member::{Member, MemberId};
use licence_core::time::Timestamp;
use uuid::Uuid;

use crate::dashboard::csv_file;
use crate::dashboard::form_errors::FormErrors;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::{PageRequest, filled};
use crate::problem::{Problem, ProblemKind};
use crate::reply::Response;
use crate::request::Query;

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
    /// The members with their ids, and whether each is chosen.
    members: Vec<(String, String, bool)>,
    since: String,
    until: String,
    /// The filters as they were sent, for the address of the file.
    filters: String,
    errors: FormErrors,
}

struct Row {
    at: Moment,
    actor: String,
    details: String,
    entry: AuditEntry,
}

/// `GET /audit`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let account = page_request.member()?.account.id;
    let members = page_request.store().members(account).await.map_err(Problem::internal)?;
    let query = page_request.query()?;
    let wanted = match audit_query(&query) {
        Ok(wanted) => AuditQuery { account_id: Some(account), ..wanted },
        Err(problem) => {
            let (status, errors) = FormErrors::new(problem)?;
            return page_with(status, &audit_page(page_request, &query, &members, errors)?);
        }
    };
    let wanted = AuditQuery { limit: Some(MAX_ENTRIES), ..wanted };
    let found = page_request.store().audit_log(&wanted).await.map_err(Problem::internal)?;
    let names = member_names(&members);
    let mut audit_page = audit_page(page_request, &query, &members, FormErrors::default())?;
    audit_page.total = found.total;
    audit_page.rows = found.entries.into_iter().map(|entry| Row::new(entry, &names)).collect();
    page(&audit_page)
}

/// `GET /audit.csv`: every entry that the filters let through.
pub(crate) async fn file(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let account = page_request.member()?.account.id;
    let members = page_request.store().members(account).await.map_err(Problem::internal)?;
    let wanted = audit_query(&page_request.query()?)?;
    let wanted = AuditQuery { account_id: Some(account), ..wanted };
    let found = page_request.store().audit_log(&wanted).await.map_err(Problem::internal)?;
    let names = member_names(&members);
    let columns =
        ["at", "actor", "actor_name", "action", "subject", "outcome", "reason", "details"];
    let row = |entry: AuditEntry| {
        let name = actor_name(&entry.actor, &names).unwrap_or_default();
        vec![
            entry.at.to_string(),
            entry.actor.to_string(),
            name,
            entry.action.to_string(),
            entry.subject.clone(),
            entry.outcome.to_string(),
            entry.reason.clone().unwrap_or_default(),
            details(&entry),
        ]
    };
    Ok(csv_file::send("audit-log.csv", &columns, found.entries.into_iter().map(row)))
}

fn audit_page(
    page_request: &PageRequest<'_>,
    query: &Query<'_>,
    members: &[Member],
    errors: FormErrors,
) -> Result<AuditPage, PageError> {
    let text = |name| Ok::<_, Problem>(filled(query, name)?.unwrap_or_default().to_owned());
    let chosen = text("member")?;
    let choice = |member: &Member| {
        let id = member.id.0.to_string();
        let is_chosen = id == chosen;
        (id, member.name.to_string(), is_chosen)
    };
    Ok(AuditPage {
        layout: Layout::new(page_request, "Audit log"),
        total: 0,
        rows: Vec::new(),
        action: text("action")?,
        actions: Action::ALL,
        members: members.iter().map(choice).collect(),
        since: text("since")?,
        until: text("until")?,
        filters: page_request.context.raw_query().to_owned(),
        errors,
    })
}

fn audit_query(query: &Query<'_>) -> Result<AuditQuery, Problem> {
    let invalid = |field: &'static str, error: String| {
        Problem::new(ProblemKind::InvalidInput, format!("{field}: {error}.")).in_field(field)
    };
    let action = filled(query, "action")?.map(str::parse::<Action>).transpose();
    let member = filled(query, "member")?.map(Uuid::parse_str).transpose();
    let instant = |field: &'static str| -> Result<Option<Timestamp>, Problem> {
        let Some(text) = filled(query, field)? else { return Ok(None) };
        // A date alone is its first instant.
        let parsed = text.parse().or_else(|_| format!("{text}T00:00:00Z").parse());
        let error = || invalid(field, "it is a day such as 2026-11-01, or an instant".to_owned());
        Ok(Some(parsed.map_err(|_| error().suggesting("Write the day as year-month-day."))?))
    };
    Ok(AuditQuery {
        action: action.map_err(|error| invalid("action", error.to_string()))?,
        actor: member
            .map_err(|_| invalid("member", "it is no id of a member".to_owned()))?
            .map(|id| Actor::Member(MemberId(id))),
        since: instant("since")?,
        until: instant("until")?,
        ..AuditQuery::default()
    })
}

fn member_names(members: &[Member]) -> HashMap<MemberId, String> {
    members.iter().map(|member| (member.id, member.name.to_string())).collect()
}

fn actor_name(actor: &Actor, names: &HashMap<MemberId, String>) -> Option<String> {
    match actor {
        Actor::Member(id) => names.get(id).cloned(),
        _ => None,
    }
}

fn details(entry: &AuditEntry) -> String {
    match entry.details.is_empty() {
        true => String::new(),
        false => serde_json::to_string(&entry.details).unwrap_or_default(),
    }
}

impl Row {
    fn new(entry: AuditEntry, names: &HashMap<MemberId, String>) -> Self {
        Self {
            at: Moment::new(entry.at),
            actor: actor_name(&entry.actor, names).unwrap_or_else(|| entry.actor.to_string()),
            details: details(&entry),
            entry,
        }
    }
}
