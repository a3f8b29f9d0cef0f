//! What a reading did, for a person.

use comfy_table::{Cell, Color};
use licence_store::ReadingApplied;

use crate::output::style::{card, coloured};

/// A card of counts.
pub(crate) fn table(applied: &ReadingApplied) -> String {
    let outcome = if applied.applied { "applied" } else { "the same as before; times refreshed" };
    card(vec![
        ("register", Cell::new(applied.jurisdiction)),
        ("read at", Cell::new(applied.read_at)),
        ("snapshot", Cell::new(&applied.snapshot_sha256)),
        ("outcome", coloured(outcome, Color::Green)),
        ("created", Cell::new(applied.created)),
        ("changed", Cell::new(applied.changed)),
        ("unchanged", Cell::new(applied.unchanged)),
        ("missing", Cell::new(applied.missing)),
        ("delisted", Cell::new(applied.delisted)),
    ])
}
