//! Marks on names, numbers and types, which may say that a licence is not in force.

use super::layout::{is_sign_of_footnote, speaks_against};
use crate::jurisdiction::JurisdictionCode;
use crate::regulatory_action::ends_in_a_legal_form;
use crate::status::wording::{has_phrase, has_word_out_of_force, says_only_out_of_force};
use crate::text::{collapsed, folded, is_dash, non_empty};

/// Returns whether a name holds a text that is set off from it, the sign of a footnote, or a word
/// for a licence that is not in force.
pub(super) fn is_marked(name: &str) -> bool {
    let between = ["- ", " -", " / ", ": ", " :", ";", "|"];
    let words = without_capitalised_start(name);
    let name = folded(name);
    let is_set_off = has_brackets(&name)
        || name.ends_with(':')
        || between.iter().any(|sign| name.contains(sign));
    is_set_off || name.contains(is_sign_of_footnote) || is_out_of_force(&words)
}

/// Returns whether a type holds a text that is set off from it, the sign of a footnote, or a word for a
/// licence that is not in force or not granted.
pub(super) fn is_marked_type(code: JurisdictionCode, kind: &str) -> bool {
    let is_set_off = match code {
        JurisdictionCode::Iom => is_marked(kind),
        _ => has_brackets(kind) || kind.contains(is_sign_of_footnote),
    };
    is_set_off || is_out_of_force_or_not_granted(kind)
}

/// Returns whether a licence number holds a mark that no number has. A long dash inside a word is a
/// hyphen; raised digits and letters are marks.
pub(super) fn is_marked_number(number: &str) -> bool {
    let is_raised = |c: char| is_sign_of_footnote(c) || matches!(c, 'ª' | 'º');
    let is_usual = |c: char| {
        (c.is_alphanumeric() && !is_raised(c)) || "-\u{2010}\u{2011}/. \u{a0}".contains(c)
    };
    let is_long_dash = |c: char| is_dash(c) && !is_usual(c);
    let has_mark = |word: &str| {
        word.contains(|c| !is_usual(c) && !is_dash(c))
            || word.starts_with(is_long_dash)
            || word.ends_with(is_long_dash)
    };
    number.split([' ', '\u{a0}']).any(has_mark)
        || is_out_of_force(&folded(number).replace('-', " "))
}

/// Returns a name without its marks. A name that is nothing but marks stays as it is.
pub(super) fn without_marks(name: &str) -> String {
    let parts = parts_of(&collapsed(&name.replace(is_sign_of_footnote, "")));
    let speaks = |part: &&String| is_out_of_force(&without_capitalised_start(part));
    let plain = parts.iter().find(|part| !speaks(part)).cloned();
    let plain =
        plain.or_else(|| parts.iter().find_map(|part| without_words(part, is_out_of_force)));
    plain.unwrap_or_else(|| collapsed(name))
}

/// What ends a word of a type. A hyphen does not, because types have hyphens of their own.
const ENDS_OF_WORDS: [char; 7] = [' ', '/', '|', ';', ':', '\u{2013}', '\u{2014}'];

/// Returns a type without its marks: signs of footnotes, what is in brackets, and the parts that speak
/// against the licence. The other parts stay as they are written, because types have dashes of their own;
/// not those of the Isle of Man, of which the first part stays. Unlike a name, no type begins with a word
/// for a licence out of force or not granted. A type that is nothing but marks stays as it is.
pub(super) fn type_without_marks(code: JurisdictionCode, kind: &str) -> String {
    let unsigned = collapsed(&kind.replace(is_sign_of_footnote, ""));
    // A type that is in brackets as a whole is what these hold.
    let is_bracket = |c: char| OPENING.contains(&c) || CLOSING.contains(&c);
    let mut between_brackets = unsigned.split(is_bracket).map(str::trim);
    let is_type = |text: &&str| !text.is_empty() && !is_out_of_force_or_not_granted(text);
    let plain = non_empty(without_brackets(&unsigned));
    let plain = plain.as_deref().or_else(|| between_brackets.find(is_type)).unwrap_or_default();
    let (first, rest) = plain.split_once(ENDS_OF_WORDS).unwrap_or_default();
    let plain = if is_out_of_force_or_not_granted(first) { rest } else { plain };
    let parts = parts_as_written(plain).into_iter();
    let mut parts = parts.filter(|part| !is_out_of_force_or_not_granted(part));
    let kept: String = match code {
        JurisdictionCode::Iom => {
            parts.find(|part| part.contains(char::is_alphanumeric)).unwrap_or_default()
        }
        _ => parts.collect(),
    };
    let kept = without_brackets(kept.trim_matches(|c: char| is_between(c) || c == ' '));
    non_empty(kept)
        .or_else(|| without_words(plain, is_out_of_force_or_not_granted))
        .unwrap_or_else(|| collapsed(kind))
}

