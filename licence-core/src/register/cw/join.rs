//! Which certificate belongs to which row of the register, and who holds a licence: companies by
//! registration number and name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::address::token_of_number;
use super::certificate::{Certificate, Removal};
use super::rows::Row;
use crate::register::domain_cell::site_key;
use crate::register::layout::company_key;
use crate::text::{compact, is_digits};

#[derive(Default)]
pub(super) struct Pages {
    pub(super) certificates: Vec<Certificate>,
    /// Certificates of another company under the same number.
    pub(super) foreign: Vec<Certificate>,
    pub(super) removals: Vec<Removal>,
}

/// Returns the pages of each licence number. Pages that belong to none of the licences are left
/// out.
pub(super) fn joined(
    rows: &[Row],
    certificates: Vec<Certificate>,
    removals: Vec<Removal>,
) -> BTreeMap<String, Pages> {
    let mut pages: BTreeMap<String, Pages> = BTreeMap::new();
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

/// A removal belongs to the licence whose number it prints, with all its domains. Without a number it
/// belongs to each licence whose certificates list one of its domains, with these domains.
fn attach_removals(pages: &mut BTreeMap<String, Pages>, rows: &[Row], removals: Vec<Removal>) {
    let licences = licences_of_sites(pages);
    for removal in removals {
        if let Some(printed) = removal.number.clone() {
            if rows.iter().any(|row| row.number == printed) {
                pages.entry(printed).or_default().removals.push(removal);
            }
            continue;
        }
        let sites = removal.domains.iter().map(|domain| site_key(domain));
        let numbers: BTreeSet<_> = sites.filter_map(|site| licences.get(&site)).flatten().collect();
        for number in numbers {
            let mut own = removal.clone();
            own.domains.retain(|domain| {
                licences.get(&site_key(domain)).is_some_and(|it| it.contains(number))
            });
            pages.entry(number.clone()).or_default().removals.push(own);
        }
    }
}

fn licences_of_sites(pages: &BTreeMap<String, Pages>) -> HashMap<String, BTreeSet<String>> {
    let mut licences: HashMap<_, BTreeSet<_>> = HashMap::new();
    for (number, pages) in pages {
        for domain in pages.certificates.iter().flat_map(|page| &page.domains) {
            licences.entry(site_key(domain)).or_default().insert(number.clone());
        }
    }
    licences
}

/// Returns the registration number that a cell states; `None` for `N/A`, `-` and zeros.
fn registration(cell: &str) -> Option<String> {
    let number = compact(cell);
    is_digits(&number).then(|| number.trim_start_matches('0').to_owned()).filter(|n| !n.is_empty())
}

pub(super) struct Companies {
    names: BTreeMap<String, BTreeSet<String>>,
    numbers: BTreeMap<String, BTreeSet<String>>,
}

impl Companies {
    pub(super) fn from_rows<'r>(rows: impl Iterator<Item = (&'r str, Option<&'r str>)>) -> Self {
        let (mut names, mut numbers) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::new());
        for (name, cell) in rows {
            let Some(number) = cell.and_then(registration) else { continue };
            let key = company_key(name);
            numbers.entry(key.clone()).or_insert_with(BTreeSet::new).insert(number.clone());
            names.entry(number).or_default().insert(key);
        }
        Self { names, numbers }
    }

    /// Returns the identifier of a row's company: its registration number, or the only one of its
    /// namesakes where its own is missing. A number beside different names is a slip in one of the
    /// rows, and would make one operator of two companies.
    pub(super) fn identifier(&self, name: &str, cell: Option<&str>) -> Option<String> {
        let own = cell.and_then(registration);
        let number = own.or_else(|| {
            let numbers = self.numbers.get(&company_key(name))?;
            numbers.first().filter(|_| numbers.len() == 1).cloned()
        })?;
        self.names.get(&number).filter(|names| names.len() == 1).map(|_| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_is_known_by_its_number_or_its_namesakes() {
        let rows = [
            ("Lantern Games B.V.", Some("150001")),
            ("LANTERN GAMES BV", Some("0150001")),
            ("Harbour Bet N.V.", Some("150002")),
            ("Harbour Play N.V.", Some("150002")),
            ("Quay N.V.", Some("N/A")),
        ];
        let companies = Companies::from_rows(rows.into_iter());
        for (name, cell, identifier) in [
            ("Lantern Games B.V.", Some("150001"), Some("150001")),
            ("Lantern Games BV", Some("N/A"), Some("150001")),
            ("lantern games b.v.", None, Some("150001")),
            ("Lantern Games N.V.", None, None),
            ("Harbour Bet N.V.", Some("150002"), None),
            ("Quay N.V.", Some("N/A"), None),
        ] {
            assert_eq!(companies.identifier(name, cell).as_deref(), identifier, "{name} {cell:?}");
        }
    }
}
