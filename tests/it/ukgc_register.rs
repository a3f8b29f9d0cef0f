//! The real UKGC extracts of both years, rebuilt into the register's own four files: nothing that
//! counts is lost, and what is listed and in force is licensed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check, check_row};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{self, Accepted, SourceFile};
use serde_json::Value;

use crate::support::readings::{at, now};

/// One register as four tables of cells, without header rows.
#[derive(Default)]
struct Tables {
    businesses: Vec<Vec<String>>,
    licences: Vec<Vec<String>>,
    trading_names: Vec<Vec<String>>,
    domains: Vec<Vec<String>>,
}

const HEADERS: [&str; 4] = [
    "Account Number,Licence Account Name",
    "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date",
    "Account Number,Trading Name,Status",
    "Account Number,Domain Name,Status",
];

impl Tables {
    fn files(&self) -> Vec<SourceFile> {
        let tables = [&self.businesses, &self.licences, &self.trading_names, &self.domains];
        let file = |(header, rows): (&str, &Vec<Vec<String>>)| {
            let quoted = |row: &Vec<String>| {
                let cells = row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
                cells.collect::<Vec<_>>().join(",")
            };
            let lines: Vec<String> =
                std::iter::once(header.to_owned()).chain(rows.iter().map(quoted)).collect();
            SourceFile { name: header.to_owned(), bytes: (lines.join("\r\n") + "\r\n").into() }
        };
        HEADERS.into_iter().zip(tables).map(file).collect()
    }

    fn read(&self) -> RegisterReading {
        let read_at = at("2026-10-09T06:00:00Z");
        let accepted = Accepted::default();
        register::read(JurisdictionCode::Ukgc, &self.files(), read_at, &accepted).unwrap()
    }
}

/// The folder of real registers, or `None` with a printed line.
fn registers() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/registers/UKGC"));
    if !folder.is_dir() {
        println!("skipped: the real registers are not on this machine");
        return None;
    }
    Some(folder)
}

fn csv_rows(path: PathBuf) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let cells = |line: &str| line.trim_matches('"').split("\",\"").map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

/// 2023: three files as the regulator published them; it had no trading names in the extract.
fn tables_of_2023(folder: &std::path::Path) -> Tables {
    Tables {
        businesses: csv_rows(folder.join("gamstop-2023-05-businesses.csv")),
        licences: csv_rows(folder.join("gamstop-2023-05-licences.csv")),
        trading_names: Vec::new(),
        domains: csv_rows(folder.join("gamstop-2023-05-domain-names.csv")),
    }
}

/// 2026: one object an operator; a domain that the filtered list lacks was not active.
fn tables_of_2026(folder: &std::path::Path) -> Tables {
    let text =
        std::fs::read_to_string(folder.join("remote-operators-2026-10-09-excerpt.jsonl")).unwrap();
    let mut tables = Tables::default();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let cell = |member: &str| row[member].as_str().unwrap_or_default().to_owned();
        let account = cell("account_number");
        tables.businesses.push(vec![account.clone(), cell("licence_account_name")]);
        for activity in row["activities"].as_array().unwrap() {
            let mut cells = vec![account.clone(), cell("licence_number"), cell("status")];
            cells.extend([cell("type"), activity.as_str().unwrap().to_owned()]);
            cells.extend([cell("start_date"), cell("end_date")]);
            tables.licences.push(cells);
        }
        for name in row["trading_names"].as_array().unwrap() {
            let name = name.as_str().unwrap().to_owned();
            tables.trading_names.push(vec![account.clone(), name, "Active".to_owned()]);
        }
    }
    let domains = csv_rows(folder.join("remote-operators-2026-10-09-excerpt-domain-names.csv"));
    tables.domains = domains
        .into_iter()
        .map(|row| {
            let status = if row[2] == "yes" { "Active" } else { "Inactive" };
            vec![row[0].clone(), row[1].clone(), status.to_owned()]
        })
        .collect();
    tables
}

fn without_leading_zeros(account: &str) -> &str {
    account.trim_start_matches('0')
}

