//! The status of a row, which may hold words of another row: a cell that a PDF centres is not on
//! the line of its row.

use super::lines::holds_a_number;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::status::LicenceStatus;
use crate::status::wording::classify;
use crate::text::folded;

/// Returns whether a known status follows another.
pub(super) fn is_two_statuses(words: &[&str]) -> bool {
    let is_known = |words: &[&str]| {
        classify(Cw, Some(&words.join(" ")), None).status != LicenceStatus::Unknown
    };
    (1..words.len()).any(|at| is_known(&words[..at]) && is_known(&words[at..]))
}

/// Returns whether a status states a revocation, but not on which day.
pub(super) fn is_revocation_without_date(status: &str) -> bool {
    let reading = classify(Cw, Some(status), None);
    reading.status == LicenceStatus::Revoked && reading.dated.is_none()
}

/// Returns whether a revocation without a date ends with its verb or names its licence. The date of
/// any other may have got into another row.
pub(super) fn is_finished(status: &str) -> bool {
    folded(status).ends_with("revoked") || holds_a_number(status)
}