/// Returns the parts of a name between the signs that set them off, each without the brackets around
/// it, before it and after it.
fn parts_of(name: &str) -> Vec<String> {
    let name = name.replace([';', '|'], " | ");
    let mut parts = vec![Vec::new()];
    for word in name.split(' ') {
        let bare = word.trim_matches(is_between);
        if word.starts_with(is_between) {
            parts.push(Vec::new());
        }
        parts.last_mut().into_iter().for_each(|part| part.push(bare));
        if word.ends_with(is_between) {
            parts.push(Vec::new());
        }
    }
    let parts = parts.iter().map(|words| without_brackets(&collapsed(&words.join(" "))));
    parts.filter(|part| part.contains(char::is_alphanumeric)).collect()
}

/// Returns the parts of a type with the signs between them, which are parts too or end one. Joined they
/// are the type.
fn parts_as_written(kind: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in kind.split_inclusive(ENDS_OF_WORDS) {
        if word.starts_with(is_between) {
            parts.push(String::new());
        }
        parts.last_mut().into_iter().for_each(|part| part.push_str(word));
        if word.trim_end().ends_with(is_between) {
            parts.push(String::new());
        }
    }
    parts
}

/// Returns whether a sign at the start or end of a word sets a text off. A colon inside a word is a
/// letter, as in Kahnawà:ke.
fn is_between(c: char) -> bool {
    matches!(c, '|' | '/' | '-' | ':' | ';') || is_dash(c)
}

fn without_brackets(part: &str) -> String {
    let mut part = part;
    while has_brackets(part) {
        part = match part.ends_with(CLOSING) {
            true => part.rfind(OPENING).map_or("", |at| &part[..at]),
            false => part.find(CLOSING).map_or("", |at| &part[at + 1..]),
        };
        part = part.trim();
    }
    part.trim_end_matches([',', ' ']).to_owned()
}

/// Returns a name without its words that speak against the licence, and without those between its legal
/// form and them (`Bet Inc. permit revoked`) or before them and the whole name (`Temporarily suspended
/// Bet Inc.`).
fn without_words(name: &str, speaks_against: fn(&str) -> bool) -> Option<String> {
    let words: Vec<_> = name.split(' ').collect();
    let skipped = words.len() - without_capitalised_start(name).split(' ').count();
    let speaks = |from: usize, to: usize| speaks_against(&words[from..to].join(" "));
    let end = (skipped + 1..=words.len()).find(|end| speaks(skipped, *end))?;
    let start = (skipped..end).rev().find(|start| speaks(*start, end))?;
    let has_form = |words: &[&str]| ends_in_a_legal_form(&words.join(" "));
    let rest = match (1..=start).rev().find(|end| has_form(&words[..*end])) {
        Some(end) => &words[..end],
        None if start == 0 || has_form(&words[end..]) => &words[end..],
        None => &words[..start],
    };
    let rest = rest.join(" ").trim_end_matches([',', ' ']).to_owned();
    (!rest.is_empty()).then_some(rest)
}

/// Returns whether a mark on a name or number speaks of something out of force (`Bet Inc. – not renewed`). A
/// hyphen may be part of a word, but a long dash is not.
pub(super) fn is_out_of_force(text: &str) -> bool {
    let text = text.replace(['\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'], " ");
    // For how long something holds, or that it holds no more.
    const LIMITS: &str = "blacklisted | decertified | former | not certified | not licensed | \
        not renewed | unauthorised | unauthorized | under review | until";
    has_word_out_of_force(&text) || has_phrase(&text, LIMITS.split(" | "))
}

/// Returns whether a type speaks of something out of force or not granted (`Sub-licence, refused`).
pub(super) fn is_out_of_force_or_not_granted(kind: &str) -> bool {
    // A name may hold them (`Web Application Ltd`).
    const OF_TYPES: &str = "applicant applicants application applications applied awaiting \
        blacklist declined denied refused rejected void";
    is_out_of_force(kind) || has_phrase(kind, OF_TYPES.split(' '))
}

/// Returns whether a part of its own, such as a badge beside a name or a host, speaks against the licence.
pub(super) fn is_badge_against(part: &str) -> bool {
    speaks_against(part) || is_out_of_force_or_not_granted(part) || says_only_out_of_force(part)
}

/// Returns a name without its first word if that is written as in a name (`Expired Coupons Inc.`).
fn without_capitalised_start(name: &str) -> String {
    let name = collapsed(name);
    let is_capitalised = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
    };
    let rest = name.split_once(' ').filter(|(first, _)| is_capitalised(first));
    rest.map_or(name.clone(), |(_, rest)| rest.to_owned())
}

const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];

fn has_brackets(text: &str) -> bool {
    text.ends_with(CLOSING) || text.starts_with(OPENING)
}

#[cfg(test)]
mod tests;
