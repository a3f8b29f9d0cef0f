//! The licences of a reading, from the rows of the register and the pages about them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::cells::kinds;
use super::certificate::{Certificate, Removal};
use super::companies::Companies;
use super::files::Files;
use super::join::{Pages, joined, site};
use super::rows::Row;
use super::{address, certified};
use crate::jurisdiction::JurisdictionCode;
use crate::register::RegisterError;
use crate::register::reading::{ListedDomain, ListedLicence, ListedOperator};
use crate::status::StatusQualifier;
use crate::status::wording::table;
use crate::text::folded;
use crate::time::Timestamp;

/// What the wording table calls a domain that a certificate page took off.
const DELISTED: &str = "Delisted";
/// What a certificate calls a licence in force.
const IN_FORCE: &str = "active";

/// The licences of all files, in the order of the register or of their numbers.
pub(super) fn licences(
    files: Files,
    read_at: Timestamp,
) -> Result<Vec<ListedLicence>, RegisterError> {
    let Files { register, certificates, removals } = files;
    let Some(register) = register else {
        return certified::licences(certificates, removals, read_at);
    };
    let rows = &register.rows;
    let companies = Companies::from_rows(rows.iter().map(|row| company(row)));
    let pages = joined(rows, certificates, removals);
    let licence = |row: &Row| ListedLicence {
        status_source_url: register.address.clone(),
        ..of_row(row, &companies, pages.get(&row.number), read_at)
    };
    Ok(rows.iter().map(licence).collect())
}

/// The name and registration cell of a row's company.
pub(super) fn company(row: &Row) -> (&str, Option<&str>) {
    (&row.cells.company, row.cells.registration.as_deref())
}

fn of_row(
    row: &Row,
    companies: &Companies,
    pages: Option<&Pages>,
    read_at: Timestamp,
) -> ListedLicence {
    let cells = &row.cells;
    let (name, registration) = company(row);
    let certificates = pages.map_or(&[][..], |pages| &pages.certificates);
    ListedLicence {
        operator: ListedOperator {
            upstream_id: companies.identifier(name, registration),
            name: cells.company.clone(),
            ..ListedOperator::default()
        },
        license_number: Some(row.number.clone()),
        status_text: cells.status.clone(),
        status_qualifier: qualifier(cells.status.as_deref(), certificates),
        license_types: kinds(&cells.kind),
        license_type_raw: Some(cells.kind.clone()),
        issued_date: cells.issued,
        expiry_date: cells.expiry,
        raw_data: raw_row(row, pages),
        domains: pages.map_or_else(Vec::new, |pages| domains(&row.number, pages, read_at)),
        domains_complete: certificates.iter().any(|page| page.lists_all),
        ..ListedLicence::default()
    }
}

/// A licence under assessment that its certificate calls active is active for the time being. A
/// certificate that calls it anything else takes that back.
fn qualifier(status: Option<&str>, certificates: &[Certificate]) -> Option<StatusQualifier> {
    let is_assessed = status.is_some_and(|text| {
        table(JurisdictionCode::Cw).active_when_certified == Some(folded(text).as_str())
    });
    let mut words = certificates.iter().filter_map(|page| page.status.as_deref()).peekable();
    let is_active = words.peek().is_some() && words.all(|word| folded(word) == IN_FORCE);
    (is_assessed && is_active).then_some(StatusQualifier::Provisional)
}

/// Each domain once: a removal outweighs a certificate, and the page of the domain itself that of
/// the licence.
pub(super) fn domains(number: &str, pages: &Pages, read_at: Timestamp) -> Vec<ListedDomain> {
    let removed = pages.removals.iter().flat_map(|page| removed(page, read_at));
    let certified = pages.certificates.iter().flat_map(|page| certified(number, page, read_at));
    let mut best: BTreeMap<String, (u8, String, ListedDomain)> = BTreeMap::new();
    for (rank, domain) in removed.chain(certified) {
        let content = serde_json::to_string(&domain).unwrap_or_default();
        let key = site(&domain.domain);
        let is_better =
            best.get(&key).is_none_or(|(held, text, _)| (rank, &content) < (*held, text));
        if is_better {
            best.insert(key, (rank, content, domain));
        }
    }
    best.into_values().map(|(_, _, domain)| domain).collect()
}

fn removed(page: &Removal, read_at: Timestamp) -> impl Iterator<Item = (u8, ListedDomain)> {
    page.domains.iter().map(move |domain| {
        let domain = ListedDomain {
            domain: domain.clone(),
            status_text: Some(DELISTED.to_owned()),
            verification_url: page.address.clone(),
            verification_page_status: Some(page.status.clone()),
            verification_page_read_at: Some(read_at),
            ..ListedDomain::default()
        };
        (0, domain)
    })
}

fn certified<'p>(
    number: &str,
    page: &'p Certificate,
    read_at: Timestamp,
) -> impl Iterator<Item = (u8, ListedDomain)> + use<'p> {
    let of_licence = address::of_licence(number).filter(|_| page.lists_all);
    let verification_url = page.address.clone().or(of_licence);
    // The page is all there is of its domains: what it does not call active, it does not list.
    let status_text = page.status.clone().filter(|word| folded(word) != IN_FORCE);
    page.domains.iter().map(move |domain| {
        let domain = ListedDomain {
            domain: domain.clone(),
            status_text: status_text.clone(),
            verification_url: verification_url.clone(),
            verification_page_status: page.status.clone(),
            verification_page_read_at: Some(read_at),
            ..ListedDomain::default()
        };
        (1 + u8::from(page.lists_all), domain)
    })
}

/// What the row and the certificates say, under the names they give it. The running number is
/// left out: it moves with every new licence.
fn raw_row(row: &Row, pages: Option<&Pages>) -> Map<String, Value> {
    let cells = &row.cells;
    let printed = Some(&row.printed_number).filter(|printed| **printed != row.number);
    let mut raw = texts([
        ("License number", printed),
        ("Company registration number", cells.registration.as_ref()),
        ("Issued", Some(&cells.issued_cell)),
        ("Expires", cells.expires_cell.as_ref()),
    ]);
    if let Some(pages) = pages {
        insert_pages(&mut raw, "Certificate", &pages.certificates);
        insert_pages(&mut raw, "Certificate of another company", &pages.foreign);
    }
    raw
}

/// The texts that are there, under their names.
pub(super) fn texts<const N: usize>(members: [(&str, Option<&String>); N]) -> Map<String, Value> {
    let given = members.into_iter().filter_map(|(name, text)| Some((name, text?)));
    given.map(|(name, text)| (name.to_owned(), text.clone().into())).collect()
}

/// Adds what certificates say, each thing once.
pub(super) fn insert_pages(raw: &mut Map<String, Value>, name: &str, pages: &[Certificate]) {
    let pages: BTreeMap<_, _> = pages.iter().map(raw_page).collect();
    if !pages.is_empty() {
        raw.insert(name.to_owned(), pages.into_values().collect());
    }
}

/// What a certificate says of its licence, with its text to sort by.
fn raw_page(page: &Certificate) -> (String, Value) {
    let said = Value::Object(texts([
        ("Company", Some(&page.company)),
        ("Company Number", page.company_number.as_ref()),
        ("Type", page.kind.as_ref()),
        ("Granted on", page.granted.as_ref()),
        ("Since", page.since.as_ref()),
        ("Current status", page.status.as_ref()),
    ]));
    (said.to_string(), said)
}
