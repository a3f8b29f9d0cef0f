//! Certificate pages, by licence and by domain.

use super::address;
use super::rows::is_licence_number;
use super::said::{Said, bare};
use crate::register::domain_cell::host_of;
use crate::register::domain_list::domains_in_prose;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::{RegisterError, RegisterFault};
use crate::text::{compact, folded, shown, trimmed};

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

/// What only the pages of web servers say beside `Not Found`.
const SERVER_ERRORS: [&str; 5] = ["404", "nginx", "apache", "requested url", "server"];

const EXPECTED: &str =
    "the register PDF, its text, or a certificate page of the Curaçao Gaming Authority";

const REMOVED: &str = "removed from the registry";
const NOT_ACTIVE: &str = "not active";
const LISTS: [&str; 2] =
    ["following domains under its license", "following domains under its licence"];
const CORPORATE_SITE: &str = "seal of approval on their corporate website";

impl Page {
    /// Reads a page.
    ///
    /// # Errors
    /// A page that is no certificate page, names another host than the regulator's as its own, or
    /// is cut off.
    pub(super) fn read(page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let address = own_address(page)?;
        let text = page.text();
        let said = Said::of(&text);
        if says_no(&said) {
            return Ok(Self::NoCertificate);
        }
        if said.has("certify that") {
            return certificate(page, &said, address);
        }
        if !says_removed(&said) {
            return Err(page.is_not(EXPECTED));
        }
        let status = if said.has(NOT_ACTIVE) { NOT_ACTIVE } else { REMOVED };
        Ok(Self::Removed(Removal {
            address,
            number: number(page, &said)?,
            domains: only_domain(&text).into_iter().collect(),
            status: said.verbatim(status).to_owned(),
        }))
    }
}

fn says_removed(said: &Said<'_>) -> bool {
    said.has(REMOVED) || (said.has(NOT_ACTIVE) && is_of_the_service(said))
}

fn says_no(said: &Said<'_>) -> bool {
    let is_bare = said.lower.trim() == "not found" || is_of_the_service(said);
    let is_plain = said.has("not found") && !said.has("certify that") && is_bare;
    NO_CERTIFICATE.iter().any(|words| said.has(words))
        || (is_plain && !SERVER_ERRORS.iter().any(|words| said.has(words)))
}

/// Whether a page speaks of what the certificate service is about.
fn is_of_the_service(said: &Said<'_>) -> bool {
    ["certificate", "registry", "cura"].iter().any(|word| said.has(word))
}

fn certificate(
    page: &HtmlPage<'_>,
    said: &Said<'_>,
    address: Option<String>,
) -> Result<Page, RegisterError> {
    let Some(subject) = said.between("certify that", ", a company") else {
        return Err(page.malformed("a certificate without \"certify that …, a company\""));
    };
    let (domain, company) = match subject.split_once(" is operated by ") {
        Some((domain, company)) => (Some(domain), company),
        None => (None, subject),
    };
    let listed = listed_domains(page, said)?;
    let lists_all = listed.is_some();
    let mut domains: Vec<_> = listed.into_iter().flatten().collect();
    domains.extend(domain.map(|domain| trimmed(domain).to_owned()));
    let certificate = Certificate {
        file: page.name().to_owned(),
        token: token(page, address.as_deref()),
        address,
        number: number(page, said)?,
        company: trimmed(company).to_owned(),
        company_number: said.word_after("company number"),
        kind: ["B2C", "B2B"].into_iter().find(|kind| said.has_kind(kind)).map(str::to_owned),
        granted: said.word_after("granted on"),
        since: said.word_after("since"),
        status: with_remarks(status(page, said)?, page),
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

/// All domains of the licence; `None` where the page names one domain only.
fn listed_domains(
    page: &HtmlPage<'_>,
    said: &Said<'_>,
) -> Result<Option<Vec<String>>, RegisterError> {
    if let Some(site) = said.word_after(CORPORATE_SITE) {
        return Ok(Some(vec![site]));
    }
    let Some(list) = LISTS.iter().find_map(|words| said.after(words)) else { return Ok(None) };
    const ENDS: [&str; 5] = ["copyright", "©", "(c)", "terms", "rights"];
    let is_end = |word: &&str| ENDS.iter().any(|end| folded(word).starts_with(end));
    if !list.split(' ').any(|word| is_end(&word)) {
        let fault = RegisterFault::Truncated { inside: "the list of domains" };
        return Err(RegisterError::of_file(page.name(), fault));
    }
    // What stands behind other words is another list: of domains that were removed, for example.
    let words: Vec<_> = list.split(' ').take_while(|word| !is_end(word)).collect();
    let domains = domains_in_prose(&words.join(" ")).into_iter();
    Ok(Some(domains.filter(|word| !is_regulators(word) && !word.contains('@')).collect()))
}

/// The word of the page for the standing of the licence: the rest of its line, or what comes next.
fn status(page: &HtmlPage<'_>, said: &Said<'_>) -> Result<Option<String>, RegisterError> {
    const LABEL: &str = "current status is";
    const ENDS: [&str; 5] = ["copyright", "©", "terms", "the", "since"];
    let Some(rest) = said.after(LABEL) else { return Ok(None) };
    let of_line = |line: &String| Said::of(line).after(LABEL).map(str::to_owned);
    let line = page.lines().iter().find_map(of_line).unwrap_or_default();
    let rest = if bare(&line).is_empty() { rest } else { &line };
    // A comma ends nothing: "Active, but suspended" is not active.
    let sentence = rest.trim_start_matches([':', ' ']).split('.').next().unwrap_or_default();
    let quotes = ['"', '\'', '\u{201c}', '\u{201d}'];
    let words = sentence.split(' ').map(|word| word.trim_matches(quotes));
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<_> =
        words.take_while(|word| !ENDS.contains(&folded(word).as_str())).take(4).collect();
    if words.is_empty() {
        return Err(page.malformed("a certificate that ends behind \"current status is\""));
    }
    Ok(Some(words.join(" ")))
}

/// The status with what the page says against its licence or domain beside it: `This domain has been
/// suspended`.
fn with_remarks(status: Option<String>, page: &HtmlPage<'_>) -> Option<String> {
    let is_told = status.as_deref().map(folded);
    let stamps = page.stamps();
    let remarks = stamps.iter().filter(|it| Some(folded(it)) != is_told).map(String::as_str);
    let said: Vec<_> = status.as_deref().into_iter().chain(remarks).collect();
    Some(said.join(". ")).filter(|text| !text.is_empty())
}

/// The licence number that the page prints.
fn number(page: &HtmlPage<'_>, said: &Said<'_>) -> Result<Option<String>, RegisterError> {
    let printed = ["license number", "licence number"].iter().find_map(|words| said.after(words));
    let Some(printed) = printed else { return Ok(None) };
    let mut number = String::new();
    for word in printed.split([' ', ':']).filter(|word| !word.is_empty()).take(8) {
        number.push_str(bare(word));
        if is_licence_number(&number) {
            return Ok(Some(compact(&number)));
        }
    }
    let fault = "which is no licence number such as OGL/2024/894/1037";
    Err(page.malformed(format!("{}, {fault}", shown(&number))))
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
                found: format!("one of {}", shown(other)),
            };
            Err(RegisterError::of_file(page.name(), fault))
        }
        None => Ok(addresses.first().map(|text| trimmed(text).to_owned())),
    }
}

fn token(page: &HtmlPage<'_>, address: Option<&str>) -> Option<String> {
    address.and_then(address::token).or_else(|| address::token(page.name()))
}
