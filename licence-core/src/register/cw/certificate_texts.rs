//! The texts of a certificate: its titles and [`sentences`](super::sentences), and perhaps a list of
//! domains. Any other text is a remark on its status, because nobody can guess its meaning.

use std::collections::HashSet;
use std::iter::successors;

use scraper::ElementRef;

use super::address::is_regulators;
use super::sentences::{after, bare, before, undeclared};
use crate::register::boilerplate::is_boilerplate_in;
use crate::register::domain_cell::{is_address, site_key};
use crate::register::domain_list::only_addresses;
use crate::register::html_page::{
    HtmlPage, Text, blocks_in, joined, selector, shown_blocks_in, text_in,
};
use crate::register::layout::{is_nothing, is_one_of, key};
use crate::register::pictures::pictures_in;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{RegisterError, RegisterFault};
use crate::status::wording::has_word_out_of_force;
use crate::text::{folded, quoted, trimmed};

pub(super) const STATEMENT: &str = "certify that";
pub(super) const CORPORATE_SITE: &str = "seal of approval on their corporate website";
const STATUS: &str = "current status is";
const LISTS: [&str; 2] =
    ["following domains under its license", "following domains under its licence"];
const TITLES: &str = "certificate | certificate b2b | certificate b2c | \
    certificate of operation | curaçao gaming authority";
/// The beginnings of the lines under a certificate.
const ENDS: [&str; 4] = ["copyright", "©", "(c)", "terms"];

#[derive(Default)]
pub(super) struct Texts {
    pub(super) status: Option<String>,
    /// The listed domains; `None` where the page names one domain only.
    pub(super) domains: Option<Vec<String>>,
    /// The entries of the list that are more than a domain.
    pub(super) entries: Vec<String>,
    /// The texts of the elements of lists, each of which is one entry.
    items: HashSet<String>,
    /// The texts that are not declared, and the pictures.
    pub(super) others: Vec<String>,
}

impl Texts {
    /// Reads the texts of a certificate page, on which the logos are those of these names. The name of a
    /// company that is `known` is no text, whatever its words.
    pub(super) fn from_page(
        page: &SurveyedPage<'_>,
        text: &str,
        names: &[&str],
        known: Option<&str>,
    ) -> Result<Self, RegisterError> {
        let list = LISTS.iter().find_map(|phrase| after(text, phrase));
        if list.is_some_and(|list| without_end(list) == list) {
            return Err(page.fault(RegisterFault::Truncated("the list of domains")));
        }
        let items = page.all(selector!("li")).map(|item| shown_blocks_in(item, |_| false));
        let items = items.map(joined).collect();
        let mut texts = Self { items, ..Self::default() };
        if let Some(part) = part_of(page) {
            let is_of_page = |it: ElementRef<'_>| is_boilerplate_in(part, it, TITLES);
            let shown = shown_blocks_in(part, is_of_page);
            for Text { text, is_struck } in &shown {
                let text = with_plain_name(text, known);
                texts.add(&Text { text, is_struck: *is_struck });
            }
            texts.others.extend(pictures_in(part, names, is_of_page));
            // A hidden part of the list may come with a click.
            let hidden = blocks_in(part, is_of_page).into_iter();
            let mut hidden = hidden.filter(|block| !shown.iter().any(|it| it.text == block.text));
            let is_unread = |text: &str| texts.lacks_addresses(text) && !page.survey.accepts(text);
            if let Some(block) = hidden.find(|block| is_unread(&block.text)) {
                let hidden = quoted(&block.text);
                let fault = format!("the list of domains hides {hidden} (`accept` leaves it out)");
                return Err(page.malformed(fault));
            }
        }
        match texts.status.as_deref() {
            Some("") => Err(page.malformed("a certificate that ends after \"current status is\"")),
            _ => Ok(texts),
        }
    }

    /// Returns whether a text consists of addresses, and the list of domains lacks the site of one that is
    /// not the regulator's.
    fn lacks_addresses(&self, text: &str) -> bool {
        let Some(listed) = &self.domains else { return false };
        let is_listed = |site: &str| listed.iter().any(|it| site_key(it) == site_key(site));
        let mut addresses = only_addresses(text).into_iter().flatten();
        addresses.any(|it| !is_regulators(&it) && !is_listed(&it))
    }

