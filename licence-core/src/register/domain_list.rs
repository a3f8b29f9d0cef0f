//! Cells that list several domains (guide to the registers 5.3, 7).
//!
//! Commas, semicolons, bars, bullets and line ends cut a cell into items. Blanks, dashes, declared
//! signs, list numbers and `and` separate the addresses of one item. An item with other words is a
//! text: `raw_data` keeps it. Its words may be about its own address or the one before it, so they are
//! the wording of these domains, which no table knows; those of a text without an address are about
//! the one after it too. A text with a colon or with `all`, and one without an address that speaks
//! against its sites, may be a heading: its words are about every address of the cell.

use std::collections::HashMap;

use scraper::ElementRef;

use super::domain_cell::{is_address, site_key};
use super::html_table::{Piece, lines};
use super::layout::{is_nothing, is_one_of, is_sign_of_footnote, key, speaks_against};
use super::pictures::unseen_in;
use super::reading::ListedDomain;
use super::survey::Survey;
use crate::status::wording::has_word_out_of_force;
use crate::text::{collapsed, compact, is_digits, trimmed};

const ENDS_ITEM: &[char] = &[',', ';', '|', '\n', '\r', '\u{2022}', '\u{b7}'];
/// Marks around an address that never belong to it.
const AROUND: &[char] = &['(', ')', '[', ']', '"', '\'', '\u{201c}', '\u{201d}'];
/// Signs between addresses, and that of a link to elsewhere.
const BETWEEN: &[char] = &['&', '+', '.', '/', ':', '-', '\u{2010}', '\u{2011}', '\u{2197}'];
/// Texts of links that say no more than that they lead to the web site.
const LABELS: &str = "click here | go to site | go to website | here | home | homepage | link | \
    official site | official website | open site | open website | play | play here | play now | \
    site | url | view site | view website | visit | visit our site | visit our website | \
    visit site | visit the site | visit the website | visit website | web | web page | \
    web site | website";
const HYPHENS: &[char] = &['-', '\u{2010}', '\u{2011}'];
const LONG_DASHES: &[char] = &['\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Address {
    pub(super) text: String,
    /// The words that may be about it.
    pub(super) words: Option<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) addresses: Vec<Address>,
    /// Whether the cell holds more, which `raw_data` keeps.
    pub(super) has_texts: bool,
    /// The text that stands in the place of all addresses, if it speaks of a licence out of force.
    pub(super) against: Option<String>,
}

/// Returns addresses as domains, each once. Words about one of several equal addresses are about all.
pub(super) fn domains_of(addresses: impl IntoIterator<Item = Address>) -> Vec<ListedDomain> {
    let mut domains: Vec<ListedDomain> = Vec::new();
    let mut places = HashMap::new();
    for Address { text, words } in addresses {
        let place = *places.entry(text.clone()).or_insert(domains.len());
        if place == domains.len() {
            domains.push(ListedDomain { domain: text, ..ListedDomain::default() });
        }
        let status = &mut domains[place].status_text;
        *status = status.take().or(words);
    }
    domains
}

/// Returns what a cell of a page lists. The target of a link is an address if the link says only that
/// it leads there; the target of another link is one with words. Beside an address, a link with a
/// text of its own is a text. The text of a picture or a tooltip is one about every address of the
/// cell if it speaks against its sites.
pub(super) fn in_cell(survey: &Survey<'_>, file: &str, cell: ElementRef<'_>) -> Listed {
    let mut items = Items::default();
    let lines = lines(cell);
    let with_text: Vec<_> = lines.iter().flatten().filter(|piece| !is_blank(piece)).collect();
    for line in &lines {
        // A link is what its text says, struck out or not, and not the blank beside that.
        let says_more = |piece: &Piece<'_>| with_text.iter().any(|text| text.link == piece.link);
        let pieces = line.iter().filter(|piece| !(is_blank(piece) && says_more(piece)));
        pieces.for_each(|piece| items.add(piece, survey));
        items.end_line();
    }
    let mut listed = items.listed(survey, file);
    for text in unseen_in(cell, |_| false).iter().filter(|text| speaks_against(text)) {
        survey.note_text(file, text);
        listed.has_texts = true;
        listed.addresses.iter_mut().for_each(|address| {
            address.words.get_or_insert_with(|| text.clone());
        });
        if listed.addresses.is_empty() && has_word_out_of_force(text) {
            listed.against.get_or_insert_with(|| text.clone());
        }
    }
    listed
}

