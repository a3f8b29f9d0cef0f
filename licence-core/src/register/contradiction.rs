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
    AGAINST, AGAINST_A_LIST, BEFORE_A_STAMP, IN_FORCE, NOT_SO, NOTHING, OF_LISTS, OF_SEVERAL,
    PROCEEDINGS,
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
    if !is_of_others(text) {
        return false;
    }
    let lists = [AGAINST, AGAINST_A_LIST, OF_LISTS];
    let is_listed = |word: &str| lists.iter().any(|known| known.contains(&word));
    let is_known = |word: &str| is_listed(word) || word.starts_with(|c: char| c.is_ascii_digit());
    let phrases = AGAINST.iter().chain(AGAINST_A_LIST).filter(|known| known.contains(' '));
    let rest = phrases.fold(spaced(text), |rest, known| rest.replace(&format!(" {known} "), " "));
    rest.split_ascii_whitespace().all(is_known)
}

/// Whether a text is about several licences, sites or companies.
pub(super) fn is_of_several(text: &str) -> bool {
    holds(text, OF_SEVERAL)
}

/// Whether a sentence says of several that they are, or have been, called not in force.
pub(super) fn are_told_against(sentence: &str) -> bool {
    let words = spaced(sentence);
    let is_told =
        |verb: &str| AGAINST.iter().any(|known| words.contains(&format!(" {verb} {known} ")));
    speaks_against(sentence) && ["are", "have been", "were"].iter().any(|verb| is_told(verb))
}

/// Whether a line says that the one thing it stands on is not in force: `REVOKED`, `This licence has
/// been suspended`, `Status: revoked`. What stands behind other labels is not read here, and what is
/// about any licence (`Suspension of a licence`) is no stamp.
pub(super) fn is_stamp(line: &str) -> bool {
    let (label, said) = line.split_once(':').unwrap_or(("", line));
    let is_label = spaced(label).split_ascii_whitespace().all(|it| BEFORE_A_STAMP.contains(&it));
    let is_said = is_label && !said.contains([':', '?']) && speaks_against(said);
    is_said
        && is_heading_of_others(said)
        && ![OF_SEVERAL, PROCEEDINGS].iter().any(|it| holds(said, it))
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
    if !mentions(text) && !mentions(label) && !is_denied(text) {
        return None;
    }
    let is_nothing = is_nothing(text);
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

/// Whether a cell says that its label does not apply; so do days long before any licence.
fn is_nothing(text: &str) -> bool {
    let text = spaced(text);
    let text = text.trim();
    let is_of_a_zero = |c: char| matches!(c, '0' | '1' | 't' | 'z' | ' ');
    NOTHING.contains(&text) || (text.starts_with('0') && text.chars().all(is_of_a_zero))
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
    if !mentions(name) {
        return false;
    }
    let spaced = spaced(name);
    let last = spaced.split_ascii_whitespace().next_back().unwrap_or_default();
    let beside = |c: char| matches!(c, ':' | '*' | '\u{2013}' | '\u{2014}');
    let dashes = name.match_indices(" - ").map(|(at, dash)| (at, at + dash.len()));
    let marks = name.match_indices(beside).map(|(at, mark)| (at, at + mark.len()));
    let is_cut = |(end, start): (usize, usize)| {
        let before = &name[..end];
        (is_heading_of_others(before) && speaks_against(before)) || speaks_against(&name[start..])
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
    let (first, rest) = text.split_once([' ', '-']).unwrap_or((text, ""));
    let told = ["ex", "former", "formerly", "previously", "trading"];
    let is_told = told.contains(&folded(first).as_str()) && !is_heading_of_others(rest);
    is_told && !rest.is_empty()
}

/// Whether a text holds any of the words at all. Nearly every text has none: it is looked at first.
fn mentions(text: &str) -> bool {
    let text_of_words = spaced(text);
    let holds = |known| holds_words(&text_of_words, known);
    text.contains(STRUCK) || holds(AGAINST) || holds(AGAINST_A_LIST)
}

fn holds(text: &str, known: &[&str]) -> bool {
    holds_words(&spaced(text), known)
}

/// Whether one of the known stands in a text of [`spaced`] words.
fn holds_words(text: &str, known: &[&str]) -> bool {
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let begins = |known: &&str| rest[known.len()..].starts_with(' ');
        if known.iter().filter(|known| rest.starts_with(**known)).any(begins) {
            return true;
        }
        rest = rest.split_once(' ').map_or("", |(_, rest)| rest);
    }
    false
}

/// The words of a text, folded, a blank before and behind each.
fn spaced(text: &str) -> String {
    let folded = folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |text, word| text + word + " ")
}

#[cfg(test)]
mod tests;
