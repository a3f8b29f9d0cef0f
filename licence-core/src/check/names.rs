//! Names brought to one form, so that equality is the only test (decisions 3, step 5).
//!
//! Every fold here is lossless for what makes a name its own: spaces, case, the accents of Latin and
//! Greek letters and legal forms go, letters and digits stay. Nothing generic is ever taken off a
//! register's name.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::domain::DomainStatus;
use crate::hostname::{Hostname, Registrable};
use crate::public_suffix;

/// The legal forms that are no words of the language, folded. Different forms are different
/// companies ([`crate::operator::registered_key`] keeps them); as a *name* they say nothing.
const UNMISTAKABLE_FORMS: &str = "bv corp gmbh inc incorporated limited llc ltd nv plc";
/// The other trailing words that say how a company is organised, folded.
const OTHER_FORMS: &str = "\
    llp lp sa srl sarl sas spa corporation company co ag ab aps as asa oy oyj ou se sro doo dd kft \
    zrt sl slu lda ltda limitada eood ood ead ad sia uab vof cv pty pte private public enc";

/// The Cyrillic block begins here. All Latin and Greek letters with accents have their base below it.
const FIRST_AFTER_GREEK: char = '\u{400}';

/// Returns the tokens of a name: compatibility forms and case folded, Latin and Greek accents and a
/// few letters without a decomposition brought to ASCII, points and apostrophes dropped, everything
/// else split on.
pub fn tokens(name: &str) -> Vec<String> {
    if name.is_ascii() {
        return split(name.chars().map(|letter| letter.to_ascii_lowercase()));
    }
    let tokens = split(name.nfkc().flat_map(char::to_lowercase).nfkd());
    // What was taken apart and is no accent is one letter again, as in Hangul or Kana.
    tokens.iter().map(|token| token.nfc().collect()).collect()
}

