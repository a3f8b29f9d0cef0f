//! Which certificate belongs to which row of the register.

use std::collections::{BTreeMap, HashSet};

use super::address::token_of_number;
use super::certificate::Certificate;
use super::rows::Row;
use crate::register::domain_cell::site_key;
use crate::register::layout::company_key;
use crate::register::reading::RemovedPage;
use crate::text::{compact, is_digits};

#[derive(Default)]
pub(super) struct Pages {
    pub(super) certificates: Vec<Certificate>,
    /// Certificates of another company under the same number.
    pub(super) foreign: Vec<Certificate>,
    pub(super) removals: Vec<RemovedPage>,
}

/// Returns the pages of each licence number. Pages that belong to none of the licences are left
/// out.
pub(super) fn joined(
    rows: &[Row],
    certificates: Vec<Certificate>,
    removals: &[RemovedPage],
) -> BTreeMap<String, Pages> {
    let mut licences: BTreeMap<_, _> =
        rows.iter().map(|row| (row.number.clone(), Pages::default())).collect();
    for certificate in certificates {
        let Some((number, is_own)) = licence_of(&certificate, rows) else { continue };
        let pages = licences.entry(number.to_owned()).or_default();
        let list = if is_own { &mut pages.certificates } else { &mut pages.foreign };
        list.push(certificate);
    }
    for (number, pages) in &mut licences {
        pages.removals = removals.iter().filter_map(|it| removal_of(it, number, pages)).collect();
    }
    licences
}

/// Returns what a removal says of a licence. It belongs to the licence whose number it prints, with all its
/// domains. Without a number it belongs to each licence whose certificates list one of its domains, with
/// these domains.
fn removal_of(removal: &RemovedPage, number: &str, pages: &Pages) -> Option<RemovedPage> {
    let mut own = removal.clone();
    if let Some(printed) = &removal.license_number {
        return (printed == number).then_some(own);
    }
    let listed = pages.certificates.iter().flat_map(|page| &page.domains);
    let listed: HashSet<_> = listed.map(|domain| site_key(domain)).collect();
    own.domains.retain(|domain| listed.contains(&site_key(domain)));
    (!own.domains.is_empty()).then_some(own)
}

/// Returns the number of the licence that a certificate is about, and whether its company holds it.
fn licence_of<'r>(certificate: &Certificate, rows: &'r [Row]) -> Option<(&'r str, bool)> {
    if let Some(printed) = &certificate.number {
        let row = rows.iter().find(|row| row.number == *printed)?;
        let is_other = is_same_number(certificate, row) == Some(false);
        return Some((&row.number, is_same_name(certificate, row) || !is_other));
    }
    let token = certificate.token.as_deref()?;
    let fits = |row: &&Row| {
        token_of_number(&row.number) == Some(token)
            && (is_same_name(certificate, row) || is_same_number(certificate, row) == Some(true))
    };
    let mut found = rows.iter().filter(fits);
    let row = found.next()?;
    // Two licences of one company with one token cannot be distinguished.
    found.all(|other| other.number == row.number).then_some((&row.number, true))
}

fn is_same_name(certificate: &Certificate, row: &Row) -> bool {
    company_key(&certificate.company) == company_key(&row.cells.company)
}

/// Returns whether certificate and row state the same registration number, where both state one.
fn is_same_number(certificate: &Certificate, row: &Row) -> Option<bool> {
    let of_page = certificate.company_number.as_deref().and_then(registration)?;
    Some(of_page == row.cells.registration.as_deref().and_then(registration)?)
}

/// Returns the registration number that a cell states; `None` for `N/A`, `-` and zeros.
pub(super) fn registration(cell: &str) -> Option<String> {
    let number = compact(cell);
    is_digits(&number).then(|| number.trim_start_matches('0').to_owned()).filter(|n| !n.is_empty())
}
