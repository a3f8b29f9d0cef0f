//! The licences of a reading, from the rows of the register and the pages about them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::address::{of_token, token_of_number};
use super::cells::kinds;
use super::certificate::{Certificate, statuses};
use super::join::{Pages, joined, registration};
use super::rows::Row;
use crate::register::domain_cell::site_key;
use crate::register::layout::DELISTED;
use crate::register::reading::pages::{
    CERTIFICATE_STATUS, CERTIFICATES, CERTIFIED, OTHER_CERTIFICATES, PAGE, REMOVED_CERTIFICATES,
    with_certificates,
};
use crate::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RemovedPage, raw_members,
};
use crate::text::{folded, non_empty};

/// Returns the licences of the rows, in their order.
pub(super) fn licences(
    rows: &[Row],
    certificates: Vec<Certificate>,
    removals: &[RemovedPage],
) -> Vec<ListedLicence> {
    let pages = joined(rows, certificates, removals);
    rows.iter().map(|row| licence_from_row(row, &pages[&row.number])).collect()
}

pub(super) fn licence_from_row(row: &Row, pages: &Pages) -> ListedLicence {
    let cells = &row.cells;
    let certificates = &pages.certificates;
    let printed = Some(row.printed_number.as_str()).filter(|printed| *printed != row.number);
    let words: Vec<_> = statuses(certificates).collect();
    let (status_text, status_qualifier) = with_certificates(cells.status.as_deref(), &words);
    ListedLicence {
        operator: ListedOperator {
            upstream_id: cells.registration.as_deref().and_then(registration),
            ..ListedOperator::named(cells.company.clone())
        },
        license_number: Some(row.number.clone()),
        status_text,
        status_qualifier,
        license_types: kinds(&cells.kind),
        license_type_raw: non_empty(cells.kind.clone()),
        issued_date: cells.issued,
        expiry_date: cells.expiry,
        // The running number is left out because it moves with every new licence.
        raw_data: raw_members([
            ("License number", printed.into()),
            ("Company registration number", cells.registration.as_deref().into()),
            ("Issued", cells.issued_cell.as_str().into()),
            ("Expires", cells.expires_cell.as_deref().into()),
            (CERTIFICATES, raw_pages(&row.number, certificates)),
            (OTHER_CERTIFICATES, raw_pages(&row.number, &pages.foreign)),
            (REMOVED_CERTIFICATES, removals_without_domains(&pages.removals)),
        ]),
        domains: domains(&row.number, pages),
        domains_complete: certificates.iter().any(|page| page.lists_all)
            || pages.removals.iter().any(|page| page.domains.is_empty()),
        ..ListedLicence::default()
    }
}

/// Returns each domain once. A removal outweighs a certificate; the page of the domain outweighs that of
/// the licence.
fn domains(number: &str, pages: &Pages) -> Vec<ListedDomain> {
    let mut ranked = Vec::new();
    let mut add = |rank: u8, domain: &String, status_text, url: &Option<String>, page_status| {
        let domain = ListedDomain {
            domain: domain.clone(),
            status_text,
            verification_url: url.clone(),
            verification_page_status: page_status,
            ..ListedDomain::default()
        };
        ranked.push((rank, domain));
    };
    for page in &pages.removals {
        for domain in &page.domains {
            let (delisted, status) = (DELISTED.to_owned(), page.verification_page_status.clone());
            add(0, domain, Some(delisted), &page.verification_url, Some(status));
        }
    }
    for page in &pages.certificates {
        let url = address(number, page);
        let rank = 1 + u8::from(page.lists_all);
        // If the page does not call the licence active, it does not list its domains.
        let status = page.status.clone().filter(|word| folded(word) != CERTIFIED);
        for domain in &page.domains {
            add(rank, domain, status.clone(), &url, page.status.clone());
        }
    }
    ranked.sort_by_cached_key(|(rank, domain)| {
        let content = serde_json::to_string(domain).unwrap_or_default();
        (site_key(&domain.domain), *rank, content)
    });
    ranked.dedup_by_key(|(_, domain)| site_key(&domain.domain));
    ranked.into_iter().map(|(_, domain)| domain).collect()
}

/// Returns the address of a certificate under a number: its own, or that of the page of the licence.
fn address(number: &str, page: &Certificate) -> Option<String> {
    page.address.clone().or(of_licence(number, page))
}

/// Returns the address of the page of a licence, if a certificate is that page.
fn of_licence(number: &str, page: &Certificate) -> Option<String> {
    token_of_number(number).filter(|_| page.lists_all).map(of_token)
}

/// Returns the pages that remove a licence and name no domain.
fn removals_without_domains(removals: &[RemovedPage]) -> Value {
    let nameless = removals.iter().filter(|page| page.domains.is_empty());
    let pages = nameless.map(|page| {
        json!({ PAGE: page.verification_url, CERTIFICATE_STATUS: page.verification_page_status })
    });
    pages.collect()
}

/// Returns the texts of certificates under their own names, each once, in the order of their JSON.
fn raw_pages(number: &str, pages: &[Certificate]) -> Value {
    let pages = pages.iter().map(|page| {
        let texts = Value::Object(raw_members([
            (PAGE, of_licence(number, page).or(page.address.clone()).into()),
            ("Company", page.company.as_str().into()),
            ("Company Number", page.company_number.as_deref().into()),
            ("Type", page.kind.as_deref().into()),
            ("Granted on", page.granted.as_deref().into()),
            ("Since", page.since.as_deref().into()),
            (CERTIFICATE_STATUS, page.status.as_deref().into()),
        ]));
        (texts.to_string(), texts)
    });
    pages.collect::<BTreeMap<_, _>>().into_values().collect()
}
