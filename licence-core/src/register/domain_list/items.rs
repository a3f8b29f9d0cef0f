//! The items of a cell, and their words: addresses, labels of links, numbers and other texts.

use crate::register::domain_cell::{is_address, site_key};
use crate::register::html_table::Piece;
use crate::register::layout::{is_one_of, is_sign_of_footnote, key};
use crate::register::survey::Survey;
use crate::text::{collapsed, compact, is_digits, trimmed};

const ENDS_ITEM: &[char] = &[
    ',', ';', '|', '\n', '\r', '\u{2022}', '\u{b7}', '\u{3001}', '\u{ff0c}', '\u{ff1b}',
    '\u{ff5c}', '\u{ff64}',
];
/// Marks around an address that never belong to it.
pub(super) const AROUND: &[char] = &['(', ')', '[', ']', '"', '\'', '\u{201c}', '\u{201d}'];
/// Signs between addresses, and that of a link to elsewhere.
const BETWEEN: &[char] = &['&', '+', '.', '/', ':', '-', '\u{2010}', '\u{2011}', '\u{2197}'];
/// Texts of links that say no more than that they lead to the web site.
const LABELS: &str = "click here | go to site | go to website | here | home | homepage | link | \
    official site | official website | open site | open website | play | play here | play now | \
    site | url | view site | view website | visit | visit our site | visit our website | \
    visit site | visit the site | visit the website | visit website | web | web page | \
    web site | website";
/// Those of them that name the web site.
const WEBSITE_LABELS: &str = "go to website | official website | open website | view website | visit our website | \
    visit the website | visit website | website";
/// What a link says of how it opens.
const NOTES: &str = "(external link) | (external site) | (external website) | (link opens in a new tab) | \
    (new tab) | (new window) | (opens in a new tab) | (opens in a new window) | (opens in new tab) | \
    (opens in new window)";
const HYPHENS: &[char] = &['-', '\u{2010}', '\u{2011}'];
const LONG_DASHES: &[char] = &['\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

pub(super) struct Word {
    text: String,
    /// The address that it is or leads to.
    pub(super) address: Option<String>,
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

impl Word {
    fn site(&self) -> Option<String> {
        self.address.as_deref().map(site_key)
    }
}

/// The words between two ends.
#[derive(Default)]
pub(super) struct Item {
    pub(super) words: Vec<Word>,
}

impl Item {
    pub(super) fn is_clear(&self) -> bool {
        let is_clear = |kind| matches!(kind, WordKind::Plain | WordKind::Label);
        self.words.iter().all(|word| word.address.is_some() && is_clear(word.kind))
    }

    /// Drops all but the addresses, because somebody accepted the text.
    pub(super) fn clear(&mut self) {
        self.words.retain(|word| word.address.is_some());
        self.words.iter_mut().for_each(|word| word.kind = WordKind::Plain);
    }

    pub(super) fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn has_address(&self) -> bool {
        self.words.iter().any(|word| word.address.is_some())
    }
}

#[derive(Default)]
pub(super) struct Items {
    pub(super) ended: Vec<Item>,
    open: Item,
    pub(super) has_struck: bool,
}

impl Items {
    pub(super) fn from_text(text: &str) -> Self {
        let mut items = Self::default();
        items.add_text(text);
        items.end();
        items
    }

    pub(super) fn end(&mut self) {
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

    /// Adds a piece of a cell. Of struck-out pieces only a part of a word counts: the rest of that word is
    /// no address of the cell.
    pub(super) fn add(&mut self, piece: &Piece<'_>, is_part: bool, survey: &Survey<'_>) {
        if piece.is_struck {
            self.has_struck |= !is_blank(piece);
            let text = collapsed(&piece.text);
            if is_part && !is_address(&text) && !piece.link.is_some_and(is_address) {
                self.open.words.push(Word { text, address: None, kind: WordKind::Text });
            }
            return;
        }
        let text = without_note_of_link(&piece.text);
        let label = collapsed(text);
        let target = piece.link.map(trimmed).filter(|link| !is_address(&label) && is_address(link));
        let Some(target) = target else { return self.add_text(text) };
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
                // A stroke through its letters is no part of a host.
                let is_plain = unsigned == bare && !bare.contains(is_stroke);
                let kind = if is_plain { WordKind::Plain } else { WordKind::Marked };
                let kind = if is_number(word) { WordKind::Number } else { kind };
                let address = is_address(unsigned).then(|| unsigned.to_owned());
                self.open.words.push(Word { text: word.to_owned(), address, kind });
            }
        }
    }

    /// Beside an address, a link with a text of its own leads elsewhere: to a notice, for example. One that
    /// leads to the address beside it says nothing, and one that is called no more than a web site, in an item of its
    /// own, is one more.
    pub(super) fn forget_links_beside_addresses(&mut self) {
        let is_link = |word: &Word| matches!(word.kind, WordKind::Label | WordKind::Text);
        let mut words = self.ended.iter().flat_map(|item| &item.words);
        if words.any(|word| word.address.is_some() && !is_link(word)) {
            for item in &mut self.ended {
                // A link without a text says nothing.
                item.words.retain(|word| !(is_link(word) && word.text.is_empty()));
                let plain = item.words.iter().filter(|word| !is_link(word));
                let sites: Vec<_> = plain.filter_map(Word::site).collect();
                item.words.retain(|word| {
                    word.kind != WordKind::Label
                        || !word.site().is_some_and(|it| sites.contains(&it))
                });
                let is_website = |word: &Word| is_one_of(&key(&word.text), WEBSITE_LABELS);
                let is_more = sites.is_empty() && item.words.iter().all(is_website);
                let links = item.words.iter_mut().filter(|word| is_link(word) && !is_more);
                links.for_each(|word| word.address = None);
            }
            self.ended.retain(|item| !item.words.is_empty());
        }
    }
}

/// Returns whether one word reaches over the end of a piece into the next.
pub(super) fn is_one_word(piece: &Piece<'_>, next: &Piece<'_>) -> bool {
    let is_of_host = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    piece.text.ends_with(is_of_host) && next.text.starts_with(is_of_host)
}

/// Returns whether a character strikes out the letter before it.
fn is_stroke(c: char) -> bool {
    matches!(c, '\u{334}'..='\u{338}')
}

pub(super) fn is_blank(piece: &Piece<'_>) -> bool {
    trimmed(&piece.text).is_empty()
}

/// Returns a text without a note at its end on how its link opens.
fn without_note_of_link(text: &str) -> &str {
    let before = text.rfind('(').filter(|at| is_one_of(&key(&text[*at..]), NOTES));
    before.map_or(text, |at| &text[..at])
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
