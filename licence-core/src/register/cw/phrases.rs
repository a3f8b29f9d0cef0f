//! The texts before and after known phrases, whatever their case.

use crate::text::trimmed;

pub(super) fn after<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let at = find(text, phrase)?;
    text.get(at + phrase.len()..).map(|rest| trimmed(rest).trim_start_matches([':', ' ']))
}

/// Returns the text before a phrase, unless it is blank.
pub(super) fn before<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    text.get(..find(text, phrase)?).map(trimmed).filter(|text| !text.is_empty())
}

pub(super) fn verbatim<'t>(text: &'t str, phrase: &str) -> &'t str {
    find(text, phrase).and_then(|at| text.get(at..at + phrase.len())).unwrap_or_default()
}

pub(super) fn word_after(text: &str, phrase: &str) -> Option<String> {
    let word = bare(after(text, phrase)?.split(' ').next()?);
    (!word.is_empty()).then(|| word.to_owned())
}

/// Returns a text without blanks, quotes and the marks at its end.
pub(super) fn bare(text: &str) -> &str {
    let text = trimmed(text).trim_end_matches(['.', ',', ';', ':', ' ']);
    text.trim_matches(['"', '\'', '\u{201c}', '\u{201d}'])
}

/// Returns where a phrase begins. Only the case of ASCII letters is ignored, so that positions are
/// the same in both texts.
fn find(text: &str, phrase: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&phrase.to_ascii_lowercase())
}
