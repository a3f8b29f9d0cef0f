//! Records of checks for a person.

use comfy_table::Color;
use licence_core::evidence::EvidenceVerification;

use super::layout::{card, card_rows};
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
    card(card_rows! {
        "answer" => word,
        "record" => verification.id,
        "question" => plain(&verification.question),
        "saved at" => verification.created_at,
        "sha256 in the record" => plain(&verification.sha256),
        "sha256 of the answer" => &verification.computed_sha256,
        "note" => note,
    })
}
