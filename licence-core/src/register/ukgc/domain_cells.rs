//! The cells of the file of domains.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::domain::standing;
use crate::register::domain_cell::is_address;
use crate::register::domain_list::{
    Address, Listed, domains_of, has_address, in_text, only_addresses,
};
use crate::register::layout::with_remarks;
use crate::register::reading::{ListedDomain, ListedLicence};
use crate::register::survey::Survey;
use crate::text::trimmed;

/// The cells with their status: of a cell that is listed twice the better one, with the remarks of both.
pub(super) type DomainCells = BTreeMap<String, (String, BTreeSet<String>)>;

pub(super) fn domain_rank(status: &str) -> impl Ord {
    (standing(Some(status), None).rank(), status.to_owned())
}

/// Gives a licence the domains of cells, and keeps those with other words as they are.
pub(super) fn list_domains(
    licence: &mut ListedLicence,
    cells: DomainCells,
    listed_in: impl Fn(&str) -> Listed,
) {
    let mut with_texts = Vec::new();
    for (cell, (status, remarks)) in cells {
        let listed = listed_in(&cell);
        licence.domains.extend(domains_with(listed.addresses, &status, &remarks));
        with_texts.extend(listed.has_texts.then_some(cell));
    }
    keep_cells(licence, with_texts);
}

/// Returns what a cell lists: each of several addresses, those with words beside them, or the cell as
/// it is.
pub(super) fn listed_in(survey: &Survey<'_>, file: &str, cell: &str) -> Listed {
    let addresses = only_addresses(cell);
    let is_one_address = || is_address(cell) && !trimmed(cell).contains(char::is_whitespace);
    if addresses.is_none() && !is_one_address() && has_address(cell) {
        return in_text(survey, file, cell);
    }
    let several = addresses.filter(|addresses| addresses.len() > 1);
    let texts = several.unwrap_or_else(|| vec![cell.to_owned()]);
    survey.count_items(texts.len(), 0);
    let addresses = texts.into_iter().map(|text| Address { text, words: None }).collect();
    Listed { addresses, ..Listed::default() }
}

/// Returns the addresses of a cell as domains with the status of its row. Words about an address and
/// remarks make the status one that no table knows.
fn domains_with(
    addresses: Vec<Address>,
    status: &str,
    remarks: &BTreeSet<String>,
) -> impl Iterator<Item = ListedDomain> {
    domains_of(addresses).into_iter().map(move |domain| {
        let status = with_remarks(status, domain.status_text.iter().chain(remarks));
        let association = Some(standing(Some(&status), None).association);
        ListedDomain { association, status_text: Some(status), ..domain }
    })
}

pub(super) fn keep_cells(licence: &mut ListedLicence, cells: impl IntoIterator<Item = String>) {
    let cells: Vec<_> = cells.into_iter().map(Value::from).collect();
    if !cells.is_empty() {
        licence.raw_data.insert("Domain Name".to_owned(), Value::Array(cells));
    }
}
