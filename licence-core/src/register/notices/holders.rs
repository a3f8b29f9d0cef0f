//! The holders of a list, by everything that a notice can call them.

use std::collections::{BTreeSet, HashMap};

use crate::check::names::{
    is_legal_form, is_unmistakable_form, tokens, tokens_without_legal_form, with_short_limited,
};
use crate::jurisdiction::JurisdictionCode;
use crate::licence_number::identity;
use crate::register::domain_cell::{NoHost, host_of};
use crate::register::reading::ListedLicence;
use crate::status::wording::has_word_out_of_force;

pub(super) struct Holders {
    code: JurisdictionCode,
    names: HashMap<String, Vec<Name>>,
    /// The numbers of tokens of the names that begin with a token.
    lengths: HashMap<String, BTreeSet<usize>>,
    /// The sites and numbers.
    words: HashMap<String, Vec<usize>>,
}

struct Name {
    lacks_form: bool,
    licence: usize,
}

struct Token {
    text: String,
    /// The place of its word.
    word: usize,
    is_capital: bool,
    /// Whether a mark ends its word, and with it a name.
    ends: bool,
}

/// The licences that a text names, and its words beside the names.
pub(super) struct Named {
    pub(super) licences: BTreeSet<usize>,
    pub(super) beside: String,
}

impl Named {
    /// Returns whether the text says little more than who the holder is, such as since when and why.
    pub(super) fn is_whole_line(&self) -> bool {
        const MAX_WORDS_BESIDE: usize = 8;
        !self.licences.is_empty() && self.beside.split_whitespace().count() <= MAX_WORDS_BESIDE
    }
}

impl Holders {
    pub(super) fn new(code: JurisdictionCode, licences: &[ListedLicence]) -> Self {
        let (mut names, mut words) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let mut lengths: HashMap<_, BTreeSet<_>> = HashMap::new();
        for (at, licence) in licences.iter().enumerate() {
            let name = &licence.operator.name;
            // A name of one word may be a word of the language.
            let (whole, short) = (tokens(name), tokens_without_legal_form(name));
            let lacks_form = whole == short;
            let forms = [(whole, lacks_form), (short, true)].into_iter();
            for (tokens, lacks_form) in forms.filter(|(it, _)| it.len() > 1) {
                let tokens: Vec<_> = tokens.into_iter().map(short_form).collect();
                lengths.entry(tokens[0].clone()).or_default().insert(tokens.len());
                let name = Name { lacks_form, licence: at };
                names.entry(tokens.join(" ")).or_default().push(name);
            }
            let sites = licence.domains.iter().filter_map(|listed| site(&listed.domain));
            let number = licence.license_number.as_ref().and_then(|it| number_key(code, it));
            for word in sites.chain(number).collect::<BTreeSet<_>>() {
                words.entry(word).or_default().push(at);
            }
        }
        Self { code, names, lengths, words }
    }

    pub(super) fn named_in(&self, text: &str) -> Named {
        let words: Vec<_> = text.split_whitespace().collect();
        let tokens: Vec<_> =
            words.iter().enumerate().flat_map(|(at, it)| in_word(at, it)).collect();
        let (mut licences, mut is_name) = (BTreeSet::new(), vec![false; words.len()]);
        let bare: Vec<_> = words.iter().map(|word| bare(word)).collect();
        for (at, word) in bare.iter().enumerate() {
            let site = site(word).and_then(|key| Some((self.words.get(&key)?, 1)));
            for (found, length) in site.into_iter().chain(self.longest_number(&bare[at..])) {
                licences.extend(found);
                is_name[at..at + length].fill(true);
            }
        }
        let mut at = 0;
        while at < tokens.len() {
            let (length, found) = match is_end_of_longer(&tokens[..at]) {
                true => Default::default(),
                false => self.longest_name(&tokens[at..]),
            };
            licences.extend(found);
            tokens[at..at + length].iter().for_each(|token| is_name[token.word] = true);
            at += length.max(1);
        }
        let beside = words.iter().zip(&is_name).filter(|(_, is_name)| !**is_name);
        let beside: Vec<_> = beside.map(|(word, _)| *word).collect();
        Named { licences, beside: beside.join(" ") }
    }