fn is_blank(piece: &Piece<'_>) -> bool {
    trimmed(&piece.text).is_empty()
}

pub(super) fn in_text(survey: &Survey<'_>, file: &str, text: &str) -> Listed {
    let mut items = Items::default();
    items.add_text(text);
    items.listed(survey, file)
}

/// Returns whether a text holds an address, perhaps among other words.
pub(super) fn has_address(text: &str) -> bool {
    let mut items = Items::default();
    items.add_text(text);
    items.end();
    items.ended.iter().any(Item::has_address)
}

/// Returns the addresses of a text that holds nothing else.
pub(super) fn only_addresses(text: &str) -> Option<Vec<String>> {
    let mut items = Items::default();
    items.add_text(text);
    items.end();
    let is_clear = items.ended.iter().all(Item::is_clear);
    let words = items.ended.into_iter().flat_map(|item| item.words);
    is_clear.then(|| words.filter_map(|word| word.address).collect())
}

struct Word {
    text: String,
    /// The address that it is or leads to.
    address: Option<String>,
    kind: WordKind,
}

#[derive(Clone, Copy, PartialEq)]
enum WordKind {
    /// An address, or a word without one.
    Plain,
    /// An address with the sign of a footnote.
    Marked,
    /// A link whose text says only that it leads to the web site.
    Label,
    Text,
    /// The number of an item, or after an address that of a footnote.
    Number,
}

/// The words between two ends.
#[derive(Default)]
struct Item {
    words: Vec<Word>,
    ends_line: bool,
}

impl Item {
    fn is_clear(&self) -> bool {
        let is_clear = |kind| matches!(kind, WordKind::Plain | WordKind::Label);
        self.words.iter().all(|word| word.address.is_some() && is_clear(word.kind))
    }

    /// Drops all but the addresses, because somebody accepted the text.
    fn clear(&mut self) {
        self.words.retain(|word| word.address.is_some());
        self.words.iter_mut().for_each(|word| word.kind = WordKind::Plain);
    }

    fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn has_address(&self) -> bool {
        self.words.iter().any(|word| word.address.is_some())
    }

    /// Returns the words about its addresses, given the items before and after it. On a line of its
    /// own an address with words speaks for itself, as does one before words that say nothing against
    /// it.
    fn words(&self, previous: Option<&Self>, next: Option<&Self>) -> Option<String> {
        let previous = previous.filter(|previous| !previous.has_address());
        let speaks_for_itself = |next: &Self| {
            let begins_with_address = next.words.first().is_some_and(|word| word.address.is_some());
            self.ends_line || (begins_with_address && !speaks_against(&next.text()))
        };
        let is_about_this = |next: &&Self| !(next.has_address() && speaks_for_itself(next));
        let next = next.filter(|next| !next.is_clear()).filter(is_about_this);
        let texts = [previous, Some(self), next].into_iter().flatten();
        let texts: Vec<_> = texts.map(Self::text).collect();
        (texts.len() > 1 || !self.is_clear()).then(|| texts.join(", "))
    }
}

#[derive(Default)]
struct Items {
    ended: Vec<Item>,
    open: Item,
    has_struck: bool,
}

impl Items {
    fn end(&mut self) {
        let mut item = std::mem::take(&mut self.open);
        let last = item.words.pop();
        item.words.retain(|word| word.kind != WordKind::Number);
        let is_number = last.as_ref().is_some_and(|last| last.kind == WordKind::Number);
        let is_behind = item.has_address() || self.ended.last().is_some_and(Item::has_address);
        item.words.extend(last.filter(|_| !is_number || is_behind));
        if !item.words.is_empty() {
            self.ended.push(item);
        }
    }

    fn end_line(&mut self) {
        self.end();
        if let Some(last) = self.ended.last_mut() {
            last.ends_line = true;
        }
    }

    fn add(&mut self, piece: &Piece<'_>, survey: &Survey<'_>) {
        if piece.is_struck {
            self.has_struck |= !trimmed(&piece.text).is_empty();
            return;
        }
        let label = collapsed(&piece.text);
        let target = piece.link.map(trimmed).filter(|link| !is_address(&label) && is_address(link));
        let Some(target) = target else { return self.add_text(&piece.text) };
        let kind = match (survey.accepts(&label), is_label(&label, target)) {
            (true, _) => WordKind::Plain,
            (false, true) => WordKind::Label,
            (false, false) => WordKind::Text,
        };
        self.open.words.push(Word { text: label, address: Some(target.to_owned()), kind });
    }

