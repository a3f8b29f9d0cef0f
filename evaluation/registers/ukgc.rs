//! Great Britain: the excerpt of 2026, and the accounts of 2023 that it does not have.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::path::Path;

use licence_core::jurisdiction::JurisdictionCode;
use serde::Deserialize;

use super::{Cell, Row};

#[derive(Deserialize)]
struct Account {
    account_number: String,
    licence_account_name: String,
    licence_number: String,
    status: String,
    trading_names: Vec<String>,
    domain_names: Vec<String>,
}

pub fn rows(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = excerpt(folder)?;
    let known: HashSet<Option<String>> = rows.iter().map(|row| row.upstream_id.clone()).collect();
    let older = gamstop(folder)?;
    rows.extend(older.into_iter().filter(|row| !known.contains(&row.upstream_id)));
    Ok(rows)
}

/// The excerpt lists domains whatever their status; those in the list of active domains are active.
fn excerpt(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let names = folder.join("remote-operators-2026-10-09-excerpt-domain-names.csv");
    let active: HashSet<(String, String)> =
        records(&names)?.into_iter().filter(|r| &r[2] == "yes").map(pair).collect();
    let text = std::fs::read_to_string(folder.join("remote-operators-2026-10-09-excerpt.jsonl"))?;
    text.lines().map(|line| Ok(row_of_account(serde_json::from_str(line)?, &active))).collect()
}

fn row_of_account(account: Account, active: &HashSet<(String, String)>) -> Row {
    let cell = |text: String| {
        let is_active = active.contains(&(account.account_number.clone(), text.clone()));
        Cell { text, is_active }
    };
    Row {
        code: JurisdictionCode::Ukgc,
        cells: account.domain_names.into_iter().map(cell).collect(),
        upstream_id: Some(account.account_number),
        operator: account.licence_account_name,
        number: account.licence_number,
        status: account.status,
        qualifier: None,
        trading_names: account.trading_names,
    }
}

/// One row a licence; the domains of an account hang on its best one.
fn gamstop(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let file = |name: &str| records(&folder.join(format!("gamstop-2023-05-{name}.csv")));
    let names: BTreeMap<String, String> = file("businesses")?.into_iter().map(pair).collect();
    let mut cells: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for (account, domain) in file("domain-names")?.into_iter().map(pair) {
        cells.entry(account).or_default().push(Cell::active(domain));
    }
    let mut licences = file("licences")?;
    licences.sort_by_key(|licence| (licence[0].to_owned(), &licence[2] != "Active"));
    let mut seen = HashSet::new();
    licences.retain(|licence| seen.insert(licence[1].to_owned()));
    let row = |licence: csv::StringRecord| {
        let operator = names.get(&licence[0])?.clone();
        let cells = cells.remove(&licence[0]).unwrap_or_default();
        Some(older_row(&licence, operator, cells))
    };
    Ok(licences.into_iter().filter_map(row).collect())
}

fn older_row(licence: &csv::StringRecord, operator: String, cells: Vec<Cell>) -> Row {
    Row {
        code: JurisdictionCode::Ukgc,
        upstream_id: Some(licence[0].to_owned()),
        operator,
        number: licence[1].to_owned(),
        status: licence[2].to_owned(),
        qualifier: None,
        trading_names: Vec::new(),
        cells,
    }
}

fn records(path: &Path) -> Result<Vec<csv::StringRecord>, csv::Error> {
    csv::Reader::from_path(path)?.into_records().collect()
}

fn pair(record: csv::StringRecord) -> (String, String) {
    (record[0].to_owned(), record[1].to_owned())
}
