//! What a register says against a licence in a place where no status is read: a remark, a column
//! that no reader knows, a mark behind a name, the heading over a list, a stamp on a certificate.
//!
//! Such words are not guessed at. They are added to the wording that calls the licence active,
//! which then is one that no table knows: never `licensed`, and nothing is lost of what was said.

mod words;

use super::html_page::STRUCK;
use super::reading::ListedLicence;
use crate::jurisdiction::JurisdictionCode;
use crate::status::wording::classify;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::text::folded;
use words::{
    AGAINST, AGAINST_A_LIST, IN_FORCE, NOT_SO, NOTHING, OF_LISTS, OF_SEVERAL, PROCEEDINGS,
};

/// Whether a text holds a word or words by which a licence is called not in force, or is struck out.
pub(super) fn speaks_against(text: &str) -> bool {
    text.contains(STRUCK) || (holds(text, AGAINST) && !holds(text, NOT_SO))
}

/// Whether a mark in a list of addresses says that they are none of those in force.
pub(super) fn is_of_others(words: &str) -> bool {
    speaks_against(words) || holds(words, AGAINST_A_LIST)
}

/// Whether a heading is that of a list of others than licensees, or a stamp says that what it stands
/// on is not in force: it has such words and no others than those of lists. A sentence about
/// licences that are revoked has more.
pub(super) fn is_heading_of_others(text: &str) -> bool {
    let lists = [AGAINST, AGAINST_A_LIST, OF_LISTS];
    let is_listed = |word: &str| lists.iter().any(|known| known.contains(&word));
    let is_known = |word: &str| is_listed(word) || word.bytes().all(|byte| byte.is_ascii_digit());
    let phrases = AGAINST.iter().chain(AGAINST_A_LIST).filter(|known| known.contains(' '));
    let rest = phrases.fold(spaced(text), |rest, known| rest.replace(&format!(" {known} "), " "));
    is_of_others(text) && rest.split_ascii_whitespace().all(is_known)
}

/// Whether a line says that the one thing it stands on is not in force: `REVOKED`, `This licence has
/// been suspended`. What stands behind a label is not read here, and what could lead elsewhere
/// (`Archive`, `Suspension of a licence`) is no stamp.
pub(super) fn is_stamp(line: &str) -> bool {
    let line = Some(line.to_lowercase()).filter(|line| !line.contains(':')).unwrap_or_default();
    let mut clauses = [", ", "; ", ". ", " and ", " but "]
        .iter()
        .fold(vec![&*line], |clauses, end| clauses.iter().flat_map(|it| it.split(end)).collect())
        .into_iter();
    let leads_elsewhere = |clause| holds(clause, OF_SEVERAL) || holds(clause, PROCEEDINGS);
    clauses.any(|it| is_heading_of_others(it) && speaks_against(it) && !leads_elsewhere(it))
}

/// The wording with what stands under another label, where that speaks against a licence that the
/// wording calls active.
pub(super) fn contradicted(
    code: JurisdictionCode,
    wording: Option<&str>,
    remark: (&str, &str),
) -> Option<String> {
    remark_against(remark).and_then(|remark| with_remark(code, wording, None, remark))
}

fn with_remark(
    code: JurisdictionCode,
    wording: Option<&str>,
    qualifier: Option<StatusQualifier>,
    remark: String,
) -> Option<String> {
    let is_active = classify(code, wording, qualifier).status == LicenceStatus::Active;
    is_active.then(|| match wording.unwrap_or_default() {
        "" => remark,
        wording => format!("{wording}; {remark}"),
    })
}