    fn add_text(&mut self, text: &str) {
        for (index, item) in text.split(ENDS_ITEM).enumerate() {
            if index > 0 {
                self.end();
            }
            let words = item.split(|c: char| c.is_whitespace() || LONG_DASHES.contains(&c));
            for word in words.map(trimmed).filter(|word| !is_between(word)) {
                let bare = word.trim_matches(AROUND).trim_matches(HYPHENS);
                let unsigned = bare.trim_matches(is_sign_of_footnote);
                let kind = if unsigned == bare { WordKind::Plain } else { WordKind::Marked };
                let kind = if is_number(word) { WordKind::Number } else { kind };
                let address = is_address(unsigned).then(|| unsigned.to_owned());
                self.open.words.push(Word { text: word.to_owned(), address, kind });
            }
        }
    }

    /// Beside an address, a link with a text of its own leads elsewhere: to a notice, for example.
    fn forget_links_beside_addresses(&mut self) {
        let is_link = |word: &Word| matches!(word.kind, WordKind::Label | WordKind::Text);
        let mut words = self.ended.iter().flat_map(|item| &item.words);
        if words.any(|word| word.address.is_some() && !is_link(word)) {
            for item in &mut self.ended {
                // A link without a text says nothing.
                item.words.retain(|word| !(is_link(word) && word.text.is_empty()));
                let links = item.words.iter_mut().filter(|word| is_link(word));
                links.for_each(|word| word.address = None);
            }
            self.ended.retain(|item| !item.words.is_empty());
        }
    }

    fn listed(mut self, survey: &Survey<'_>, file: &str) -> Listed {
        self.end_line();
        self.forget_links_beside_addresses();
        for item in self.ended.iter_mut().filter(|item| survey.accepts(&item.text())) {
            item.clear();
        }
        self.ended.retain(|item| item.is_clear() || !is_nothing(&item.text()));
        self.ended.retain(|item| !item.words.is_empty());
        let unclear = || self.ended.iter().filter(|item| !item.is_clear());
        let texts: Vec<_> = unclear().map(Item::text).collect();
        survey.count_items(self.ended.len(), texts.len());
        for text in &texts {
            survey.note_text(file, text);
        }
        let is_about_all = |item: &Item| {
            let says_all = |word: &str| word.ends_with(':') || word.trim_matches(AROUND) == "all";
            let text = item.text();
            text.split(' ').any(says_all) || (!item.has_address() && speaks_against(&text))
        };
        let heading = unclear().any(is_about_all).then(|| texts.join(", "));
        let mut addresses = Vec::new();
        for (at, item) in self.ended.iter().enumerate() {
            let previous = at.checked_sub(1).and_then(|at| self.ended.get(at));
            let words = item.words(previous, self.ended.get(at + 1)).or(heading.clone());
            let of_item = item.words.iter().filter_map(|word| word.address.clone());
            addresses.extend(of_item.map(|text| Address { text, words: words.clone() }));
        }
        let against = Some(texts.join(", "))
            .filter(|text| addresses.is_empty() && has_word_out_of_force(text));
        Listed { addresses, has_texts: self.has_struck || !texts.is_empty(), against }
    }
}

/// Returns whether the text of a link says no more than that it leads to its target: nothing, a
/// declared text, or a name that the host has too. Any other word may be a status.
fn is_label(label: &str, target: &str) -> bool {
    let name = |text: &str| compact(text).replace('-', "");
    let host = site_key(target);
    is_between(label)
        || is_number(label)
        || is_one_of(&key(label), LABELS)
        || host.split('.').any(|part| name(part) == name(label))
}

/// Returns whether a word only separates addresses: a declared sign, or `and`.
fn is_between(word: &str) -> bool {
    let is_sign = word.chars().all(|c| BETWEEN.contains(&c) || AROUND.contains(&c));
    is_sign || word.eq_ignore_ascii_case("and")
}

/// Returns whether a word is the number of an item or a footnote: `1.`, `1)`.
fn is_number(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']).unwrap_or_default();
    (1..=3).contains(&number.len()) && is_digits(number)
}

#[cfg(test)]
mod tests;