    fn add(&mut self, Text { text, is_struck }: &Text) {
        let end = &text[without_end(text).len()..];
        if has_word_out_of_force(end) {
            self.others.push(trimmed(end).to_owned());
        }
        let (mut text, mut status, mut list) = (without_end(text), None, None);
        if let Some(phrase) = LISTS.iter().find(|phrase| after(text, phrase).is_some()) {
            list = after(text, phrase);
            text = before(text, phrase).unwrap_or_default();
        }
        if let Some(rest) = after(text, STATUS) {
            status = Some(bare(rest).to_owned());
            text = before(text, STATUS).unwrap_or_default();
        }
        let begins_a_sentence = status.is_some() || list.is_some();
        if *is_struck {
            // A domain that is struck out is not listed.
            if only_addresses(text).is_none() || begins_a_sentence {
                self.others.push(text.to_owned());
            }
        } else if self.status.as_deref() == Some("") && !text.is_empty() {
            self.status = Some(bare(text).to_owned());
        } else if !is_one_of(&key(text), TITLES) {
            self.add_sentences(text);
        }
        self.status = status.or(self.status.take());
        if let Some(list) = list {
            self.domains.get_or_insert_default();
            self.add_sentences(list.trim_start_matches([':', ' ']));
        }
    }

    /// Adds the domains of a text to an open list of domains. What else is not declared is a remark.
    fn add_sentences(&mut self, text: &str) {
        let others = undeclared(text);
        match (&mut self.domains, only_addresses(text)) {
            (Some(domains), Some(listed)) => {
                domains.extend(listed.into_iter().filter(|domain| !is_regulators(domain)));
            }
            (Some(_), None) if self.items.contains(text) && is_one_entry(text) => {
                self.entries.push(text.to_owned());
            }
            _ => self.others.extend(others),
        }
    }
}

/// Returns a text with a plain name in place of that of the company that it certifies.
fn with_plain_name(text: &str, known: Option<&str>) -> String {
    let name = known.map(|name| format!("{name}, a company"));
    name.map_or_else(|| text.to_owned(), |name| text.replacen(&name, "Company, a company", 1))
}

/// Returns whether an element of a list is about one domain, and no heading over those that follow:
/// it begins with an address, or is one word like one (`*.casino.example`, `casino,example`).
fn is_one_entry(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default();
    let is_like_one = first == text && bare(text).contains(['.', ',']);
    let is_heading = text.split(' ').any(|word| word.ends_with(':'));
    is_nothing(text) || (!is_heading && (is_like_one || is_address(bare(first))))
}

pub(super) fn addresses_in(entry: &str) -> Vec<String> {
    let words = entry.split(' ').map(|word| bare(word).trim_start_matches("*."));
    words.filter(|word| is_address(word)).map(str::to_owned).collect()
}

/// Returns the smallest element with every phrase by which the page's certificate is known.
fn part_of<'p>(page: &'p HtmlPage<'_>) -> Option<ElementRef<'p>> {
    let body = page.all(selector!("body")).next()?;
    let text = text_in(body);
    let titles = ["certificate b2c", "certificate b2b", "certificate of operation"];
    let phrases = [STATEMENT, STATUS, CORPORATE_SITE].into_iter().chain(LISTS).chain(titles);
    let phrases: Vec<_> = phrases.filter(|phrase| after(&text, phrase).is_some()).collect();
    let has_all = |element: &ElementRef<'_>| {
        let text = text_in(*element);
        let ends_in_list = LISTS.iter().find_map(|phrase| after(&text, phrase)) == Some("");
        !ends_in_list && phrases.iter().all(|phrase| after(&text, phrase).is_some())
    };
    successors(Some(body), |part| part.child_elements().find(has_all)).last()
}

/// Returns a text up to the lines under the certificate.
fn without_end(text: &str) -> &str {
    let is_whole = |rest: &str| !rest.starts_with(char::is_alphabetic);
    let begins = |word: &str, end: &str| folded(word).strip_prefix(end).is_some_and(is_whole);
    let is_end = |word: &str| !is_address(word) && ENDS.iter().any(|end| begins(word, end));
    let mut at = 0;
    for word in text.split(' ') {
        if is_end(word) {
            return text[..at].trim_end();
        }
        at += word.len() + 1;
    }
    text
}
