//! Cells that list several domains (guide to the registers 5.3, 7).
//!
//! Commas, semicolons, bars, bullets and line ends cut a cell into items, also in their full-width
//! and ideographic forms. Blanks, dashes, declared signs, list numbers and `and` separate the addresses
//! of one item. An item with other words is a text:
//! `raw_data` keeps it. Its words are the wording of the addresses in it, which no table knows. A text
//! with a colon, a hyphen at its end, `all` or `both`, and one without an address that speaks against its sites,
//! is about every address of the cell.

mod items;

use std::collections::HashMap;

use scraper::ElementRef;

use super::html_table::{Piece, lines};
use super::layout::{is_nothing, speaks_against};
use super::pictures::unseen_in;
use super::reading::ListedDomain;
use super::survey::Survey;
use crate::status::wording::has_word_out_of_force;
use items::{AROUND, Item, Items, is_blank, is_one_word};

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
    /// The text in the place of all addresses, if it has a word for a licence out of force.
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
        let pieces: Vec<_> = pieces.collect();
        for (at, piece) in pieces.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| pieces.get(at));
            let is_part = before.is_some_and(|before| is_one_word(before, piece))
                || pieces.get(at + 1).is_some_and(|next| is_one_word(piece, next));
            items.add(piece, is_part, survey);
        }
        items.end();
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

pub(super) fn in_text(survey: &Survey<'_>, file: &str, text: &str) -> Listed {
    Items::from_text(text).listed(survey, file)
}

/// Returns whether a text holds an address, perhaps among other words.
pub(super) fn has_address(text: &str) -> bool {
    Items::from_text(text).ended.iter().any(Item::has_address)
}

/// Returns the addresses of a text that holds nothing else.
pub(super) fn only_addresses(text: &str) -> Option<Vec<String>> {
    let is_clear = Items::from_text(text).ended.iter().all(Item::is_clear);
    is_clear.then(|| addresses_in(text))
}

/// Returns the addresses of a text, which may hold words too.
pub(super) fn addresses_in(text: &str) -> Vec<String> {
    let words = Items::from_text(text).ended.into_iter().flat_map(|item| item.words);
    words.filter_map(|word| word.address).collect()
}

impl Items {
    fn listed(mut self, survey: &Survey<'_>, file: &str) -> Listed {
        self.end();
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
            let says_all = |word: &str| {
                word.ends_with([':', '-']) || matches!(word.trim_matches(AROUND), "all" | "both")
            };
            let text = item.text();
            text.split(' ').any(says_all) || (!item.has_address() && speaks_against(&text))
        };
        let heading = unclear().any(is_about_all).then(|| texts.join(", "));
        let mut addresses = Vec::new();
        for item in &self.ended {
            let own = (!item.is_clear()).then(|| item.text());
            let words = own.or_else(|| heading.clone());
            let of_item = item.words.iter().filter_map(|word| word.address.clone());
            addresses.extend(of_item.map(|text| Address { text, words: words.clone() }));
        }
        let against = Some(texts.join(", "))
            .filter(|text| addresses.is_empty() && has_word_out_of_force(text));
        Listed { addresses, has_texts: self.has_struck || !texts.is_empty(), against }
    }
}

#[cfg(test)]
mod tests;
