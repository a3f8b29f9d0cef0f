//! The texts of a certificate: its titles and [`sentences`](super::sentences), and perhaps a list of
//! domains. Any other text is a remark on its status, because nobody can guess its meaning.

use scraper::ElementRef;

use super::sentences::{after, bare, before, undeclared, word_key};
use crate::register::boilerplate::is_boilerplate_in;
use crate::register::common_texts::is_site_of_a_regulator;
use crate::register::domain_cell::is_address;
use crate::register::domain_list::only_addresses;
use crate::register::html_page::{Text, selector, shown_blocks_in};
use crate::register::layout::{is_nothing, is_one_of, key, speaks_against};
use crate::register::pictures::pictures_in;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{RegisterError, RegisterFault};

pub(super) const STATEMENT: &str = "certify that";
pub(super) const CORPORATE_SITE: &str = "seal of approval on their corporate website";
const STATUS: &str = "current status is";
const LISTS: [&str; 2] =
    ["following domains under its license", "following domains under its licence"];
const TITLES: &str = "b2b | b2c | certificate | certificate b2b | certificate b2c | \
    certificate of operation | curacao gaming authority | curaçao gaming authority | domain | domains";
/// The first words of the lines under a certificate, which end a list of domains.
const ENDS: [&str; 3] = ["copyright", "©", "terms"];

#[derive(Default)]
pub(super) struct Texts {
    /// The company up to its comma, if the register has it.
    listed_company: Option<String>,
    pub(super) status: Option<String>,
    /// The listed domains; `None` where the page names one domain only.
    pub(super) domains: Option<Vec<String>>,
    /// Whether the lines under the list were met.
    is_over: bool,
    /// The texts that are not declared, and the pictures.
    pub(super) others: Vec<String>,
}

impl Texts {
    /// Reads the texts of the certificate page of a company and perhaps a domain, whose logos it may have. The
    /// name of a company in the register is known in its sentence, whatever signs it has.
    pub(super) fn from_page(
        page: &SurveyedPage<'_>,
        text: &str,
        names: [&str; 2],
        is_listed: bool,
    ) -> Result<Self, RegisterError> {
        let list = LISTS.iter().find_map(|phrase| after(text, phrase));
        if list.is_some_and(|list| end_of_list(list).is_none()) {
            return Err(page.fault(RegisterFault::Truncated("the list of domains")));
        }
        let listed_company = is_listed.then(|| format!("{},", names[0]));
        let mut texts = Self { listed_company, ..Self::default() };
        for body in page.all(selector!("body")) {
            let is_of_page = |it: ElementRef<'_>| is_boilerplate_in(body, it, TITLES);
            for Text { text, is_struck } in shown_blocks_in(body, is_of_page) {
                texts.add(&text, is_struck);
            }
            texts.others.extend(pictures_in(body, &names, is_of_page));
        }
        match texts.status.as_deref() {
            Some("") => Err(page.malformed("a certificate that ends after \"current status is\"")),
            None if after(text, STATUS).is_some() && texts.others.is_empty() => {
                Err(page.malformed("the status of the certificate is outside of its content"))
            }
            _ => Ok(texts),
        }
    }

    /// Adds a text. A domain that is struck out is not listed.
    fn add(&mut self, text: &str, is_struck: bool) {
        if is_struck {
            let is_domain = only_addresses(text).is_some();
            self.others.extend((!is_domain).then(|| text.to_owned()));
            return;
        }
        if is_one_of(&key(text), TITLES) {
            return;
        }
        let phrase = LISTS.iter().find(|phrase| after(text, phrase).is_some());
        let Some(phrase) = phrase else { return self.add_part(text) };
        self.add_part(before(text, phrase).unwrap_or_default());
        self.domains.get_or_insert_default();
        self.add_part(after(text, phrase).unwrap_or_default());
    }

    /// Adds a text before or after the introduction of the list.
    fn add_part(&mut self, text: &str) {
        let end = end_of_list(text);
        let (text, rest) = text.split_at(end.unwrap_or(text.len()));
        match after(text, STATUS) {
            Some(status) if self.status.is_none() => {
                self.status = Some(bare(status).to_owned());
                self.add_sentences(before(text, STATUS).unwrap_or_default());
            }
            _ => self.add_sentences(text),
        }
        self.is_over |= end.is_some() && self.domains.is_some();
        self.others.extend(undeclared(rest));
    }

    /// Adds the domains of a text to the list if that began. An entry with words beside its address, or of a
    /// word that is none, is not listed. What else is not declared is a remark, also several entries in one
    /// text of which one has words beside it.
    fn add_sentences(&mut self, text: &str) {
        let domains = self.domains.as_mut().filter(|_| !self.is_over);
        let first = text.split(' ').next().unwrap_or_default();
        let is_odd_entry = match first.len() == text.len() {
            true => !speaks_against(text),
            false => {
                is_address(first)
                    && !is_site_of_a_regulator(first)
                    && !text.ends_with(':')
                    && !text.split(' ').skip(1).any(is_address)
            }
        };
        match (domains, only_addresses(text)) {
            (Some(_), _) if is_nothing(text) => {}
            (Some(_), None) if is_odd_entry => {}
            (Some(domains), Some(listed)) => {
                domains.extend(listed.into_iter().filter(|domain| !is_site_of_a_regulator(domain)));
            }
            _ => {
                let others = undeclared(text);
                let plain =
                    self.listed_company.as_ref().map(|name| text.replacen(name, "Name,", 1));
                let is_declared = || plain.is_some_and(|plain| undeclared(&plain).is_empty());
                if !others.is_empty() && !is_declared() {
                    self.others.extend(others);
                }
            }
        }
    }
}

/// Returns where the lines under the certificate begin.
fn end_of_list(text: &str) -> Option<usize> {
    let mut at = 0;
    for word in text.split(' ') {
        if ENDS.contains(&&*word_key(word)) {
            return Some(at);
        }
        at += word.len() + 1;
    }
    None
}
