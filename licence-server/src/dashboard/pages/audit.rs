//! The audit log of the account. A member who does not manage members sees only its own acts.

use std::collections::HashMap;

use askama::Template;
use licence_core::audit::{Action, Actor, AuditEntry, AuditQuery};
use licence_core::chart::grouped_number;
use licence_core::member::{Member, MemberId, Permission};
use licence_core::time::Timestamp;

use crate::dashboard::csv_file;
use crate::dashboard::form::FormErrors;
use crate::dashboard::layout::{Layout, page_with};
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;
use crate::request::Query;

const MAX_ENTRIES: u64 = 200;

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    layout: Layout,
    total: u64,
    rows: Vec<Row>,
    action: String,
    actions: &'static [Action],
    /// Whether the page shows the acts of all members, or only those of the visitor.
    shows_all: bool,
    /// The members with their ids, and whether each is chosen.
    members: Vec<(String, String, bool)>,
    since: String,
    until: String,
    /// The filters as they were sent, for the address of the file.
    filters: String,
    errors: FormErrors,
}

struct Row {
    actor: String,
    details: String,
    entry: AuditEntry,
}

/// `GET /audit`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    let members = visible_members(page_request).await?;
    let query = page_request.query()?;
    let (wanted, errors) = FormErrors::split(audit_query(&query, &members))?;
    let (total, rows) = match wanted {
        Some(wanted) => newest(page_request, wanted, &members).await?,
        None => (0, Vec::new()),
    };
    let chosen = query.trimmed("member")?;
    let choice = |member: &Member| {
        let id = member.id.0.to_string();
        let is_chosen = id == chosen;
        (id, member.name.to_string(), is_chosen)
    };
    let shown = AuditPage {
        layout: Layout::new(page_request, "Audit log"),
        total,
        rows,
        action: query.trimmed("action")?.to_owned(),
        actions: Action::ALL,
        shows_all: page_request.may(Permission::ManageMembers),
        members: members.iter().map(choice).collect(),
        since: query.trimmed("since")?.to_owned(),
        until: query.trimmed("until")?.to_owned(),
        filters: page_request.context.raw_query().to_owned(),
        errors,
    };
    page_with(shown.errors.status(), &shown)
}

/// Returns how many entries there are, and the newest of them.
async fn newest(
    page_request: &PageRequest<'_>,
    wanted: AuditQuery,
    members: &[Member],
) -> PageResult<(u64, Vec<Row>)> {
    let wanted = wanted.visible_to(&page_request.member()?.member);
    let wanted = AuditQuery { limit: Some(MAX_ENTRIES), ..wanted };
    let found = page_request.store().audit_log(&wanted).await?;
    let names = member_names(members);
    let row = |entry: AuditEntry| Row {
        actor: actor_text(&entry.actor, &names),
        details: details(&entry),
        entry,
    };
    Ok((found.total, found.entries.into_iter().map(row).collect()))
}

/// `GET /audit.csv`: every entry that the filters let through.
pub(crate) async fn file(page_request: &PageRequest<'_>) -> PageResult {
    let members = visible_members(page_request).await?;
    let wanted = audit_query(&page_request.query()?, &members)?;
    let wanted = wanted.visible_to(&page_request.member()?.member);
    let found = page_request.store().audit_log(&wanted).await?;
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

/// Returns the members whose acts the visitor may see.
async fn visible_members(page_request: &PageRequest<'_>) -> PageResult<Vec<Member>> {
    let visitor = page_request.member()?;
    if !page_request.may(Permission::ManageMembers) {
        return Ok(vec![visitor.member.clone()]);
    }
    Ok(page_request.store().members(visitor.account.id).await?)
}

fn audit_query(query: &Query<'_>, members: &[Member]) -> Result<AuditQuery, Problem> {
    let instant = |field: &'static str| -> Result<Option<Timestamp>, Problem> {
        let Some(text) = query.filled(field)? else { return Ok(None) };
        let why = "it is a day such as 2026-11-01, or an instant";
        let refused =
            |_| Problem::invalid_field(field, why).with_hint("Write the day as year-month-day.");
        Timestamp::from_day_or_instant(text).map(Some).map_err(refused)
    };
    let member = query.filled("member")?.map(|text| {
        let named = members.iter().find(|member| member.id.0.to_string() == text);
        let why = "it is no id of a member whose acts you see";
        named.map(|member| member.id).ok_or_else(|| Problem::invalid_field("member", why))
    });
    Ok(AuditQuery {
        action: query.parsed("action")?,
        actor: member.transpose()?.map(Actor::Member),
        since: instant("since")?,
        until: instant("until")?,
        ..AuditQuery::default()
    })
}

pub(super) fn member_names(members: &[Member]) -> HashMap<MemberId, String> {
    members.iter().map(|member| (member.id, member.name.to_string())).collect()
}

fn actor_name(actor: &Actor, names: &HashMap<MemberId, String>) -> Option<String> {
    match actor {
        Actor::Member(id) => names.get(id).cloned(),
        _ => None,
    }
}

/// Returns who acted: a member by name, and anybody else as the audit log writes it.
pub(super) fn actor_text(actor: &Actor, names: &HashMap<MemberId, String>) -> String {
    actor_name(actor, names).unwrap_or_else(|| actor.to_string())
}

fn details(entry: &AuditEntry) -> String {
    match entry.details.is_empty() {
        true => String::new(),
        false => serde_json::to_string(&entry.details).unwrap_or_default(),
    }
}
