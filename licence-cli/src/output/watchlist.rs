//! The watchlist and its events for a person.

use licence_core::event::feed::FeedPage;
use licence_core::watchlist::{WatchlistAddition, WatchlistEntry, WatchlistPage, WatchlistSummary};
use serde_json::Value;

use super::cell::Cell;
use super::layout::{card, column, prose, table_of};
use super::style::{minute, minute_of_text, or_dash, part, plain, status};

/// Returns how full the list is, and the operators added last.
pub(crate) fn summary(answer: &WatchlistSummary) -> String {
    let limit = answer.limit.map_or_else(|| "no cap".to_owned(), |limit| limit.to_string());
    let head = card(vec![("watched", Cell::new(answer.count)), ("cap", Cell::new(limit))]);
    format!("{head}\n{}", lines(&answer.operators))
}

pub(crate) fn page(answer: &WatchlistPage) -> String {
    lines(&answer.operators) + &part(answer.operators.len(), answer.offset, answer.total)
}

pub(crate) fn addition(answer: &WatchlistAddition) -> String {
    lines(std::slice::from_ref(&answer.operator))
}

fn lines(operators: &[WatchlistEntry]) -> String {
    table_of!(operators, |entry| {
        column("status") => entry.license_status.map_or(Cell::new("-"), status),
        column("register") => or_dash(entry.jurisdiction_code),
        column("slug") => &entry.slug,
        prose("operator") => plain(&entry.display_name),
        column("watched since").optional(1) => minute(entry.added_at),
    })
}

/// Returns one line for each event, and where to continue.
pub(crate) fn events(answer: &FeedPage<Value>) -> String {
    let lines = table_of!(answer.events.iter().map(event_words), |words| {
        column("emitted") => &words[0],
        column("event") => &words[1],
        column("operator").optional(1) => &words[2],
        column("licence") => &words[3],
        prose("details") => &words[4],
    });
    let cursor = or_dash(answer.next_cursor);
    let more = if answer.has_more { "there are more" } else { "that is all for now" };
    format!("{lines}\n{more}; go on with --cursor {cursor}\n")
}

pub(crate) fn event_line(event: &Value) -> String {
    format!("{}\n", event_words(event).join("  ").trim_end())
}

/// Returns when it was emitted, its name, operator, licence and details.
fn event_words(event: &Value) -> [String; 5] {
    let text = |value: &Value| plain(value.as_str().unwrap_or("-"));
    let data = &event["data"];
    [
        minute_of_text(event["timestamp"].as_str().unwrap_or("-")),
        text(&event["event"]),
        text(&data["operator_slug"]),
        text(&data["license_number"]),
        event_details(data),
    ]
}

/// Returns the details that only some kinds of events have.
fn event_details(data: &Value) -> String {
    let text = |name: &str| data[name].as_str().map(plain);
    let pair = |one: Option<String>, other: Option<String>| Some(format!("{} → {}", one?, other?));
    pair(text("previous_status"), text("new_status"))
        .or_else(|| text("status"))
        .or_else(|| text("expiry_date").map(|date| format!("expires {date}")))
        .or_else(|| text("action_type"))
        .unwrap_or_default()
}