    /// Returns the licences of the longest number that words begin with, because blanks may part it
    /// (`ALSI 202412017 FI 1`), and the number of its words.
    fn longest_number(&self, words: &[&str]) -> Option<(&Vec<usize>, usize)> {
        const MAX_WORDS_OF_NUMBER: usize = 4;
        (1..=MAX_WORDS_OF_NUMBER).rev().find_map(|length| {
            let key = number_key(self.code, &words.get(..length)?.join(" "))?;
            Some((self.words.get(&key)?, length))
        })
    }

    /// Returns the number of tokens of the longest name that tokens begin with, and the licences of it.
    fn longest_name(&self, tokens: &[Token]) -> (usize, Vec<usize>) {
        let lengths = tokens.first().and_then(|first| self.lengths.get(&first.text));
        let lengths = lengths.into_iter().flatten().rev().filter(|length| **length <= tokens.len());
        let found = lengths.map(|length| {
            let (name, rest) = tokens.split_at(*length);
            let key = name.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
            let is_part = is_part_of_longer(name, rest);
            let names = self.names.get(&key).into_iter().flatten();
            let names = names.filter(|name| !(name.lacks_form && is_part));
            (*length, names.map(|name| name.licence).collect::<Vec<_>>())
        });
        found.into_iter().find(|(_, licences)| !licences.is_empty()).unwrap_or_default()
    }
}

/// Returns whether a name that follows these words is the end of another company's: `of Golden` is
/// before it. A word in capitals at the beginning, or after another, may be a title or a day.
fn is_end_of_longer(before: &[Token]) -> bool {
    const BEFORE_NAMES: [&str; 6] = ["company", "firm", "holder", "licensee", "operator", "permit"];
    let [.., of, word] = before else { return false };
    let is_of_a_sentence = BEFORE_NAMES.contains(&&*word.text) || has_word_out_of_force(&word.text);
    word.is_capital && !word.ends && !of.is_capital && !of.ends && !is_of_a_sentence
}

/// Returns whether a name without a legal form is the beginning of another company's: at most two words
/// in capitals and then a legal form follow it, without a mark between them. A form that is no word of
/// the language may be in small letters (`plc`), and others may have a slash (`A/S`).
fn is_part_of_longer(name: &[Token], rest: &[Token]) -> bool {
    const MAX_TOKENS_BEFORE_FORM: usize = 2;
    let mut has_ended = name.last().is_some_and(|token| token.ends);
    for (at, token) in rest.iter().enumerate().take(1 + MAX_TOKENS_BEFORE_FORM) {
        if has_ended || !(token.is_capital || is_form_in_small_letters(&token.text)) {
            return false;
        }
        let word = rest[at..].iter().take_while(|it| it.word == token.word);
        let word: String = word.map(|it| it.text.as_str()).collect();
        if is_legal_form(&token.text) || is_legal_form(&word) {
            return true;
        }
        has_ended = token.ends;
    }
    false
}

/// Returns whether a word is a legal form that no sentence has in small letters, unlike `limited` and
/// `incorporated`, which are `ltd` and `inc` here.
fn is_form_in_small_letters(token: &str) -> bool {
    is_unmistakable_form(token) && !matches!(token, "inc" | "ltd")
}

fn in_word(at: usize, word: &str) -> Vec<Token> {
    let is_capital = bare(word).starts_with(|c: char| !c.is_lowercase());
    let ends = word.ends_with([',', ';', ':', '.', ')', '?', '!']);
    let token = |text| Token { text: short_form(text), word: at, is_capital, ends };
    tokens(bare(word)).into_iter().map(token).collect()
}

/// Returns a word without the marks at its ends and a possessive.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '&' | '+'));
    word.strip_suffix("'s").or(word.strip_suffix("\u{2019}s")).unwrap_or(word)
}

fn short_form(token: String) -> String {
    match token.as_str() {
        "incorporated" => "inc".to_owned(),
        _ => with_short_limited(token),
    }
}

fn site(word: &str) -> Option<String> {
    match host_of(word) {
        Ok(host) | Err(NoHost::BehindPath { host }) => Some(host.site().to_owned()),
        Err(NoHost::AppStore | NoHost::NotAHost) => None,
    }
}

/// Returns the form in which a licence number is compared; `None` for a text that may be another number.
fn number_key(code: JurisdictionCode, text: &str) -> Option<String> {
    let has = |test: fn(&char) -> bool| text.chars().any(|c| test(&c));
    let is_number = has(char::is_ascii_digit) && has(char::is_ascii_alphabetic);
    is_number.then(|| format!("number {}", identity(code, text)))
}
