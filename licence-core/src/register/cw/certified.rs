//! Licences of which only the certificates were read.

use std::collections::BTreeSet;

use super::cells::Cells;
use super::certificate::{Certificate, Removal, statuses};
use super::join::{Companies, Pages, joined};
use super::listed::{company, domains, raw_pages};
use super::rows::Row;
use crate::jurisdiction::JurisdictionCode;
use crate::register::RegisterError;
use crate::register::layout::company_key;
use crate::register::reading::pages::{CERTIFICATE_ALONE, CERTIFICATES};
use crate::register::reading::{ListedLicence, ListedOperator, raw_members};
use crate::status::wording::{best_first, classify};
use crate::written_date;

/// Returns the licences that the certificates certify, in the order of their numbers.
pub(super) fn licences(
    certificates: Vec<Certificate>,
    removals: Vec<Removal>,
) -> Result<Vec<ListedLicence>, RegisterError> {
    let rows: Vec<_> = certificates.iter().map(row_of).collect::<Result<_, _>>()?;
    licences_of_rows(&rows, certificates, removals).collect()
}

/// Returns the licences that the certificates certify, without those that cannot be read: a page that is
/// about no row of the register does not refuse it.
pub(super) fn readable_licences(
    certificates: Vec<Certificate>,
) -> impl Iterator<Item = ListedLicence> {
    let rows: Vec<_> = certificates.iter().filter_map(|page| row_of(page).ok()).collect();
    let licences: Vec<_> = licences_of_rows(&rows, certificates, Vec::new()).collect();
    licences.into_iter().flatten()
}

fn licences_of_rows(
    rows: &[Row],
    certificates: Vec<Certificate>,
    removals: Vec<Removal>,
) -> impl Iterator<Item = Result<ListedLicence, RegisterError>> {
    let companies = Companies::from_rows(rows.iter().map(company));
    let pages = joined(rows, certificates, removals).into_iter();
    pages.map(move |(number, pages)| licence(&number, &pages, &companies))
}

/// Returns the row that a certificate replaces.
fn row_of(page: &Certificate) -> Result<Row, RegisterError> {
    let Some(number) = &page.number else {
        let fault = "a certificate that prints no licence number says nothing without the register";
        return Err(RegisterError::malformed(&page.file, fault));
    };
    let company = page.company.clone();
    let registration = page.company_number.clone();
    let cells = Cells { company, registration, ..Cells::default() };
    Ok(Row { number: number.clone(), printed_number: number.clone(), cells })
}

fn licence(
    number: &str,
    pages: &Pages,
    companies: &Companies,
) -> Result<ListedLicence, RegisterError> {
    one_company(number, pages)?;
    let status = status(&pages.certificates)?;
    let certificates = || pages.certificates.iter();
    let registration = certificates().filter_map(|page| page.company_number.clone()).min();
    let name = certificates().map(|page| page.company.as_str()).min().unwrap_or_default();
    let kinds: BTreeSet<_> = certificates().filter_map(|page| page.kind.clone()).collect();
    let granted = certificates().filter_map(|page| page.granted.as_deref());
    Ok(ListedLicence {
        operator: ListedOperator {
            upstream_id: companies.identifier(name, registration.as_deref()),
            ..ListedOperator::named(name.to_owned())
        },
        license_number: Some(number.to_owned()),
        status_text: Some(status),
        status_source_url: certificates().filter_map(|page| page.address.clone()).min(),
        license_types: kinds.into_iter().collect(),
        issued_date: granted.filter_map(written_date::first_in).max(),
        raw_data: raw_members([
            ("Company registration number", registration.into()),
            (CERTIFICATES, raw_pages(number, &pages.certificates)),
            (CERTIFICATE_ALONE, true.into()),
        ]),
        domains: domains(number, pages),
        domains_complete: certificates().any(|page| page.lists_all),
        ..ListedLicence::default()
    })
}

fn one_company(number: &str, pages: &Pages) -> Result<(), RegisterError> {
    let all = || pages.certificates.iter().chain(&pages.foreign);
    let names: BTreeSet<_> = all().map(|page| company_key(&page.company)).collect();
    if let Some(first) = all().next().filter(|_| names.len() > 1) {
        let fault = format!("the certificates of {number} name different companies");
        return Err(RegisterError::malformed(&first.file, fault));
    }
    Ok(())
}

/// Returns the worst status that the certificates of a licence state. Without one nothing is known:
/// an empty status would mean an active licence.
fn status(certificates: &[Certificate]) -> Result<String, RegisterError> {
    let rank = |word: &&str| {
        let status = classify(JurisdictionCode::Cw, Some(*word), None).status;
        (best_first(status), (*word).to_owned())
    };
    statuses(certificates).max_by_key(rank).map(str::to_owned).ok_or_else(|| {
        let fault = "a certificate that states no status says nothing without the register";
        RegisterError::malformed(certificates.first().map_or("", |page| &page.file), fault)
    })
}
