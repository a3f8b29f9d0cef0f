//! The sentences of a certificate: declared phrases with places for a name, a number or a date; and the
//! texts before and after known phrases, whatever their case.

use super::rows::is_licence_number;
use crate::check::names::{is_legal_form, tokens};
use crate::register::domain_cell::is_address;
use crate::register::layout::speaks_against;
use crate::register::marks::is_marked;
use crate::regulatory_action::ends_in_a_legal_form;
use crate::status::wording::has_word_out_of_force;
use crate::text::{folded, trimmed};
use crate::written_date;

/// The phrases in any order, in the form of [`word_key`]. A word in upper case is a place. How a
/// company is incorporated, up to the day since when it holds its licence or up to its own site, is
/// not on record word by word: these words are free but for those about a licence.
const PHRASES: [&str; 25] = [
    "this is to",
    "certify that NAME a company incorporated WORDS holds a license of the curacao gaming authority since DATE",
    "certify that NAME a company incorporated WORDS holds a license since DATE",
    "certify that NAME a company incorporated WORDS since DATE",
    "certify that NAME a company incorporated WORDS on their corporate website SITE",
    "certify that SITE is operated by NAME a company incorporated under the laws of curacao",
    "certify that NAME a company incorporated under the laws of curacao",
    "with company number NUMBER",
    "company number NUMBER",
    "and licensed by the curacao gaming authority to offer games of chance",
    "under license number LICENSE",
    "license number LICENSE",
    "in accordance with the national ordinance on games of chance",
    "holds a license of the curacao gaming authority since DATE",
    "holds a license since DATE",
    "is licensed by the curacao gaming authority to offer games of chance since DATE",
    "since DATE",
    "may place the seal of approval on their corporate website SITE",
    "seal of approval on their corporate website SITE",
    "the license was granted on DATE and its",
    "issued on DATE",
    "it operates the",
    "the company operates the",
    "and operates the",
    "operates the",
];

const MAX_PLACE_WORDS: usize = 60;

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

/// Returns whether words are a word of a phrase, or stand in its place.
fn fits(part: &str, words: &[&str]) -> bool {
    let joined = || words.iter().map(|word| bare(word)).collect::<String>();
    match part {
        "NAME" => is_name(words),
        "WORDS" => !words.iter().any(|word| is_about_a_licence(word)),
        "SITE" => words.len() == 1 && is_address(&joined()),
        "NUMBER" => words.len() == 1 && joined().bytes().all(|byte| byte.is_ascii_digit()),
        "LICENSE" => is_licence_number(&joined()),
        "DATE" => written_date::whole(&words.join(" ")).is_some(),
        _ => words.len() == 1 && word_key(words[0]) == part,
    }
}

/// Returns whether words are one name up to its comma. A mark or another comma begins a remark, and an
/// address at the beginning another sentence. Such a comma or address belongs to the name if only a legal
/// form follows it. So do brackets before the name's only legal form that say nothing of a licence.
fn is_name(words: &[&str]) -> bool {
    let name = words.join(" ");
    let comma = words.iter().position(|word| word.ends_with(','));
    name.ends_with(',')
        && comma.is_some_and(|at| at + 1 == words.len() || is_form(&words[at + 1..]))
        && (!is_address(bare(words[0])) || is_form(&words[1..]))
        && (!name.contains('(') || ends_in_a_legal_form(&name))
        && name.match_indices('(').all(|(at, _)| is_part_of_name(&name[..at], &name[at + 1..]))
        && !name.contains(['[', '{', ':', ';', '*'])
        && !is_marked(bare(&name))
}

/// Returns whether brackets between these texts belong to a name.
fn is_part_of_name(before: &str, after: &str) -> bool {
    !ends_in_a_legal_form(before)
        && after.split_once(')').is_some_and(|(inner, _)| {
            let says_more = inner.split(' ').any(is_about_a_licence) || speaks_against(inner);
            !says_more && !inner.contains('(')
        })
}

/// Returns whether words are a legal form and nothing else.
fn is_form(words: &[&str]) -> bool {
    let tokens = tokens(&words.join(" "));
    !tokens.is_empty() && tokens.iter().all(|token| is_legal_form(token))
}

/// Returns whether a word is about a licence or says that something is not so, or no more.
fn is_about_a_licence(word: &str) -> bool {
    const NOT_SO: [&str; 9] =
        ["been", "ceased", "former", "formerly", "held", "longer", "never", "not", "until"];
    let word = word_key(word);
    word.starts_with("licens") || NOT_SO.contains(&&*word) || has_word_out_of_force(&word)
}

fn word_key(word: &str) -> String {
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
