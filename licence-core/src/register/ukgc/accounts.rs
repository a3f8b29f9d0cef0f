//! The four files joined: names and domains belong to an account, not to a licence.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::activities::merged;
use super::rows::{Business, LicenceRow, ListedName, Rows};
use crate::domain::standing;
use crate::licence::LicenceCategory;
use crate::register::domain_list::only_addresses;
use crate::register::layout::{note, with_remarks};
use crate::register::reading::{ListedDomain, ListedLicence, ListedOperator};
use crate::text::{collapsed, folded, trimmed};

/// The licences in the order of account and number, whatever the order of the rows.
pub(super) fn licences(rows: Rows) -> Vec<ListedLicence> {
    let Rows { businesses, mut licences, trading_names, domain_names } = rows;
    licences.sort_unstable();
    licences.dedup();
    let mut accounts = Accounts {
        remarks: remarks(&businesses),
        names: account_names(businesses),
        trading_names: active_names(trading_names),
        domains: merged_domains(domain_names),
    };
    licences.chunk_by(|a, b| a.account == b.account).flat_map(|r| accounts.licences_of(r)).collect()
}

/// The content of the files beside the licences, by account.
struct Accounts {
    names: HashMap<u64, String>,
    remarks: HashMap<u64, Vec<String>>,
    trading_names: HashMap<u64, BTreeSet<String>>,
    domains: HashMap<u64, BTreeMap<String, String>>,
}

impl Accounts {
    /// Returns the licences of one account. Its domains belong to the best remote licence; of
    /// equals, to the first. Any other licence, also an ancillary one, says nothing about a web site
    /// (guides to the registers, 1.5): the cells of an account without a remote one are only kept
    /// as text.
    fn licences_of(&mut self, rows: &[LicenceRow]) -> Vec<ListedLicence> {
        let Some(account) = rows.first().map(|row| row.account) else { return Vec::new() };
        let operator = self.operator(account);
        let by_licence = rows.chunk_by(|a, b| a.identity == b.identity);
        let (ranks, mut licences): (Vec<_>, Vec<_>) =
            by_licence.filter_map(|rows| merged(rows, &operator)).unzip();
        for licence in &mut licences {
            note(&mut licence.status_text, self.remarks.get(&account).map_or(&[], Vec::as_slice));
        }
        let best = licences
            .iter_mut()
            .zip(ranks)
            .min_by_key(|(licence, rank)| (!is_remote(licence), *rank));
        let domains = self.domains.remove(&account).filter(|domains| !domains.is_empty());
        if let Some(((licence, _), domains)) = best.zip(domains) {
            if is_remote(licence) {
                licence.domains = domains.into_iter().flat_map(listed_domains).collect();
            } else {
                let cells = domains.into_keys().map(Value::from).collect();
                licence.raw_data.insert("Domain Name".to_owned(), Value::Array(cells));
            }
        }
        licences
    }

    fn operator(&mut self, account: u64) -> ListedOperator {
        let id = account.to_string();
        ListedOperator {
            name: self
                .names
                .remove(&account)
                .unwrap_or_else(|| ListedOperator::placeholder_name(&id)),
            upstream_id: Some(id),
            trading_names: self.trading_names.remove(&account).into_iter().flatten().collect(),
            ..ListedOperator::default()
        }
    }
}

fn is_remote(licence: &ListedLicence) -> bool {
    licence.license_category == Some(LicenceCategory::Remote)
}

fn remarks(businesses: &[Business]) -> HashMap<u64, Vec<String>> {
    let mut remarks = HashMap::<_, Vec<_>>::new();
    for Business { account, remarks: others, .. } in businesses {
        remarks.entry(*account).or_default().extend(others.iter().cloned());
    }
    remarks
}

/// Returns one name for each account: the first in the alphabet.
fn account_names(businesses: Vec<Business>) -> HashMap<u64, String> {
    let mut names = HashMap::with_capacity(businesses.len());
    for Business { account, name, .. } in businesses.into_iter().filter(|b| !b.name.is_empty()) {
        let kept = names.entry(account).or_insert_with(|| name.clone());
        if name < *kept {
            *kept = name;
        }
    }
    names
}

fn active_names(rows: Vec<ListedName>) -> HashMap<u64, BTreeSet<String>> {
    let mut names = HashMap::<_, BTreeSet<_>>::new();
    for row in rows.into_iter().filter(|row| folded(&row.status) != "inactive") {
        let name = collapsed(&row.cell);
        if !name.is_empty() {
            names.entry(row.account).or_default().insert(name);
        }
    }
    names
}

/// The cells of each account with their status: of a cell that is listed twice the better one,
/// with the remarks of both.
fn merged_domains(rows: Vec<ListedName>) -> HashMap<u64, BTreeMap<String, String>> {
    let mut domains = HashMap::<_, BTreeMap<_, (String, BTreeSet<String>)>>::new();
    for ListedName { account, cell, status, remarks } in rows {
        if trimmed(&cell).is_empty() {
            continue;
        }
        let kept = domains.entry(account).or_default().entry(cell);
        let (kept, all) = kept.or_insert_with(|| (status.clone(), BTreeSet::new()));
        if domain_rank(&status) < domain_rank(kept) {
            *kept = status;
        }
        all.extend(remarks);
    }
    let noted = |(status, remarks): (String, BTreeSet<String>)| {
        with_remarks(&status, &Vec::from_iter(remarks))
    };
    let of_account = |domains: BTreeMap<String, _>| {
        domains.into_iter().map(|(cell, status)| (cell, noted(status))).collect()
    };
    domains.into_iter().map(|(account, domains)| (account, of_account(domains))).collect()
}

fn domain_rank(status: &str) -> impl Ord {
    (standing(Some(status), None).rank(), status.to_owned())
}

/// Returns the domains of a cell: each of several addresses, or the cell as it is.
fn listed_domains((cell, status): (String, String)) -> impl Iterator<Item = ListedDomain> {
    let several = only_addresses(&cell).filter(|addresses| addresses.len() > 1);
    several.unwrap_or(vec![cell]).into_iter().map(move |domain| ListedDomain {
        domain,
        association: Some(standing(Some(&status), None).association),
        status_text: Some(status.clone()),
        ..ListedDomain::default()
    })
}
