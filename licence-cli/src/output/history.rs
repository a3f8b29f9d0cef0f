//! A history for a person: what happened when, and what was withdrawn.

use comfy_table::Color;
use licence_core::history::HistoryEntry;
use licence_core::lookup::LicenceHistory;
use licence_core::status::LicenceStatus;
use licence_store::CorrectedEntry;

use crate::output::layout::{card, card_rows, column, prose, table_of};
use crate::output::style::{coloured, minute, plain};

/// The entries of a licence, the newest first.
pub(crate) fn timeline(history: &LicenceHistory) -> String {
    format!("{}\n\n{}", plain(&history.license_number), entries(&history.history))
}

pub(crate) fn entries(history: &[HistoryEntry]) -> String {
    table_of!(history, |entry| {
        column("changed at") => minute(entry.changed_at),
        column("change").optional(1) => entry.change_type,
        column("status") => transition(entry.previous_status, entry.new_status),
        prose("what was observed") => plain(&note(entry)),
        column("event id").optional(2) => entry.id.0,
    })
}

pub(crate) fn correction(corrected: &CorrectedEntry) -> String {
    let entry = &corrected.entry;
    let change = transition(entry.previous_status, entry.new_status);
    card(card_rows! {
        "event" => entry.id.0,
        "licence" => corrected.license_id.0,
        "change" => format!("{} {change}", entry.change_type),
        "outcome" => coloured("withdrawn; nothing was deleted", Color::Yellow),
        "because" => plain(entry.correction_note.as_deref().unwrap_or_default()),
    })
}

/// Returns a status, after the one before it if that was another one.
pub(super) fn transition(previous: Option<LicenceStatus>, new: LicenceStatus) -> String {
    match previous {
        Some(previous) if previous != new => format!("{previous} → {new}"),
        _ => new.to_string(),
    }
}

fn note(entry: &HistoryEntry) -> String {
    let reason = entry.correction_note.as_deref().unwrap_or("no reason given");
    match entry.corrected_at {
        Some(at) => format!("WITHDRAWN at {at} ({reason}). {}", entry.note),
        None => entry.note.clone(),
    }
}
