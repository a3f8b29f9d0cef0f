//! Licences of which only the certificates were read.

use std::collections::BTreeSet;

use super::cells::Cells;
use super::certificate::{Certificate, statuses};
use super::join::{Pages, joined};
use super::listed::licence_from_row;
use super::rows::Row;
use crate::jurisdiction::JurisdictionCode;
use crate::register::RegisterError;
use crate::register::layout::company_key;
use crate::register::reading::pages::CERTIFICATE_ALONE;
use crate::register::reading::{ListedLicence, RemovedPage};
use crate::status::wording::{best_first, classify};
use crate::written_date;

/// Returns the licences that the certificates certify, in the order of their numbers.
pub(super) fn licences(
    certificates: Vec<Certificate>,
    removals: &[RemovedPage],
) -> Result<Vec<ListedLicence>, RegisterError> {
    let without_number = certificates.iter().find(|page| page.number.is_none());
    if let Some(page) = without_number {
        let fault = "a certificate that prints no licence number says nothing without the register";
        return Err(RegisterError::malformed(&page.file, fault));
    }
    let numbers: BTreeSet<_> = certificates.iter().filter_map(|page| page.number.clone()).collect();
    let rows: Vec<_> = numbers.into_iter().map(|it| row(it, &Pages::default())).collect();
    let pages = joined(&rows, certificates, removals).into_iter();
    pages.map(|(number, pages)| licence(number, &pages)).collect()
}

/// Returns the row that the certificates of a licence replace.
fn row(number: String, pages: &Pages) -> Row {
    let certificates = || pages.certificates.iter();
    let granted = certificates().filter_map(|page| page.granted.as_deref());
    let kinds: BTreeSet<_> = certificates().filter_map(|page| page.kind.as_deref()).collect();
    let cells = Cells {
        company: certificates().map(|page| page.company.clone()).min().unwrap_or_default(),
        kind: Vec::from_iter(kinds).join(" & "),
        registration: certificates().filter_map(|page| page.company_number.clone()).min(),
        issued: granted.filter_map(written_date::first_in).max(),
        ..Cells::default()
    };
    Row { printed_number: number.clone(), number, cells }
}

fn licence(number: String, pages: &Pages) -> Result<ListedLicence, RegisterError> {
    check_company(&number, &pages.certificates)?;
    let status = status(&pages.certificates)?;
    let mut licence = licence_from_row(&row(number, pages), pages);
    licence.status_text = Some(status);
    licence.status_source_url = pages.certificates.iter().filter_map(|it| it.address.clone()).min();
    licence.raw_data.insert(CERTIFICATE_ALONE.to_owned(), true.into());
    Ok(licence)
}

fn check_company(number: &str, certificates: &[Certificate]) -> Result<(), RegisterError> {
    let names: BTreeSet<_> = certificates.iter().map(|page| company_key(&page.company)).collect();
    if let Some(first) = certificates.first().filter(|_| names.len() > 1) {
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