/// The host of a cell, by rules of this test's own; `None` for paths and words.
fn host(cell: &str) -> Option<String> {
    let cell = cell.trim().to_lowercase();
    let cell = cell.trim_start_matches("https://").trim_start_matches("http://");
    let cell = cell.trim_start_matches("http:").trim_end_matches(['/', '.']);
    let cell = cell.strip_prefix("www.").unwrap_or(cell);
    let is_host = cell.contains('.') && cell.is_ascii() && !cell.contains(['/', '?', ' ', '%']);
    is_host.then(|| cell.to_owned())
}

fn assert_nothing_is_lost(tables: &Tables) {
    let reading = tables.read();
    let number = |number: &str| number.rsplit_once('-').unwrap().0.to_owned();
    let expected: BTreeSet<String> = tables.licences.iter().map(|row| number(&row[1])).collect();
    let read: BTreeSet<String> = reading
        .licences
        .iter()
        .map(|licence| number(licence.license_number.as_deref().unwrap()))
        .collect();
    assert_eq!(read, expected);
    assert_eq!(reading.licences.len(), expected.len(), "one licence a number");
    let licensed_accounts: BTreeSet<&str> =
        tables.licences.iter().map(|row| without_leading_zeros(&row[0])).collect();
    let cells: BTreeSet<(&str, &str)> = tables
        .domains
        .iter()
        .map(|row| (without_leading_zeros(&row[0]), row[1].as_str()))
        .filter(|(account, _)| licensed_accounts.contains(account))
        .collect();
    let read_cells: BTreeSet<(&str, &str)> = reading
        .licences
        .iter()
        .flat_map(|licence| {
            let account = licence.operator.upstream_id.as_deref().unwrap();
            licence.domains.iter().map(move |domain| (account, domain.domain.as_str()))
        })
        .collect();
    assert_eq!(read_cells, cells);
}

fn assert_what_is_listed_and_in_force_is_licensed(tables: &Tables) -> usize {
    let reading = tables.read();
    let catalogue = Catalogue::from_readings(&[reading]).unwrap();
    let in_force: BTreeSet<&str> = tables
        .licences
        .iter()
        .filter(|row| row[2] == "Active" && row[3] == "Remote")
        .map(|row| without_leading_zeros(&row[0]))
        .collect();
    let mut standing: BTreeMap<String, bool> = BTreeMap::new();
    for row in &tables.domains {
        let is_pass = row[2] == "Active" && in_force.contains(without_leading_zeros(&row[0]));
        if let Some(host) = host(&row[1]) {
            *standing.entry(host).or_default() |= is_pass;
        }
    }
    for (host, is_pass) in &standing {
        for asked in [host.clone(), format!("www.{host}."), host.to_uppercase()] {
            let row = check_row(&catalogue, &asked, now());
            let is_licensed = row.verdict == Some(Verdict::Licensed);
            assert_eq!(is_licensed, *is_pass, "{asked}: {:?}", row.verdict_detail);
        }
    }
    for row in &tables.licences {
        let verdict = |number: &str| {
            let query = CheckQuery::licence_number(number).unwrap();
            check(&catalogue, &query, now()).verdict
        };
        let in_force = tables.licences.iter().any(|r| r[1] == row[1] && r[2] == "Active");
        assert_eq!(verdict(&row[1]) == Verdict::Licensed, in_force, "{}", row[1]);
        let later_version = format!("{}-999", row[1].rsplit_once('-').unwrap().0);
        assert_eq!(verdict(&later_version), verdict(&row[1]), "{later_version}");
    }
    standing.len()
}

#[test]
fn the_extract_of_2023() {
    let Some(folder) = registers() else { return };
    let tables = tables_of_2023(&folder);
    assert_nothing_is_lost(&tables);
    assert!(assert_what_is_listed_and_in_force_is_licensed(&tables) > 150);
}

#[test]
fn the_extract_of_2026() {
    let Some(folder) = registers() else { return };
    let tables = tables_of_2026(&folder);
    assert_nothing_is_lost(&tables);
    assert!(assert_what_is_listed_and_in_force_is_licensed(&tables) > 700);
}
