//! Certificate pages, by licence and by domain.
//!
//! A certificate is a statement, perhaps a list of domains, and a few sentences that are declared
//! here. Any other text in it is a remark on its status: nobody guesses what it says.

use scraper::ElementRef;

use super::address;
use super::rows::is_licence_number;
use crate::register::domain_cell::host_of;
use crate::register::domain_list::only_addresses;
use crate::register::html_page::{HtmlPage, Text, blocks_in, selector, text_in};
use crate::register::layout::{Survey, key, with_remarks};
use crate::register::{RegisterError, RegisterFault};
use crate::text::{compact, folded, quoted, trimmed};

/// What a page of the certificate service says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Page {
    /// That a company holds a licence.
    Certificate(Certificate),
    /// That domains were removed.
    Removed(Removal),
    /// That it knows of no certificate: no proof of anything.
    NoCertificate,
}

/// A page that certifies a licence.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Certificate {
    pub(super) file: String,
    pub(super) address: Option<String>,
    pub(super) token: Option<String>,
    pub(super) number: Option<String>,
    pub(super) company: String,
    pub(super) company_number: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) granted: Option<String>,
    pub(super) since: Option<String>,
    /// The page's word for the standing of the licence, and the remarks beside it.
    pub(super) status: Option<String>,
    pub(super) domains: Vec<String>,
    /// Whether `domains` are all domains of the licence.
    pub(super) lists_all: bool,
}

/// A page that takes domains off the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Removal {
    pub(super) address: Option<String>,
    pub(super) number: Option<String>,
    pub(super) domains: Vec<String>,
    pub(super) status: String,
}

/// What pages without a certificate say.
const NO_CERTIFICATE: [&str; 4] = [
    "cannot be found in our registry",
    "cannot be found or the token has expired",
    "the token has expired",
    "wrong identification values",
];

const EXPECTED: &str =
    "the register PDF, its text, or a certificate page of the Curaçao Gaming Authority";

const STATEMENT: &str = "certify that";
const REMOVED: &str = "removed from the registry";
const NOT_ACTIVE: &str = "not active";
const STATUS: &str = "current status is";
const LISTS: [&str; 2] =
    ["following domains under its license", "following domains under its licence"];
const CORPORATE_SITE: &str = "seal of approval on their corporate website";
/// What a certificate calls itself.
const TITLES: [&str; 6] = [
    "certificate",
    "certificate b2b",
    "certificate b2c",
    "certificate of operation",
    "curaçao gaming authority",
    "not active",
];
/// What the lines under a certificate begin with.
const ENDS: [&str; 4] = ["copyright", "©", "(c)", "terms"];

impl Page {
    /// Reads a page.
    ///
    /// # Errors
    /// A page that is no certificate page, names another host than the regulator's as its own, or
    /// is cut off.
    pub(super) fn read(survey: &Survey<'_>, page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let address = own_address(page)?;
        let text = page.text();
        let has = |words: &str| after(&text, words).is_some();
        if has(STATEMENT) {
            return certificate(survey, page, &text, address);
        }
        if NO_CERTIFICATE.iter().any(|words| has(words)) || folded(&body_of(page)) == "not found" {
            return Ok(Self::NoCertificate);
        }
        let is_removed = has(REMOVED) || folded(&body_of(page)) == NOT_ACTIVE;
        if !is_removed {
            return Err(page.is_not(EXPECTED));
        }
        let status = if has(NOT_ACTIVE) { NOT_ACTIVE } else { REMOVED };
        Ok(Self::Removed(Removal {
            address,
            number: number(page, &text)?,
            domains: only_domain(&text).into_iter().collect(),
            status: verbatim(&text, status).to_owned(),
        }))
    }
}

fn body_of(page: &HtmlPage<'_>) -> String {
    page.all(selector!("body")).map(text_in).collect()
}

fn certificate(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    text: &str,
    address: Option<String>,
) -> Result<Page, RegisterError> {
    let statement = after(text, STATEMENT).unwrap_or_default();
    let Some(subject) = before(statement, ", a company") else {
        return Err(page.malformed("a certificate without \"certify that …, a company\""));
    };
    let (domain, company) = match subject.split_once(" is operated by ") {
        Some((domain, company)) => (Some(domain), company),
        None => (None, subject),
    };
    let content = Content::parse(page, text)?;
    let corporate_site = word_after(text, CORPORATE_SITE);
    let lists_all = content.domains.is_some() || corporate_site.is_some();
    let listed = content.domains.into_iter().flatten().chain(corporate_site);
    let domains = listed.chain(domain.map(|domain| trimmed(domain).to_owned())).collect();
    let remarks = survey.texts_of_part(page.name(), content.others);
    let status = with_remarks(content.status.as_deref().unwrap_or_default(), &remarks);
    let kinds = ["B2C", "B2B"];
    let kind = kinds.into_iter().find(|kind| after(text, &format!("certificate {kind}")).is_some());
    let certificate = Certificate {
        file: page.name().to_owned(),
        token: token(page, address.as_deref()),
        address,
        number: number(page, text)?,
        company: trimmed(company).to_owned(),
        company_number: word_after(text, "company number"),
        kind: kind.map(str::to_owned),
        granted: word_after(text, "granted on"),
        since: word_after(text, "since"),
        status: Some(status).filter(|status| !status.is_empty()),
        domains,
        lists_all,
    };
    let is_removed = certificate.status.as_deref().is_some_and(|word| folded(word) == NOT_ACTIVE);
    Ok(if is_removed {
        Page::Removed(removal(certificate))
    } else {
        Page::Certificate(certificate)
    })
}

