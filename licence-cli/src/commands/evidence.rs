//! `licence evidence`.

use std::path::Path;

use comfy_table::Color;
use licence_core::evidence::{EvidenceFile, EvidenceVerification};

use crate::exit::{Exit, Failure};
use crate::output::layout::{card, card_rows};
use crate::output::style::{coloured, plain};
use crate::{input, output};

/// The largest record that is verified; those of the service are a thousand times smaller.
const MAX_RECORD_BYTES: u64 = 16 * 1024 * 1024;

/// Recomputes the hash of a record of a check, and compares its question with its answer.
pub(crate) fn verify(file: &Path, json: bool) -> Result<Exit, Failure> {
    let record = input::read(file, MAX_RECORD_BYTES)?;
    let record =
        EvidenceFile::from_json(&record.bytes).map_err(|error| Failure::in_file(file, error))?;
    let verification = record.verify();
    output::value(json, &verification, card_of)?;
    let is_good = verification.unchanged && verification.answers_question;
    Ok(if is_good { Exit::Done } else { Exit::NotAPass })
}

/// Returns whether a record is unchanged, and what its hash proves.
fn card_of(verification: &EvidenceVerification) -> String {
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
