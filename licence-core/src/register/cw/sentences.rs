//! The sentences of a certificate: declared phrases with places for a name, a number or a date; and the
//! texts before and after known phrases, whatever their case.

use super::rows::is_licence_number;
use crate::register::domain_cell::is_address;
use crate::register::layout::{is_one_of, speaks_against};
use crate::register::marks::is_marked;
use crate::text::{folded, trimmed};
use crate::written_date;

/// The phrases in any order, in the form of [`word_key`]. A word in upper case is a place. How a company is
/// incorporated, up to the day since when it holds its licence or up to its own site, is not on record word
/// by word: these words are free but for those against a licence.
const PHRASES: [&str; 35] = [
    "this is to",
    "certify that NAME a company incorporated WORDS since DATE",
    "certify that NAME a company incorporated WORDS on their corporate website SITE",
    "certify that NAME a company incorporated under the laws of curacao",
    "certify that SITE is operated by NAME a company incorporated under the laws of curacao",
    "with company number NUMBER",
    "company number NUMBER",
    "and licensed by the curacao gaming authority to offer games of chance",
    "is licensed by the curacao gaming authority to offer games of chance",
    "under license number LICENSE",
    "license number LICENSE",
    "in accordance with the national ordinance on games of chance",
    "holds a license of the curacao gaming authority since DATE",
    "holds a license since DATE",
    "since DATE",
    "PERMISSION seal of approval on their corporate website SITE",
    "seal of approval on their corporate website SITE",
    "the license was granted on DATE and its",
    "issued on DATE",
    "it operates the",
    "the company operates the",
    "and operates the",
    "operates the",
    // The lines under a certificate.
    "copyright © NUMBER curacao gaming authority",
    "copyright NUMBER curacao gaming authority",
    "© NUMBER curacao gaming authority",
    "copyright © NUMBER",
    "copyright NUMBER",
    "© NUMBER",
    "copyright",
    "all rights reserved",
    "terms and conditions",
    "terms of use",
    "terms",
    "privacy policy",
];

const MAX_PLACE_WORDS: usize = 60;
const MAX_PERMISSION_WORDS: usize = 8;
const PERMITS: &str = "allowed | authorised | authorized | entitled | may | permitted";

/// Returns the parts of a text that are no declared phrase.
pub(super) fn undeclared(text: &str) -> Vec<String> {
    // A comma belongs to the word before it, also after a blank (`N.V.&nbsp;, a company`).
    let text = text.replace(" , ", ", ");
    let words: Vec<_> = text.split(' ').filter(|word| !bare(word).is_empty()).collect();
    let (mut parts, mut at, mut is_open) = (Vec::<String>::new(), 0, false);
    while at < words.len() {
        let phrases = PHRASES.iter().map(|phrase| phrase.split(' ').collect::<Vec<_>>());
        let length = phrases.filter_map(|phrase| length(&phrase, &words[at..])).next();
        match parts.last_mut().filter(|_| is_open) {
            _ if length.is_some() => {}
            Some(part) => *part = format!("{part} {}", words[at]),
            None => parts.push(words[at].to_owned()),
        }
        is_open = length.is_none();
        at += length.unwrap_or(1);
    }
    parts
}

/// Returns how many words at the beginning are the phrase.
fn length(phrase: &[&str], words: &[&str]) -> Option<usize> {
    let Some((first, rest)) = phrase.split_first() else { return Some(0) };
    let most =
        if first.starts_with(char::is_uppercase) { MAX_PLACE_WORDS.min(words.len()) } else { 1 };
    (1..=most).find_map(|count| {
        let is_first = words.get(..count).is_some_and(|words| fits(first, words));
        is_first.then(|| length(rest, &words[count..])).flatten().map(|length| count + length)
    })
}

/// Returns whether words are a word of a phrase, or fit its place.
fn fits(part: &str, words: &[&str]) -> bool {
    let joined = || words.iter().map(|word| bare(word)).collect::<String>();
    match part {
        "NAME" => is_name(words),
        "PERMISSION" => is_permission(words) && fits("WORDS", words),
        "WORDS" => {
            let words: Vec<_> = words.iter().map(|word| word_key(word)).collect();
            // A licence that a company held or had is none.
            !words.iter().any(|word| matches!(&**word, "held" | "had"))
                && !speaks_against(&words.join(" "))
        }
        "SITE" => words.len() == 1 && is_address(&joined()),
        "NUMBER" => words.len() == 1 && joined().bytes().all(|byte| byte.is_ascii_digit()),
        "LICENSE" => is_licence_number(&joined()),
        "DATE" => written_date::whole(&words.join(" ")).is_some(),
        _ => words.len() == 1 && word_key(words[0]) == part,
    }
}

/// Returns whether words say in one sentence what the company may do with its seal.
fn is_permission(words: &[&str]) -> bool {
    words.len() <= MAX_PERMISSION_WORDS
        && words.iter().any(|word| is_one_of(&word_key(word), PERMITS))
        && !words.iter().any(|word| word.ends_with('.') || word_key(word) == "no")
}

/// Returns whether words are a plain name up to its comma: without brackets, another comma, an address or
/// a mark, with which a remark may begin.
fn is_name(words: &[&str]) -> bool {
    let name = words.join(" ");
    let Some(name) = name.strip_suffix(',') else { return false };
    !name.contains([',', '(', '[', '{', ':', ';', '*'])
        && !words.iter().any(|word| is_address(bare(word)))
        && !is_marked(name)
}

/// Returns the form in which words are compared.
pub(super) fn word_key(word: &str) -> String {
    folded(bare(word)).replace('ç', "c").replace("licence", "license")
}

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

#[cfg(test)]
mod tests;
