//! The watchlist and its events for a person.

use licence_core::event::feed::FeedPage;
use licence_core::watchlist::{WatchlistAddition, WatchlistEntry, WatchlistPage, WatchlistSummary};
use serde_json::Value;

use super::cell::Cell;
use super::layout::{card, column, prose, table};
use super::style::{coloured, minute, minute_of_text, or_dash, part, plain, status_color};

/// How full the list is, and the operators added last.
pub(crate) fn summary(answer: &WatchlistSummary) -> String {
    let limit = answer.limit.map_or_else(|| "no cap".to_owned(), |limit| limit.to_string());
    let head = card(vec![("watched", Cell::new(answer.count)), ("cap", Cell::new(limit))]);
    format!("{head}\n{}", lines(&answer.operators))
}

/// A page of the list.
pub(crate) fn page(answer: &WatchlistPage) -> String {
    lines(&answer.operators) + &part(answer.operators.len(), answer.offset, answer.total)
}

/// What was added.
pub(crate) fn addition(answer: &WatchlistAddition) -> String {
    lines(std::slice::from_ref(&answer.operator))
}

fn lines(operators: &[WatchlistEntry]) -> String {
    let rows = operators.iter().map(|entry| {
        let status = match entry.license_status {
            Some(status) => coloured(status, status_color(status)),
            None => Cell::new("-"),
        };
        vec![
            status,
            Cell::new(or_dash(entry.jurisdiction_code)),
            Cell::new(&entry.slug),
            Cell::new(plain(&entry.display_name)),
            Cell::new(minute(entry.added_at)),
        ]
    });
    table(
        &[
            column("status"),
            column("register"),
            column("slug"),
            prose("operator"),
            column("watched since").optional(1),
        ],
        rows,
    )
}

/// One line an event, and where to go on.
pub(crate) fn events(answer: &FeedPage<Value>) -> String {
    let rows = answer.events.iter().map(|event| {
        let text = |value: &Value| plain(value.as_str().unwrap_or("-"));
        let data = &event["data"];
        vec![
            Cell::new(minute_of_text(event["timestamp"].as_str().unwrap_or("-"))),
            Cell::new(text(&event["event"])),
            Cell::new(text(&data["operator_slug"])),
            Cell::new(text(&data["license_number"])),
            Cell::new(event_details(data)),
        ]
    });
    let lines = table(
        &[
            column("emitted"),
            column("event"),
            column("operator").optional(1),
            column("licence"),
            prose("details"),
        ],
        rows,
    );
    let cursor = or_dash(answer.next_cursor);
    let more = if answer.has_more { "there are more" } else { "that is all for now" };
    format!("{lines}\n{more}; go on with --cursor {cursor}\n")
}

/// Returns one event as a line.
pub(crate) fn event_line(event: &Value) -> String {
    let text = |value: &Value| plain(value.as_str().unwrap_or("-"));
    let data = &event["data"];
    let at = minute_of_text(event["timestamp"].as_str().unwrap_or("-"));
    let words = [
        at,
        text(&event["event"]),
        text(&data["operator_slug"]),
        text(&data["license_number"]),
        event_details(data),
    ];
    format!("{}\n", words.join("  ").trim_end())
}

/// What the kinds of events differ in.
fn event_details(data: &Value) -> String {
    let text = |name: &str| data[name].as_str().map(plain);
    let pair = |one: Option<String>, other: Option<String>| Some(format!("{} → {}", one?, other?));
    pair(text("previous_status"), text("new_status"))
        .or_else(|| text("status"))
        .or_else(|| text("expiry_date").map(|date| format!("expires {date}")))
        .or_else(|| text("action_type"))
        .unwrap_or_default()
}
