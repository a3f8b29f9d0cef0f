//! Cells that list several domains (guide to the registers 5.3, 7).
//!
//! Commas, semicolons, bars, bullets and line ends cut a cell into items. Blanks, dashes, other
//! signs, list numbers and `and` separate the addresses of one item. An item with other words is a
//! text: `raw_data` keeps it. Its words may be about the address before it, so that address is not
//! listed. A text with a colon is a heading: the cell then lists nobody.

use std::collections::HashSet;

use scraper::ElementRef;

use super::domain_cell::{NoHost, host_of};
use super::html_table::{Piece, lines};
use super::layout::is_nothing;
use super::reading::ListedDomain;
use super::survey::Survey;
use crate::text::{collapsed, trimmed};

const ENDS_ITEM: &[char] = &[',', ';', '|', '\n', '\r', '\u{2022}', '\u{b7}'];
/// Marks around an address that never belong to it.
const AROUND: &[char] = &['(', ')', '[', ']', '"', '\'', '\u{201c}', '\u{201d}'];
const HYPHENS: &[char] = &['-', '\u{2010}', '\u{2011}'];
const LONG_DASHES: &[char] = &['\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// What a cell lists.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    /// The addresses, verbatim.
    pub(super) addresses: Vec<String>,
    /// Whether the cell holds more, which `raw_data` keeps.
    pub(super) has_texts: bool,
}

impl Listed {
    /// Returns the addresses as domains, each once.
    pub(super) fn domains(self) -> Vec<ListedDomain> {
        let mut known = HashSet::new();
        let once = self.addresses.into_iter().filter(|domain| known.insert(domain.clone()));
        once.map(|domain| ListedDomain { domain, ..ListedDomain::default() }).collect()
    }
}

/// Returns what a cell of a page lists. A link is a label when its text is one word and no address;
/// its target is then the address. Beside an address it is a text.
pub(super) fn in_cell(survey: &Survey<'_>, file: &str, cell: ElementRef<'_>) -> Listed {
    let mut items = Items::default();
    for line in lines(cell) {
        line.iter().for_each(|piece| items.add(piece, survey));
        items.end();
    }
    items.listed(survey, file)
}

/// Returns what a text lists.
pub(super) fn in_text(survey: &Survey<'_>, file: &str, text: &str) -> Listed {
    let mut items = Items::default();
    items.add_text(text);
    items.listed(survey, file)
}

/// Returns the addresses of a text that holds nothing else.
pub(super) fn only_addresses(text: &str) -> Option<Vec<String>> {
    let mut items = Items::default();
    items.add_text(text);
    items.end();
    items.ended.iter().all(Item::is_clear).then(|| items.addresses().map(str::to_owned).collect())
}

/// Returns whether a text is one address and nothing else: in the column of a name it is out of
/// place.
pub(super) fn is_address(text: &str) -> bool {
    !matches!(host_of(text), Err(NoHost::NotAHost))
}

/// A word of a cell.
struct Word {
    text: String,
    /// The address that it is or leads to.
    address: Option<String>,
    /// Whether it is a link whose text is no address. Beside an address it may be a remark.
    is_label: bool,
}

/// The words between two ends.
#[derive(Default)]
struct Item(Vec<Word>);

impl Item {
    fn is_clear(&self) -> bool {
        let labels = self.0.iter().filter(|word| word.is_label).count();
        let is_mixed = labels > 0 && labels < self.0.len();
        !is_mixed && self.0.iter().all(|word| word.address.is_some())
    }

    fn text(&self) -> String {
        self.0.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
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
        let item = std::mem::take(&mut self.open);
        if !item.0.is_empty() {
            self.ended.push(item);
        }
    }

    fn add(&mut self, piece: &Piece<'_>, survey: &Survey<'_>) {
        if piece.is_struck {
            self.has_struck |= !trimmed(&piece.text).is_empty();
            return;
        }
        let label = collapsed(&piece.text);
        let is_accepted = survey.accepts(&label);
        let is_label = !is_address(&label) && (!label.contains(' ') || is_accepted);
        match piece.link.map(trimmed).filter(|link| is_label && is_address(link)) {
            Some(address) => {
                let address = Some(address.to_owned());
                self.open.0.push(Word { text: label, address, is_label: !is_accepted });
            }
            None => self.add_text(&piece.text),
        }
    }

    fn add_text(&mut self, text: &str) {
        for (index, item) in text.split(ENDS_ITEM).enumerate() {
            if index > 0 {
                self.end();
            }
            let words = item.split(|c: char| c.is_whitespace() || LONG_DASHES.contains(&c));
            for word in words.map(trimmed).filter(|word| !is_between(word)) {
                let bare = word.trim_matches(AROUND).trim_matches(HYPHENS);
                let address = is_address(bare).then(|| bare.to_owned());
                self.open.0.push(Word { text: word.to_owned(), address, is_label: false });
            }
        }
    }

    fn addresses(&self) -> impl Iterator<Item = &str> {
        self.ended.iter().flat_map(|item| &item.0).filter_map(|word| word.address.as_deref())
    }

    fn listed(mut self, survey: &Survey<'_>, file: &str) -> Listed {
        self.end();
        let is_passed_over = |text: &str| is_nothing(text) || survey.accepts(text);
        self.ended.retain(|item| item.is_clear() || !is_passed_over(&item.text()));
        let texts: Vec<_> = self.ended.iter().filter(|item| !item.is_clear()).collect();
        survey.count_addresses(self.ended.len() - texts.len(), texts.len());
        for item in &texts {
            survey.is_unknown_text(file, &item.text());
        }
        let is_heading = |item: &&Item| item.0.iter().any(|word| word.text.ends_with(':'));
        let has_texts = self.has_struck || !texts.is_empty();
        if texts.iter().any(is_heading) {
            return Listed { addresses: Vec::new(), has_texts };
        }
        let is_followed_by_text =
            |at: usize| self.ended.get(at + 1).is_some_and(|next| !next.is_clear());
        let clear = (0..)
            .zip(&self.ended)
            .filter(|(at, item)| item.is_clear() && !is_followed_by_text(*at));
        let addresses = clear.flat_map(|(_, item)| &item.0).filter_map(|word| word.address.clone());
        Listed { addresses: addresses.collect(), has_texts }
    }
}

/// Returns whether a word only separates addresses: a sign, the number of an item, `and`.
fn is_between(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    let is_number = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number || !word.contains(char::is_alphanumeric) || word.eq_ignore_ascii_case("and")
}

#[cfg(test)]
mod tests;
