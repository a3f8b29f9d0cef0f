//! What a reading did, for a person.

use comfy_table::Color;
use licence_store::{ReadingPreview, ReadingSummary};

use crate::output::history::transition;
use crate::output::layout::{card, card_rows, column, prose, table_of};
use crate::output::style::{coloured, plain};

/// A card of counts.
pub(crate) fn counts(applied: &ReadingSummary) -> String {
    let outcome = if applied.applied { "applied" } else { "the same as before; times refreshed" };
    card_of_counts(applied, outcome)
}

fn card_of_counts(applied: &ReadingSummary, outcome: &str) -> String {
    card(card_rows! {
        "register" => applied.jurisdiction,
        "read at" => applied.read_at,
        "snapshot" => &applied.snapshot_sha256,
        "outcome" => coloured(outcome, Color::Green),
        "created" => applied.created,
        "changed" => applied.changed,
        "unchanged" => applied.unchanged,
        "missing" => applied.missing,
        "delisted" => applied.delisted,
        "actions added" => applied.actions_added,
        "events" => applied.events,
    })
}

/// What a reading would change, line by line, and the counts.
pub(crate) fn preview(preview: &ReadingPreview) -> String {
    let changes = table_of!(&preview.changes, |change| {
        column("licence") => plain(&change.license_number),
        column("change").optional(1) => change.change_type,
        column("status") => transition(change.previous_status, change.new_status),
        prose("what the register shows") => plain(&change.note),
    });
    let outcome = match preview.repeats_the_last {
        false => "nothing was applied (--dry-run)",
        true => "nothing was applied (--dry-run); the reading is the same as the last one",
    };
    format!("{changes}\n{}", card_of_counts(&preview.summary, outcome))
}
