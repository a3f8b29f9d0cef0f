//! The four files joined: names and domains belong to an account, not to a licence.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::domain_cells::{DomainCells, domain_rank, keep_cells, list_domains, listed_in};
use super::rows::{Business, LicenceRow, ListedName, Rows};
use crate::jurisdiction::JurisdictionCode::Ukgc;
use crate::licence::{LicenceCategory, category_of};
use crate::licence_number::ukgc_version;
use crate::register::domain_list::Listed;
use crate::register::layout::{note, with_remarks};
use crate::register::reading::{ListedLicence, ListedOperator, raw_members};
use crate::register::survey::Survey;
use crate::status::wording::rank;
use crate::text::{collapsed, folded, non_empty, trimmed};
use crate::time::Date;
use crate::written_date;

/// Returns the licences in the order of account and number, whatever the order of the rows.
pub(super) fn licences(survey: &Survey<'_>, rows: Rows<'_>) -> Vec<ListedLicence> {
    let Rows { businesses, mut licences, trading_names, domain_names, domain_names_file } = rows;
    licences.sort_unstable();
    licences.dedup();
    let mut accounts = accounts(businesses, trading_names, domain_names);
    let by_account = licences.chunk_by(|a, b| a.account == b.account);
    let licences_of = |rows: &[LicenceRow]| {
        let account = rows.first().map(|row| row.account).unwrap_or_default();
        let listed_in = |cell: &str| listed_in(survey, domain_names_file, cell);
        accounts.remove(&account).unwrap_or_default().licences(account, rows, listed_in)
    };
    by_account.flat_map(licences_of).collect()
}

/// What the files beside the licences say of an account.
#[derive(Default)]
struct Account {
    /// Its names; the first in the alphabet counts.
    names: BTreeSet<String>,
    remarks: Vec<String>,
    trading_names: BTreeSet<String>,
    domains: DomainCells,
}

fn accounts(
    businesses: Vec<Business>,
    trading_names: Vec<ListedName>,
    domain_names: Vec<ListedName>,
) -> HashMap<u64, Account> {
    let mut accounts = HashMap::<_, Account>::with_capacity(businesses.len());
    for Business { account, name, remarks } in businesses {
        let account = accounts.entry(account).or_default();
        account.remarks.extend(remarks);
        account.names.extend(non_empty(name));
    }
    for row in trading_names.into_iter().filter(|row| folded(&row.status) != "inactive") {
        let name = non_empty(collapsed(&row.cell));
        accounts.entry(row.account).or_default().trading_names.extend(name);
    }
    for row in domain_names.into_iter().filter(|row| !trimmed(&row.cell).is_empty()) {
        let ListedName { account, cell, status, remarks } = row;
        let kept = accounts.entry(account).or_default().domains.entry(cell);
        let (kept, all) = kept.or_insert_with(|| (status.clone(), BTreeSet::new()));
        if domain_rank(&status) < domain_rank(kept) {
            *kept = status;
        }
        all.extend(remarks);
    }
    accounts
}

impl Account {
    /// Returns the licences of the account. Its domains belong to the best remote licence; of
    /// equals, to the first. Any other licence, also an ancillary one, says nothing about a web site
    /// (guides to the registers, 1.5): the cells of an account without a remote one are only kept
    /// as text.
    fn licences(
        self,
        account: u64,
        rows: &[LicenceRow],
        listed_in: impl Fn(&str) -> Listed,
    ) -> Vec<ListedLicence> {
        let id = account.to_string();
        let name = self.names.into_iter().next();
        let operator = ListedOperator {
            name: name.unwrap_or_else(|| ListedOperator::placeholder_name(&id)),
            upstream_id: Some(id),
            trading_names: self.trading_names.into_iter().collect(),
            ..ListedOperator::default()
        };
        let by_licence = rows.chunk_by(|a, b| a.identity == b.identity);
        let (ranks, mut licences): (Vec<_>, Vec<_>) =
            by_licence.filter_map(|rows| merged(rows, &operator)).unzip();
        for licence in &mut licences {
            note(&mut licence.status_text, &self.remarks);
        }
        let best = licences
            .iter_mut()
            .zip(ranks)
            .min_by_key(|(licence, rank)| (!is_remote(licence), *rank));
        match best {
            Some((licence, _)) if is_remote(licence) => {
                list_domains(licence, self.domains, listed_in);
            }
            Some((licence, _)) => keep_cells(licence, self.domains.into_keys()),
            None => {}
        }
        licences
    }
}

