//! A history for a person: what happened when, and what was withdrawn.

use comfy_table::Color;
use licence_core::history::HistoryEntry;
use licence_core::lookup::LicenceHistory;
use licence_store::CorrectedEntry;

use crate::output::cell::Cell;
use crate::output::layout::{card, column, prose, table};
use crate::output::style::{coloured, minute, plain};

/// The entries of a licence, the newest first.
pub(crate) fn timeline(history: &LicenceHistory) -> String {
    format!("{}\n\n{}", plain(&history.license_number), entries(&history.history))
}

/// One line an entry.
pub(crate) fn entries(history: &[HistoryEntry]) -> String {
    let rows = history.iter().map(|entry| {
        vec![
            Cell::new(minute(entry.changed_at)),
            Cell::new(entry.change_type),
            Cell::new(transition(entry)),
            Cell::new(plain(&note(entry))),
            Cell::new(entry.id.0),
        ]
    });
    table(
        &[
            column("changed at"),
            column("change").optional(1),
            column("status"),
            prose("what was observed"),
            column("event id").optional(2),
        ],
        rows,
    )
}

/// An entry that was withdrawn.
pub(crate) fn correction(corrected: &CorrectedEntry) -> String {
    let entry = &corrected.entry;
    card(vec![
        ("event", Cell::new(entry.id.0)),
        ("licence", Cell::new(corrected.license_id.0)),
        ("change", Cell::new(format!("{} {}", entry.change_type, transition(entry)))),
        ("outcome", coloured("withdrawn; nothing was deleted", Color::Yellow)),
        ("because", Cell::new(plain(entry.correction_note.as_deref().unwrap_or_default()))),
    ])
}

fn transition(entry: &HistoryEntry) -> String {
    match entry.previous_status {
        Some(previous) if previous != entry.new_status => {
            format!("{previous} → {}", entry.new_status)
        }
        _ => entry.new_status.to_string(),
    }
}

fn note(entry: &HistoryEntry) -> String {
    let reason = entry.correction_note.as_deref().unwrap_or("no reason given");
    match entry.corrected_at {
        Some(at) => format!("WITHDRAWN at {at} ({reason}). {}", entry.note),
        None => entry.note.clone(),
    }
}
