//! Certificate pages, by licence and by domain.

use std::collections::{BTreeMap, HashSet};

use super::address;
use super::certificate_texts::{CORPORATE_SITE, STATEMENT, Texts};
use super::rows::{NO_NUMBER, is_licence_number};
use super::sentences::{after, bare, before, verbatim, word_after};
use crate::register::RegisterError;
use crate::register::boilerplate::is_content;
use crate::register::common_texts::is_site_of_a_regulator;
use crate::register::domain_cell::{host_of, site_key};
use crate::register::html_page::{HtmlPage, blocks_in, joined, selector, text_in};
use crate::register::layout::{company_key, with_remarks};
use crate::register::marks::is_marked;
use crate::register::paging::check_paging;
use crate::register::reading::RemovedPage;
use crate::register::surveyed_page::SurveyedPage;
use crate::text::{compact, folded, non_empty, quoted, trimmed};

pub(super) enum Page {
    Certificate(Box<Certificate>),
    /// A page that takes domains off the registry.
    Removed(RemovedPage),
    /// The service knows no certificate, which proves nothing.
    NoCertificate,
}

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
    /// Whether the page lists all domains of the licence.
    pub(super) lists_all: bool,
}

const NO_CERTIFICATE: [&str; 3] =
    ["cannot be found in our registry", "the token has expired", "wrong identification values"];
const EXPECTED: &str =
    "the register PDF, its text, or a certificate page of the Curaçao Gaming Authority";
const REMOVED: &str = "removed from the registry";
const NOT_ACTIVE: &str = "not active";

impl Page {
    /// Reads a page. `companies` are the keys of those in the register.
    ///
    /// # Errors
    /// A page that is no certificate page, names another host than the regulator's as its own, shows a
    /// part of its list of domains, or is cut off.
    pub(super) fn read(
        page: &SurveyedPage<'_>,
        companies: &HashSet<String>,
    ) -> Result<Self, RegisterError> {
        let address = address::own_address(page)?;
        let text = page.shown_text();
        let has = |phrase: &str| after(&text, phrase).is_some();
        if has(STATEMENT) {
            return Ok(Certificate::parse(page, &text, address, companies)?.into_page());
        }
        let body = folded(&page.all(selector!("body")).map(text_in).collect::<String>());
        if NO_CERTIFICATE.iter().any(|phrase| has(phrase)) || body == "not found" {
            return Ok(Self::NoCertificate);
        }
        if !has(REMOVED) && body != NOT_ACTIVE {
            return Err(page.is_not(EXPECTED));
        }
        let status = if has(NOT_ACTIVE) { NOT_ACTIVE } else { REMOVED };
        let of_token = || address::token(page.name()).as_deref().map(address::of_token);
        Ok(Self::Removed(RemovedPage {
            verification_page_status: verbatim(&text, status).to_owned(),
            verification_url: address.or_else(of_token),
            license_number: number(page, &text)?,
            domains: domains_in(page),
        }))
    }
}

impl Certificate {
    fn parse(
        page: &SurveyedPage<'_>,
        text: &str,
        address: Option<String>,
        companies: &HashSet<String>,
    ) -> Result<Self, RegisterError> {
        let statement = after(text, STATEMENT).unwrap_or_default();
        let Some(subject) = before(statement, ", a company") else {
            return Err(page.malformed("a certificate without \"certify that …, a company\""));
        };
        let (domain, company) = subject.split_once(" is operated by ").unwrap_or(("", subject));
        let is_listed = companies.contains(&company_key(company)) && !is_marked(company);
        let texts = Texts::from_page(page, text, [company, domain], is_listed)?;
        // A domain that the certificate does not show would be delisted.
        if texts.domains.is_some() {
            check_paging(page)?;
        }
        let corporate_site = word_after(text, CORPORATE_SITE);
        let lists_all = texts.domains.is_some() || corporate_site.is_some();
        let listed = texts.domains.into_iter().flatten().chain(corporate_site);
        let remarks = page.remarks_of_part(texts.others).into_iter().chain(page.title_remark());
        let status = with_remarks(&texts.status.unwrap_or_default(), remarks);
        let is_of_kind = |kind: &&str| after(text, &format!("certificate {kind}")).is_some();
        Ok(Self {
            file: page.name().to_owned(),
            token: address.as_deref().and_then(address::token).or(address::token(page.name())),
            address,
            number: number(page, text)?,
            company: trimmed(company).to_owned(),
            company_number: word_after(text, "company number"),
            kind: ["B2C", "B2B"].into_iter().find(is_of_kind).map(str::to_owned),
            granted: word_after(text, "granted on"),
            since: word_after(text, "since"),
            status: non_empty(status),
            domains: listed.chain(non_empty(trimmed(domain).to_owned())).collect(),
            lists_all,
        })
    }

    /// Returns the page that the certificate is: one that is not active removes its domains.
    fn into_page(self) -> Page {
        let status = self.status.clone().unwrap_or_default();
        if folded(&status) != NOT_ACTIVE {
            return Page::Certificate(Box::new(self));
        }
        Page::Removed(RemovedPage {
            verification_page_status: status,
            verification_url: self.address.or(self.token.as_deref().map(address::of_token)),
            license_number: self.number,
            domains: self.domains,
        })
    }
}

pub(super) fn statuses(certificates: &[Certificate]) -> impl Iterator<Item = &str> {
    certificates.iter().filter_map(|page| page.status.as_deref())
}

fn number(page: &HtmlPage<'_>, text: &str) -> Result<Option<String>, RegisterError> {
    let labels = ["license number", "licence number"];
    let Some(printed) = labels.iter().find_map(|label| after(text, label)) else {
        return Ok(None);
    };
    let mut number = String::new();
    for word in printed.split([' ', ':']).filter(|word| !word.is_empty()).take(8) {
        number.push_str(bare(word));
        if is_licence_number(&number) {
            return Ok(Some(compact(&number)));
        }
    }
    let (first, rest) = printed.split_once(' ').unwrap_or((printed, ""));
    let is_of_number = |word: &&str| word.contains(|c: char| c == '/' || c.is_ascii_digit());
    let number = rest
        .split(' ')
        .take_while(is_of_number)
        .fold(first.to_owned(), |number, word| number + " " + word);
    Err(page.malformed(format!("{}, {NO_NUMBER}", quoted(bare(&number)))))
}

/// Returns the hosts that the content of a page names beside the regulator's own, each site once.
fn domains_in(page: &HtmlPage<'_>) -> Vec<String> {
    let body = page.all(selector!("body"));
    let content = joined(body.flat_map(|body| blocks_in(body, |it| !is_content(it))).collect());
    let words = content.split([' ', ',', ';', '|', '/', '(', ')']);
    let words = words.map(|word| bare(word.strip_prefix("*.").unwrap_or(word)));
    let words = words.filter(|word| host_of(word).is_ok() && !is_site_of_a_regulator(word));
    let sites: BTreeMap<_, _> = words.map(|word| (site_key(word), word.to_owned())).collect();
    sites.into_values().collect()
}