fn removal(certificate: Certificate) -> Removal {
    let Certificate { address, number, domains, status, .. } = certificate;
    Removal { address, number, domains, status: status.unwrap_or_default() }
}

/// What stands in a certificate.
#[derive(Default)]
struct Content {
    status: Option<String>,
    /// The listed domains; `None` where the page names one domain only.
    domains: Option<Vec<String>>,
    /// What is not declared.
    others: Vec<String>,
}

impl Content {
    fn parse(page: &HtmlPage<'_>, text: &str) -> Result<Self, RegisterError> {
        let list = LISTS.iter().find_map(|words| after(text, words));
        if list.is_some_and(|list| without_end(list) == list) {
            let fault = RegisterFault::Truncated { inside: "the list of domains" };
            return Err(RegisterError::of_file(page.name(), fault));
        }
        let mut content = Self::default();
        let blocks = part_of(page).map(|part| blocks_in(part, |it| it.value().name() == "head"));
        for block in blocks.into_iter().flatten() {
            content.add(&block);
        }
        match content.status.as_deref() {
            Some("") => Err(page.malformed("a certificate that ends behind \"current status is\"")),
            _ => Ok(content),
        }
    }

    fn add(&mut self, Text { text, is_struck }: &Text) {
        let text = without_end(text);
        let (mut text, mut status, mut list) = (text, None, None);
        if let Some(words) = LISTS.iter().find(|words| after(text, words).is_some()) {
            list = after(text, words);
            text = before(text, words).unwrap_or_default();
        }
        if let Some(rest) = after(text, STATUS) {
            status = Some(bare(rest));
            text = before(text, STATUS).unwrap_or_default();
        }
        if *is_struck {
            // A domain that is struck out is not listed.
            if only_addresses(text).is_none() || status.is_some() || list.is_some() {
                self.others.push(text.to_owned());
            }
        } else if self.status.as_deref() == Some("") && !text.is_empty() {
            self.status = Some(bare(text).to_owned());
        } else if !is_declared(text, status.is_some() || list.is_some()) {
            self.list(text);
        }
        if let Some(status) = status {
            self.status = Some(status.to_owned());
        }
        if let Some(list) = list {
            self.domains.get_or_insert_default();
            self.list(list.trim_start_matches([':', ' ']));
        }
    }

    /// Takes the domains of a text in the list of domains; anything else is not declared.
    fn list(&mut self, text: &str) {
        match (&mut self.domains, only_addresses(text)) {
            (Some(domains), Some(listed)) => {
                domains.extend(listed.into_iter().filter(|domain| !is_regulators(domain)));
            }
            _ => self.others.push(text.to_owned()),
        }
    }
}

/// Whether a text is the statement, a title or a labelled number; or, before a status or a list,
/// the beginning of that sentence.
fn is_declared(text: &str, is_before: bool) -> bool {
    const STATEMENTS: [&str; 2] = ["this is to certify that ", "certify that "];
    const LABELS: [&str; 5] =
        ["license number", "licence number", "company number", "issued on", "since"];
    const SENTENCES: [&str; 6] = [
        "the license was granted on ",
        "the licence was granted on ",
        "it operates the",
        "the company operates the",
        "and operates the",
        "operates the",
    ];
    let text = folded(text);
    let begins = |known: &&str| text.starts_with(*known);
    let is_number = LABELS.iter().any(begins) && text.split(' ').count() <= 3;
    let is_title = TITLES.contains(&key(&text).as_str());
    let is_sentence = is_before && (text.is_empty() || SENTENCES.iter().any(begins));
    text.is_empty() || is_title || is_number || is_sentence || STATEMENTS.iter().any(begins)
}

