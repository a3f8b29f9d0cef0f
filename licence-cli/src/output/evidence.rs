//! Records of checks for a person.

use comfy_table::Color;
use licence_core::evidence::EvidenceVerification;

use super::cell::Cell;
use super::layout::card;
use super::style::{coloured, plain};

/// Whether a record is unchanged, and what its hash proves.
pub(crate) fn verification(verification: &EvidenceVerification) -> String {
    let (word, note) = match (verification.unchanged, verification.answers_question) {
        (true, true) => (
            coloured("unchanged", Color::Green),
            "the hash proves that the answer is the one that was recorded; it proves neither the \
             question nor the time of saving, which it does not cover, nor what the regulator meant",
        ),
        (true, false) => (
            coloured("of another question", Color::Red),
            "the answer is the one that was recorded, and its query is not the question of the \
             record; the hash covers neither the question nor the time of saving",
        ),
        (false, _) => {
            (coloured("changed", Color::Red), "the answer is not the one that was recorded")
        }
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