/// What stands under a label, where it speaks against what is listed: `Remarks: suspended`,
/// `Revoked on: 1 May`, `Valid: No`. A status that it had before says nothing.
pub(super) fn remark_against((label, text): (&str, &str)) -> Option<String> {
    let is_nothing = NOTHING.contains(&spaced(text).trim());
    let is_against = match (is_nothing, holds(label, &["name", "names"])) {
        (true, _) => holds(label, IN_FORCE) && !speaks_against(label) && is_denied(text),
        (false, true) => is_marked(text),
        (false, false) => {
            speaks_against(text) || is_heading_of_others(text) || speaks_against(label)
        }
    };
    let is_of_before = holds(label, &["former", "old", "past", "previous"]);
    (is_against && !(is_of_before && holds(label, &["status"]))).then(|| format!("{label}: {text}"))
}

fn is_denied(text: &str) -> bool {
    matches!(folded(text).as_str(), "0" | "no" | "n" | "false")
}

/// Takes what stands under another label into the status of a licence.
pub(super) fn note(code: JurisdictionCode, licence: &mut ListedLicence, remark: (&str, &str)) {
    take(code, licence, remark_against(remark));
}

/// Takes the marks in number and type, and those beside the name, into the status of a licence.
pub(super) fn note_marks(code: JurisdictionCode, licence: &mut ListedLicence) {
    let cells = [("Number", &licence.license_number), ("Type", &licence.license_type_raw)];
    let marks =
        cells.map(|(label, text)| text.as_deref().and_then(|text| remark_against((label, text))));
    let name = &licence.operator.name;
    let name = is_marked(name).then(|| format!("Name: {name}"));
    marks.into_iter().chain([name]).for_each(|mark| take(code, licence, mark));
}

/// Takes a remark into the status of a licence that is active without it.
pub(super) fn take(code: JurisdictionCode, licence: &mut ListedLicence, remark: Option<String>) {
    let (wording, qualifier) = (licence.status_text.as_deref(), licence.status_qualifier);
    if let Some(told) = remark.and_then(|remark| with_remark(code, wording, qualifier, remark)) {
        licence.status_text = Some(told);
    }
}

/// Whether a name has a mark before or behind it: in brackets, beside a dash or a colon, as its last
/// word. Inside of names stand all kinds of words.
pub(super) fn is_marked(name: &str) -> bool {
    let spaced = spaced(name);
    let last = spaced.split_ascii_whitespace().next_back().unwrap_or_default();
    let beside = |c: char| matches!(c, ':' | '*' | '\u{2013}' | '\u{2014}');
    let dashes = name.match_indices(" - ").map(|(at, dash)| (at, at + dash.len()));
    let marks = name.match_indices(beside).map(|(at, mark)| (at, at + mark.len()));
    let is_cut = |(end, start): (usize, usize)| {
        is_heading_of_others(&name[..end]) || speaks_against(&name[start..])
    };
    name.contains(STRUCK)
        || AGAINST.contains(&last)
        || dashes.chain(marks).any(is_cut)
        || in_brackets(name).is_some_and(|text| is_of_others(text) && !is_earlier_name(text))
}

/// What stands in brackets at the end of a name or at its beginning.
fn in_brackets(name: &str) -> Option<&str> {
    let (open, close) = (['(', '[', '{'], [')', ']', '}']);
    let at_the_end =
        || name.strip_suffix(close).and_then(|name| Some(&name[name.rfind(open)? + 1..]));
    let at_the_start = || name.strip_prefix(open).and_then(|name| Some(&name[..name.find(close)?]));
    at_the_end().or_else(at_the_start)
}

fn is_earlier_name(text: &str) -> bool {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let is_told = matches!(folded(first).as_str(), "formerly" | "previously" | "trading");
    is_told && !rest.is_empty()
}

fn holds(text: &str, known: &[&str]) -> bool {
    let text = spaced(text);
    let stands_alone = |(at, word): (usize, &str)| {
        text[..at].ends_with(' ') && text[at + word.len()..].starts_with(' ')
    };
    known.iter().any(|known| text.match_indices(known).any(stands_alone))
}

/// The words of a text, folded, a blank before and behind each.
fn spaced(text: &str) -> String {
    let folded = folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |text, word| text + word + " ")
}

#[cfg(test)]
mod tests;