/// The smallest element with everything that a certificate is known by.
fn part_of<'p>(page: &'p HtmlPage<'_>) -> Option<ElementRef<'p>> {
    let mut part = page.all(selector!("body")).next()?;
    let text = text_in(part);
    let titles = ["certificate b2c", "certificate b2b", "certificate of operation"];
    let marks = [STATEMENT, STATUS, CORPORATE_SITE].into_iter().chain(LISTS).chain(titles);
    let marks: Vec<_> = marks.filter(|mark| after(&text, mark).is_some()).collect();
    let has_all = |element: &ElementRef<'_>| {
        let text = text_in(*element);
        let ends_in_list = LISTS.iter().find_map(|words| after(&text, words)) == Some("");
        !ends_in_list && marks.iter().all(|mark| after(&text, mark).is_some())
    };
    while let Some(smaller) = part.child_elements().find(has_all) {
        part = smaller;
    }
    Some(part)
}

/// A text up to the lines under the certificate.
fn without_end(text: &str) -> &str {
    let is_end = |word: &str| ENDS.iter().any(|end| folded(word).starts_with(end));
    let mut at = 0;
    for word in text.split(' ') {
        if is_end(word) {
            return text[..at].trim_end();
        }
        at += word.len() + 1;
    }
    text
}

/// The licence number that the page prints.
fn number(page: &HtmlPage<'_>, text: &str) -> Result<Option<String>, RegisterError> {
    let printed = ["license number", "licence number"].iter().find_map(|words| after(text, words));
    let Some(printed) = printed else { return Ok(None) };
    let mut number = String::new();
    for word in printed.split([' ', ':']).filter(|word| !word.is_empty()).take(8) {
        number.push_str(bare(word));
        if is_licence_number(&number) {
            return Ok(Some(compact(&number)));
        }
    }
    let fault = "which is no licence number such as OGL/2024/894/1037";
    Err(page.malformed(format!("{}, {fault}", quoted(&number))))
}

/// The one host that a text names beside the regulator's own.
fn only_domain(text: &str) -> Option<String> {
    let words = text.split(' ').map(bare).filter(|word| host_of(word).is_ok());
    let mut domains: Vec<_> = words.filter(|word| !is_regulators(word)).collect();
    domains.sort_unstable();
    domains.dedup();
    let [domain] = domains.as_slice() else { return None };
    Some((*domain).to_owned())
}

fn is_regulators(word: &str) -> bool {
    let hosts = ["cga.cw", "gcb.cw", "cgcb.info", "gamingcontrolcuracao.org"];
    host_of(word).is_ok_and(|host| {
        hosts.iter().any(|own| host.as_str() == *own || host.as_str().ends_with(&format!(".{own}")))
    })
}

/// The address that the page states as its own, or that the file is called by.
fn own_address(page: &HtmlPage<'_>) -> Result<Option<String>, RegisterError> {
    let canonical = page.all(selector!("link[rel=canonical]")).map(|link| link.attr("href"));
    let og_url = page.all(selector!("meta[property='og:url']")).map(|meta| meta.attr("content"));
    let stated: Vec<_> = canonical.chain(og_url).flatten().chain([page.name()]).collect();
    let addresses: Vec<_> = stated.into_iter().filter(|text| address::is_address(text)).collect();
    match addresses.iter().find(|text| !address::is_of_certificate(text)) {
        Some(other) => {
            let fault = RegisterFault::NotTheRegister {
                expected: "a page of https://cert.cga.cw, cert.gcb.cw or seal.cgcb.info".to_owned(),
                found: format!("one of {}", quoted(other)),
            };
            Err(RegisterError::of_file(page.name(), fault))
        }
        None => Ok(addresses.first().map(|text| trimmed(text).to_owned())),
    }
}

fn token(page: &HtmlPage<'_>, address: Option<&str>) -> Option<String> {
    address.and_then(address::token).or_else(|| address::token(page.name()))
}

/// What stands behind words, whatever their case.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let at = find(text, words)?;
    text.get(at + words.len()..).map(|rest| trimmed(rest).trim_start_matches([':', ' ']))
}

/// What stands before words, where anything does.
fn before<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    text.get(..find(text, words)?).map(trimmed).filter(|text| !text.is_empty())
}

/// Words as they are written.
fn verbatim<'t>(text: &'t str, words: &str) -> &'t str {
    find(text, words).and_then(|at| text.get(at..at + words.len())).unwrap_or_default()
}

/// The word behind words.
fn word_after(text: &str, words: &str) -> Option<String> {
    let word = bare(after(text, words)?.split(' ').next()?);
    (!word.is_empty()).then(|| word.to_owned())
}

/// Without blanks, marks at the end and quotes around it.
fn bare(text: &str) -> &str {
    let text = trimmed(text).trim_end_matches(['.', ',', ';', ':', ' ']);
    text.trim_matches(['"', '\'', '\u{201c}', '\u{201d}'])
}

/// ASCII only, so that every place is the same in both.
fn find(text: &str, words: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&words.to_ascii_lowercase())
}