fn is_remote(licence: &ListedLicence) -> bool {
    licence.license_category == Some(LicenceCategory::Remote)
}

/// The page of one account, without the account number.
const ACCOUNT_URL: &str = "https://www.gamblingcommission.gov.uk/public-register/business/detail/";

/// Returns the licence that the rows are about, with the rank of its status; `None` without rows.
///
/// The newest version states the number. The best of its rows states the status, and a remark on any
/// row makes it unknown. The licence is as old as its first activity, and ends when the last of its
/// best activities does.
fn merged(rows: &[LicenceRow], operator: &ListedOperator) -> Option<((u8, bool), ListedLicence)> {
    let newest = rows.iter().max_by_key(|row| {
        let number = &row.number;
        (ukgc_version(number), Reverse((number.len(), number)))
    })?;
    let version = ukgc_version(&newest.number);
    let current = || rows.iter().filter(|row| ukgc_version(&row.number) == version);
    let (best, wording) =
        current().map(|row| (rank(Ukgc, Some(&row.status)), &row.status)).min()?;
    let remarks: BTreeSet<_> = rows.iter().flat_map(|row| row.remarks.iter().cloned()).collect();
    let wording = with_remarks(wording, remarks);
    let license_types = texts(rows, |row| &row.kind);
    let account_url = operator.upstream_id.as_ref().map(|id| format!("{ACCOUNT_URL}{id}"));
    let licence = ListedLicence {
        operator: operator.clone(),
        license_number: Some(newest.number.clone()),
        status_text: Some(wording),
        status_source_url: account_url,
        license_type_raw: non_empty(license_types.join(", ")),
        license_category: Some(category_of(Ukgc, &license_types)),
        license_types,
        issued_date: rows.iter().filter_map(|row| written_date::first_in(&row.start)).min(),
        expiry_date: last_end(current().filter(|row| rank(Ukgc, Some(&row.status)) == best)),
        raw_data: raw_data(rows),
        ..ListedLicence::default()
    };
    Some((rank(Ukgc, licence.status_text.as_deref()), licence))
}

/// Returns the latest of the end dates; `None` when one activity continues.
fn last_end<'r>(rows: impl Iterator<Item = &'r LicenceRow>) -> Option<Date> {
    let ends: Option<Vec<_>> = rows.map(|row| written_date::first_in(&row.end)).collect();
    ends?.into_iter().max()
}

/// Returns the distinct texts of a column, in the order of the alphabet.
fn texts(rows: &[LicenceRow], column: impl Fn(&LicenceRow) -> &String) -> Vec<String> {
    let distinct: BTreeSet<_> = rows.iter().map(column).filter(|text| !text.is_empty()).collect();
    distinct.into_iter().cloned().collect()
}

/// Returns the texts of the rows under the names of their columns; `Rows` holds them one by one,
/// verbatim.
fn raw_data(rows: &[LicenceRow]) -> Map<String, Value> {
    let numbers = texts(rows, |row| &row.number);
    let mut raw = Map::new();
    raw.insert("Activity".to_owned(), texts(rows, |row| &row.activity).into());
    raw.insert("Status".to_owned(), texts(rows, |row| &row.status).into());
    if numbers.len() > 1 {
        raw.insert("Licence Number".to_owned(), numbers.into());
    }
    raw.insert("Rows".to_owned(), rows.iter().map(raw_row).collect());
    raw
}

fn raw_row(row: &LicenceRow) -> Value {
    Value::Object(raw_members([
        ("Activity", row.activity.as_str().into()),
        ("Status", row.status.as_str().into()),
        ("Start Date", row.start.as_str().into()),
        ("End Date", row.end.as_str().into()),
        ("Remarks", row.remarks.clone().into()),
    ]))
}
