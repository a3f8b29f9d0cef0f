//! Which certificate belongs to which row of the register.

use std::collections::{BTreeSet, HashMap};

use super::address::token_of_number;
use super::certificate::{Certificate, Removal};
use super::companies::registration;
use super::rows::Row;
use crate::register::domain_cell::site_key;
use crate::register::layout::company_key;

#[derive(Default)]
pub(super) struct Pages {
    pub(super) certificates: Vec<Certificate>,
    /// Certificates of another company under the same number.
    pub(super) foreign: Vec<Certificate>,
    pub(super) removals: Vec<Removal>,
}

/// The pages of each licence number. Pages that belong to none of the licences are left out.
pub(super) fn joined(
    rows: &[Row],
    certificates: Vec<Certificate>,
    removals: Vec<Removal>,
) -> HashMap<String, Pages> {
    let mut pages: HashMap<String, Pages> = HashMap::new();
    for certificate in certificates {
        if let Some((number, is_own)) = licence_of(&certificate, rows) {
            let pages = pages.entry(number.to_owned()).or_default();
            let list = if is_own { &mut pages.certificates } else { &mut pages.foreign };
            list.push(certificate);
        }
    }
    attach_removals(&mut pages, rows, removals);
    pages
}

/// The number of the licence that a certificate is about, and whether its company holds it.
fn licence_of<'r>(certificate: &Certificate, rows: &'r [Row]) -> Option<(&'r str, bool)> {
    if let Some(printed) = &certificate.number {
        let row = rows.iter().find(|row| row.number == *printed)?;
        let is_other = numbers(certificate, row).is_some_and(|(page, row)| page != row);
        let is_own = is_same_name(certificate, row) || !is_other;
        return Some((&row.number, is_own));
    }
    let token = certificate.token.as_deref()?;
    let fits = |row: &&Row| {
        token_of_number(&row.number) == Some(token)
            && (is_same_name(certificate, row)
                || numbers(certificate, row).is_some_and(|(page, row)| page == row))
    };
    let mut found = rows.iter().filter(fits);
    let row = found.next()?;
    // Two licences of one company with one token cannot be told apart.
    found.all(|other| other.number == row.number).then_some((&row.number, true))
}

fn is_same_name(certificate: &Certificate, row: &Row) -> bool {
    company_key(&certificate.company) == company_key(&row.cells.company)
}

/// Returns the registration numbers of certificate and row, where both state one.
fn numbers(certificate: &Certificate, row: &Row) -> Option<(String, String)> {
    let of_page = certificate.company_number.as_deref().and_then(registration)?;
    Some((of_page, row.cells.registration.as_deref().and_then(registration)?))
}

/// A removal belongs to the licence whose number it prints, else to those that name its domain.
fn attach_removals(pages: &mut HashMap<String, Pages>, rows: &[Row], removals: Vec<Removal>) {
    let licences = licences_of_sites(pages);
    for removal in removals {
        let numbers: BTreeSet<String> = match &removal.number {
            Some(printed) if rows.iter().any(|row| row.number == *printed) => {
                [printed.clone()].into()
            }
            Some(_) => BTreeSet::new(),
            None => {
                let sites = removal.domains.iter().map(|domain| site_key(domain));
                sites.filter_map(|site| licences.get(&site)).flatten().cloned().collect()
            }
        };
        for number in numbers {
            pages.entry(number).or_default().removals.push(removal.clone());
        }
    }
}

fn licences_of_sites(pages: &HashMap<String, Pages>) -> HashMap<String, BTreeSet<String>> {
    let mut licences: HashMap<_, BTreeSet<_>> = HashMap::new();
    for (number, pages) in pages {
        for domain in pages.certificates.iter().flat_map(|page| &page.domains) {
            licences.entry(site_key(domain)).or_default().insert(number.clone());
        }
    }
    licences
}
