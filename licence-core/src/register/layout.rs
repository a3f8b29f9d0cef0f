//! The names that a reader declares for its register: columns, labels and headings.

use crate::operator::registered_key;
use crate::status::wording::{has_phrase, has_word_out_of_force};
use crate::text::{collapsed, folded, non_empty};
use crate::written_date;

/// How much of a name is compared and of a remark is repeated, in characters. A status of more than
/// 2,000 bytes would refuse the register.
const MAX_NAME_CHARS: usize = 300;

/// Returns the form in which names are compared: without case, blanks and punctuation at the end.
pub(super) fn key(name: &str) -> String {
    let name = folded(&cut(name));
    name.trim_end_matches([':', '.', ',', ';', '*', '?', '!', ' ']).to_owned()
}

/// Returns the form in which the names of companies are compared: `RedPlay Limited` is `Redplay Ltd`,
/// and not `Redplay B.V.`.
pub(super) fn company_key(name: &str) -> String {
    non_empty(registered_key(name)).unwrap_or_else(|| folded(name))
}

/// Returns whether a character is the sign of a footnote, a picture, or a stroke through the letter
/// before it: none is part of a name.
pub(super) fn is_sign_of_footnote(c: char) -> bool {
    matches!(c, '*' | '＊' | '⁎' | '※' | '#' | '^' | '°' | '§' | '¶' | '‖')
        || matches!(c, '¹' | '²' | '³' | '†' | '‡')
        || matches!(c, '\u{334}'..='\u{338}' | '\u{2070}'..='\u{209f}')
        // Arrows, symbols, numbers in circles, dingbats; pictures.
        || matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

pub(super) fn cut(name: &str) -> String {
    name.chars().take(MAX_NAME_CHARS).collect()
}

/// The columns of remarks, in every register.
pub(super) const REMARKS: &str =
    "remarks | remark | notes | note | comments | comment | observations";

/// The words that a register writes in an empty cell.
const NOTHING: &[&str] = &["n/a", "n.a.", "n.a", "na", "nil", "none", "null", "tba", "tbc"];

/// Returns whether a cell holds nothing: blanks, dashes or one of the words for nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    let text = folded(text);
    NOTHING.contains(&text.as_str()) || !text.contains(|c: char| c != '-' && c != ' ')
}

/// The columns of a table or the labels of a list, as a reader declares them: in lower case, with a
/// bar between two names.
pub(super) struct Names<T: 'static> {
    /// The fields that are read, with every way to write them.
    pub(super) fields: &'static [(T, &'static str)],
    /// The names that say nothing about the status.
    pub(super) beside: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    Field(T),
    /// A remark, which makes the status unknown.
    Remark,
    /// Something that is only kept.
    Beside,
}

impl<T: Copy> Names<T> {
    pub(super) fn field(&self, name: &str) -> Option<T> {
        let name = key(name);
        self.fields.iter().find(|(_, names)| is_one_of(&name, names)).map(|(field, _)| *field)
    }
}

/// Returns whether a name, as a [`key`], is one of several with a bar between them.
pub(super) fn is_one_of(key: &str, declared: &str) -> bool {
    !key.is_empty() && declared.split('|').any(|name| name.trim() == key)
}

/// Returns whether a mark on a name or number speaks of something out of force (`Bet Inc. – not renewed`). A
/// hyphen may be part of a word, but a long dash is not.
pub(super) fn is_out_of_force(text: &str) -> bool {
    let text = text.replace(['\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'], " ");
    // For how long something holds, or that it holds no more.
    const LIMITS: &str = "archived | blacklisted | decertified | defunct | ex | former | formerly | \
        non-active | not certified | not licensed | on hold | paused | previously | unauthorised | \
        unauthorized | under investigation | under review | until";
    has_word_out_of_force(&text) || has_phrase(&text, LIMITS.split(" | "))
}

