//! The activity rows of one licence, merged into one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::rows::LicenceRow;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::category_of;
use crate::licence_number::ukgc_version;
use crate::register::layout::with_remarks;
use crate::register::reading::{ListedLicence, ListedOperator};
use crate::status::wording::classify;
use crate::time::Date;
use crate::written_date;

/// The page of one account, without the account number.
pub const ACCOUNT_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/business/detail/";

/// A sort key over statuses, the best first; a qualified one after the same without.
pub(super) type Rank = (u8, bool);

/// The licence that the rows are about, with the rank of its status; `None` without rows.
///
/// The newest version states the number. The best of its rows states the status, and a remark on any
/// row makes it unknown. The licence is as old as its first activity, and ends when the last of its
/// best activities does.
pub(super) fn merged(
    rows: &[LicenceRow],
    operator: &ListedOperator,
) -> Option<(Rank, ListedLicence)> {
    let newest = rows.iter().max_by_key(|row| {
        let number = &row.number;
        (ukgc_version(number), Reverse((number.len(), number)))
    })?;
    let version = ukgc_version(&newest.number);
    let current = || rows.iter().filter(|row| ukgc_version(&row.number) == version);
    let (best, wording) = current().map(|row| (rank(&row.status), &row.status)).min()?;
    let remarks: BTreeSet<_> = rows.iter().flat_map(|row| row.remarks.iter().cloned()).collect();
    let wording = with_remarks(wording, &Vec::from_iter(remarks));
    let license_types = texts(rows, |row| &row.kind);
    let account_url = operator.upstream_id.as_ref().map(|id| format!("{ACCOUNT_URL}{id}"));
    let licence = ListedLicence {
        operator: operator.clone(),
        license_number: Some(newest.number.clone()),
        status_text: Some(wording),
        status_source_url: account_url,
        license_type_raw: Some(license_types.join(", ")).filter(|raw| !raw.is_empty()),
        license_category: Some(category_of(JurisdictionCode::Ukgc, &license_types)),
        license_types,
        issued_date: rows.iter().filter_map(|row| written_date::first_in(&row.start)).min(),
        expiry_date: last_end(current().filter(|row| rank(&row.status) == best)),
        raw_data: raw_data(rows),
        ..ListedLicence::default()
    };
    Some((rank(licence.status_text.as_deref().unwrap_or_default()), licence))
}

fn rank(status: &str) -> Rank {
    classify(JurisdictionCode::Ukgc, Some(status), None).rank()
}

/// The latest of the end dates; `None` when one activity goes on.
fn last_end<'r>(rows: impl Iterator<Item = &'r LicenceRow>) -> Option<Date> {
    let ends: Option<Vec<_>> = rows.map(|row| written_date::first_in(&row.end)).collect();
    ends?.into_iter().max()
}

/// The distinct texts of a column, in the order of the alphabet.
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
    let cells = [
        ("Activity", &row.activity),
        ("Status", &row.status),
        ("Start Date", &row.start),
        ("End Date", &row.end),
    ];
    let given = cells.into_iter().filter(|(_, text)| !text.is_empty());
    let texts = given.map(|(column, text)| (column.to_owned(), Value::from(text.clone())));
    let remarks = Some(&row.remarks).filter(|remarks| !remarks.is_empty());
    let remarks = remarks.map(|remarks| ("Remarks".to_owned(), Value::from(remarks.clone())));
    Value::Object(texts.chain(remarks).collect())
}