fn split(folded: impl Iterator<Item = char>) -> Vec<String> {
    let mut tokens = vec![String::new()];
    for character in folded {
        match character {
            '.' | '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}' | '\u{2bc}' => {}
            '&' | '+' => tokens.extend(["and".to_owned(), String::new()]),
            mark if is_combining_mark(mark) => push_mark(&mut tokens, mark),
            letter if letter.is_alphanumeric() => push_letter(&mut tokens, letter),
            _ => tokens.push(String::new()),
        }
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// Drops the accent of a Latin or Greek letter. In other scripts a mark makes another letter: `ベ` is
/// not `ヘ`, nor `й` `и`.
fn push_mark(tokens: &mut [String], mark: char) {
    let Some(token) = tokens.last_mut() else { return };
    let is_accent = token.chars().next_back().is_none_or(|letter| letter < FIRST_AFTER_GREEK);
    if !is_accent && !is_variation_selector(mark) {
        token.push(mark);
    }
}

/// Returns whether a mark only chooses among pictures of the same letter.
fn is_variation_selector(mark: char) -> bool {
    matches!(mark, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn push_letter(tokens: &mut [String], letter: char) {
    let Some(token) = tokens.last_mut() else { return };
    match letter {
        'ø' => token.push('o'),
        'æ' => token.push_str("ae"),
        'œ' => token.push_str("oe"),
        'ł' => token.push('l'),
        'đ' | 'ð' => token.push('d'),
        'ß' => token.push_str("ss"),
        'þ' => token.push_str("th"),
        'ı' => token.push('i'),
        other => token.push(other),
    }
}

/// Returns the name without spaces: what a root label is compared with.
///
/// ```
/// use licence_core::check::names::squash;
///
/// assert_eq!(squash("Bet-Victor"), squash("betvictor"));
/// assert_eq!(squash("Señor Ångström & Søn"), "senorangstromandson");
/// ```
pub fn squash(name: &str) -> String {
    // Nearly every root is squashed as it is written.
    if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return name.to_owned();
    }
    tokens(name).concat()
}

/// Returns all keys a register's name can be asked for by: with and without its `and`, and, where
/// the name is itself a host (`www.videoslots.com`), by that host's root.
pub fn keys(name: &str) -> Vec<String> {
    keys_of_tokens(&tokens(name)).into_iter().chain(root_of_host_name(name)).collect()
}

/// Returns the keys of a company name less its legal form; never less than one word.
///
/// ```
/// use licence_core::check::names::keys_without_legal_form;
///
/// assert_eq!(keys_without_legal_form("Cyberluck Curaçao N.V."), ["cyberluckcuracao"]);
/// assert_eq!(keys_without_legal_form("Limited"), ["limited"]);
/// ```
pub fn keys_without_legal_form(name: &str) -> Vec<String> {
    keys_of_tokens(&tokens_without_legal_form(name))
}

/// Returns the tokens of a company name less its legal form; never less than one.
pub(crate) fn tokens_without_legal_form(name: &str) -> Vec<String> {
    let mut tokens = tokens(name);
    while tokens.len() > 1 && tokens.last().is_some_and(|last| is_legal_form(last)) {
        tokens.pop();
    }
    tokens
}

/// Returns the company names of an operator, each with its keys.
pub(crate) fn keys_of_company<'n>(
    display_name: &'n str,
    registered_name: Option<&'n str>,
) -> impl Iterator<Item = (&'n str, Vec<String>)> {
    let names = [Some(display_name), registered_name].into_iter().flatten();
    names.map(|name| (name, keys_without_legal_form(name)))
}

/// Returns the key that a host on record gives its operator. A name from a host that the register
/// took away, or from a suffix where anyone gets a name, would point at an operator that no longer
/// uses it, or never did.
pub(crate) fn key_of_host(
    registrable: &Registrable<'_>,
    status: Option<DomainStatus>,
) -> Option<String> {
    let is_in_use = status.is_some_and(DomainStatus::is_permitted);
    (is_in_use && !registrable.suffix_is_private).then(|| squash(&registrable.unicode_root()))
}

/// Returns whether a folded word says how a company is organised.
pub(crate) fn is_legal_form(token: &str) -> bool {
    is_unmistakable_form(token) || OTHER_FORMS.split(' ').any(|form| form == token)
}

/// Returns whether a folded word is a legal form and no word of the language.
pub(crate) fn is_unmistakable_form(token: &str) -> bool {
    UNMISTAKABLE_FORMS.split(' ').any(|form| form == token)
}

/// Returns a token with `ltd` for `limited`, which is the same legal form.
pub(crate) fn with_short_limited(token: String) -> String {
    if token == "limited" { "ltd".to_owned() } else { token }
}

fn keys_of_tokens(tokens: &[String]) -> Vec<String> {
    let mut keys = vec![tokens.concat()];
    if tokens.len() > 1 && tokens.iter().any(|token| token == "and") {
        keys.push(tokens.iter().filter(|token| *token != "and").map(String::as_str).collect());
    }
    keys.retain(|key| !key.is_empty());
    keys
}

fn root_of_host_name(name: &str) -> Option<String> {
    let host: Hostname = name.parse().ok()?;
    let registrable = host.registrable()?;
    let is_real_suffix = public_suffix::suffix(registrable.suffix).is_some_and(|s| s.is_known());
    is_real_suffix.then(|| squash(&registrable.unicode_root()))
}

/// Two labels with the same fold look alike to a hurried reader: confusable letters of other
/// scripts (UTS 39), accents, and the ASCII pairs `0`/`o`, `1`/`l`/`i`, `rn`/`m`, `vv`/`w`,
/// `5`/`s`, `3`/`e`.
///
/// ```
/// use licence_core::check::names::look_alike_fold;
///
/// assert_eq!(look_alike_fold("betvict0r"), look_alike_fold("betvictor"));
/// assert_eq!(look_alike_fold("bеt365"), look_alike_fold("bet365")); // Cyrillic е
/// ```
pub fn look_alike_fold(label: &str) -> String {
    if label.is_ascii() {
        return ascii_look_alike_fold(label.chars());
    }
    let without_marks: String = label.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let skeleton: String = unicode_security::skeleton(&without_marks).collect();
    ascii_look_alike_fold(skeleton.chars().flat_map(char::to_lowercase))
}

fn ascii_look_alike_fold(label: impl Iterator<Item = char>) -> String {
    let mut fold = String::new();
    for character in label {
        match character {
            '-' => {}
            '0' => fold.push('o'),
            '1' | 'i' | '|' => fold.push('l'),
            '5' => fold.push('s'),
            '3' => fold.push('e'),
            'm' => fold.push_str("rn"),
            'w' => fold.push_str("vv"),
            other => fold.push(other.to_ascii_lowercase()),
        }
    }
    fold
}

#[cfg(test)]
mod tests;
