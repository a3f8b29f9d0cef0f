//! Records of checks for a person.

use comfy_table::Color;
use licence_core::evidence::EvidenceVerification;

use super::cell::Cell;
use super::layout::card;
use super::style::{coloured, plain};

/// Whether a record is unchanged.
pub(crate) fn verification(verification: &EvidenceVerification) -> String {
    let (word, note) = match verification.unchanged {
        true => (
            coloured("unchanged", Color::Green),
            "the answer is the one that was recorded; what the regulator meant it does not show",
        ),
        false => (coloured("changed", Color::Red), "the answer is not the one that was recorded"),
    };
    card(vec![
        ("answer", word),
        ("record", Cell::new(verification.id)),
        ("question", Cell::new(plain(&verification.question))),
        ("saved at", Cell::new(verification.created_at)),
        ("sha256 in the record", Cell::new(plain(&verification.sha256))),
        ("sha256 of the answer", Cell::new(&verification.computed_sha256)),
        ("note", Cell::new(note)),
    ])
}
