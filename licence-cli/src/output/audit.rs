//! The audit log for a person.

use comfy_table::Color;
use licence_core::audit::{AuditEntry, AuditPage, Outcome};
use serde_json::Value;

use super::cell::Cell;
use super::layout::{column, prose, table_of};
use super::style::{coloured, minute, or_dash, plain};

/// One line an act.
pub(crate) fn entries(page: &AuditPage) -> String {
    let lines = table_of!(&page.entries, |entry| {
        column("at") => minute(entry.at),
        prose("who").optional(1) => plain(&entry.actor.to_string()),
        column("what") => entry.action,
        prose("on") => plain(&entry.subject),
        prose("outcome") => outcome(entry),
        prose("details").optional(2) => details(entry),
    });
    match page.entries.len() {
        count if (count as u64) < page.total => {
            format!(
                "{lines}\nthe newest {count} of {}; --limit N shows more, --all all\n",
                page.total
            )
        }
        _ => lines,
    }
}

fn outcome(entry: &AuditEntry) -> Cell {
    match entry.outcome {
        Outcome::Done => Cell::new(entry.outcome),
        Outcome::Refused => {
            let text = format!("refused: {}", or_dash(entry.reason.as_ref()));
            coloured(text, Color::Yellow)
        }
    }
}

/// All options of a server are for programs; what changed among them is for people too.
fn details(entry: &AuditEntry) -> String {
    let shown = entry.details.iter().filter(|(name, _)| *name != "options");
    let pairs = shown.map(|(name, value)| match value {
        Value::String(text) => format!("{name} {text}"),
        value => format!("{name} {value}"),
    });
    plain(&pairs.collect::<Vec<_>>().join(", "))
}