/// Returns whether a heading, a line, a type or a badge speaks against those it is about: it holds a word for
/// a licence that is out of force, not granted or provisional. Names may have some of these words (`Web Application Ltd`).
pub(super) fn speaks_against(text: &str) -> bool {
    const WORDS: &str = "applicant | applicants | application | applications | applied | applying | \
        archive | archives | awaiting | banned | barred | black-listed | blacklist | cancellations | \
        conditional | conditionally | de-certified | declined | denied | discontinued | ended | enforcement | ex-holders | \
        ex-licensee | ex-licensees | historic | historical | illegal | interim | invalid | lost | never | \
        none | not | old | out of force | past | previous | prospective | provisional | provisionally | \
        refused | rejected | revocations | sanctioned | suspensions | void | without";
    is_out_of_force(text) || has_phrase(text, WORDS.split(" | "))
}

/// What may be before the day of a page.
const DATED: &str = "as at | as of | checked on | date | dated | generated on | last generated on | last updated | \
    last updated on | last verified | last verified on | page last updated | \
    page last updated on | printed on | published on | this page was last updated on | updated | \
    updated on | verified on | version";

/// The most words of a date with its time.
const MAX_DATE_WORDS: usize = 8;

/// Returns whether a line says the day of its page and nothing else but perhaps a declared heading.
pub(super) fn is_dated(line: &str, headings: &str) -> bool {
    let line = folded(line);
    let mut words: Vec<_> = line.split([' ', '(', ')']).filter(|word| !word.is_empty()).collect();
    // A time may be that of a zone.
    words.pop_if(|word| word.starts_with("utc") || word.starts_with("gmt"));
    let is_heading = |text: &str| {
        let text = text.trim_end_matches([':', ',', '-', ' ']);
        text.is_empty() || is_one_of(text, headings)
    };
    (words.len().saturating_sub(MAX_DATE_WORDS)..words.len()).any(|at| {
        let (before, day) = (words[..at].join(" "), words[at..].join(" "));
        let before = before.trim_end_matches([':', ' ']);
        let mut dated = DATED.split('|').filter_map(|words| before.strip_suffix(words.trim()));
        written_date::with_time(&day).is_some() && (is_heading(before) || dated.any(is_heading))
    })
}

/// Returns the remark under a label; `None` for an empty one.
pub(super) fn remark(label: &str, text: &str) -> Option<String> {
    let label = collapsed(label);
    (!is_nothing(text)).then(|| format!("{}: {}", label.trim_end_matches([':', ' ']), cut(text)))
}

pub(super) const STRUCK_OUT: &str = "struck out";
/// The remark on a licence whose row or entry no visitor sees.
pub(super) const HIDDEN: &str = "hidden";
/// What the wording tables call a domain that a certificate or seal calls removed.
pub(super) const DELISTED: &str = "Delisted";

/// Returns a wording with its remarks, which no table of wordings knows.
pub(super) fn with_remarks(wording: &str, remarks: impl IntoIterator<Item: AsRef<str>>) -> String {
    let mut texts = Vec::from_iter(non_empty(wording).map(str::to_owned));
    texts.extend(remarks.into_iter().map(|remark| remark.as_ref().to_owned()));
    texts.join("; ")
}

pub(super) fn note(status: &mut Option<String>, remarks: impl IntoIterator<Item: AsRef<str>>) {
    let mut remarks = remarks.into_iter().peekable();
    if remarks.peek().is_some() {
        *status = Some(with_remarks(status.as_deref().unwrap_or_default(), remarks));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_say_the_day_of_its_page() {
        for (line, is_day) in [
            ("Last updated: 24th November 2026.", true),
            ("Updated on November 24, 2026", true),
            ("Page last updated: 24 November 2026", true),
            ("Licence last updated: 24 November 2026", false),
            ("As of November 24, 2026", true),
            ("Verified on 24/11/2026 10:12", true),
            ("Verified on 24 November 2026 10:12 (UTC-4)", true),
            ("Generated on 24 November 2026 10:12:33", true),
            ("November 24, 2026", true),
            ("OGL License Registry November 24, 2026", true),
            ("OGL License Registry - as at 24 November 2026", true),
            ("Revoked as of November 24, 2026", false),
            ("Not updated November 24, 2026", false),
            ("Suspended on November 24, 2026", false),
            ("Updated on November 24, 2026, suspended", false),
            ("Updated", false),
            ("", false),
        ] {
            assert_eq!(is_dated(line, "licensees | ogl license registry"), is_day, "{line}");
        }
    }
}
