//! The words of a list of addresses: which are addresses, and which say nothing of them.

use crate::register::domain_cell::{NoHost, host_of};
use crate::text::trimmed;

const DASHES: &[char] =
    &['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
/// Marks that stand around an address and never belong to one.
const WRAPPERS: &[char] =
    &['(', ')', '[', ']', '"', '\'', '\u{201c}', '\u{201d}', ',', ';', '|', '\u{2022}'];

/// What joins two addresses of a list.
const JOINING: &[&str] = &["and", "or", "&", "+", "/"];

/// Words for what is there and for what a link does, which say nothing of whether it is licensed.
const LABELS: &[&str] = &[
    "active",
    "address",
    "app",
    "betting",
    "bingo",
    "brand",
    "brands",
    "casino",
    "desktop",
    "domain",
    "domains",
    "english",
    "eu",
    "games",
    "international",
    "licensed",
    "live",
    "lottery",
    "main",
    "mobile",
    "new",
    "poker",
    "primary",
    "site",
    "sites",
    "slots",
    "sport",
    "sports",
    "sportsbook",
    "uk",
    "url",
    "urls",
    "visit",
    "web",
    "website",
    "websites",
];

/// What links say to those who hear a page.
pub(super) const OF_LINKS: &[&str] = &[
    "link is external",
    "opens in a new browser tab",
    "opens in a new tab",
    "opens in a new window",
    "opens in new tab",
    "opens in new window",
    "opens new tab",
    "opens new window",
    "external link",
];

/// The words of a text that have a point inside them.
pub(crate) fn addresses(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| is_like_an_address(word)).collect()
}

pub(super) fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// What joins two addresses, a sign, or the number of an item.
pub(super) fn is_joining(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    let is_number = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_a_sign = !word.contains(char::is_alphanumeric);
    is_number || is_a_sign || is_one_of(word, JOINING)
}

pub(super) fn is_neutral(word: &str) -> bool {
    is_joining(word) || is_one_of(word.trim_end_matches(':'), LABELS)
}

/// With a point inside it, whether it is one or not: what is none is kept by itself.
pub(super) fn is_like_an_address(word: &str) -> bool {
    word.trim_end_matches('.').contains('.')
}

/// Cut at blanks, commas and semicolons; at a hyphen only beside a blank, because host names have
/// hyphens, but at a longer dash anywhere.
pub(super) fn words(text: &str) -> Vec<String> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let is_long_dash =
        |c: char| c != '-' && c != '\u{2011}' && c != '\u{2010}' && DASHES.contains(&c);
    let words = text.split(|c| separates(c) || is_long_dash(c));
    let bare = words.map(|word| trimmed(word.trim_matches(WRAPPERS).trim_matches(DASHES)));
    bare.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Blank, or dashes only.
pub(super) fn is_none(text: &str) -> bool {
    trimmed(trimmed(text).trim_matches(DASHES)).is_empty()
}

pub(super) fn names_host(text: &str) -> bool {
    !matches!(host_of(text), Err(NoHost::NotAHost))
}
