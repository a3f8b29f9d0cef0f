//! The status of a row, which may hold words of another row: a cell that a PDF centres is not on
//! the line of its row.

use super::lines::Line;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::register::survey::Survey;
use crate::register::unknown_name::NameKind;
use crate::status::LicenceStatus;
use crate::status::wording::classify;
use crate::text::folded;
use crate::written_date;

/// Notes the lines that may be the status of the row before them, a heading over the next row or a
/// note: text keeps no columns. A status begins on the line of the cell before it; it goes on only to
/// a wording that is known.
pub(super) fn note_lines(
    survey: &Survey<'_>,
    file: &str,
    lines_of_words: &[&Line],
    status: &str,
    has_expires: bool,
) {
    let at = lines_of_words.len().saturating_sub(status.split(' ').count());
    let is_beside = |line: &&Line| std::ptr::eq(*line, lines_of_words[at.saturating_sub(1)]);
    // A date alone is the cell before the status; with the line after it, it reads like a sentence.
    let beside = lines_of_words[at..].iter().filter(|line| is_beside(line)).count();
    let first: Vec<_> = status.split(' ').take(beside).collect();
    let is_date = written_date::whole(&first.join(" ")).is_some();
    let is_known = !is_date && classify(Cw, Some(status), None).status != LicenceStatus::Unknown;
    // A row without the column Expires goes on, because the sentence of a revocation stands there.
    if is_known && (is_beside(&lines_of_words[at]) || !has_expires) {
        return;
    }
    for line in lines_of_words[at..].iter().filter(|line| !is_beside(line)) {
        survey.is_known(file, NameKind::Heading, &line.text, "");
    }
}

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

/// Returns whether a revocation without a date does not end where its date would follow: that may have
/// got into another row.
pub(super) fn is_finished(status: &str) -> bool {
    const BEFORE_A_DATE: [&str; 8] =
        ["as", "dated", "effective", "from", "of", "on", "per", "since"];
    let status = folded(status);
    let last = status.rsplit(' ').next().unwrap_or_default();
    let is_month = written_date::whole(&format!("1 {last} 2000")).is_some();
    !is_month && !BEFORE_A_DATE.contains(&last)
}
