//! A page built from records of the real register, read back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::fixture::{domains, licences, page};
use crate::register::domain_cell::host_of;
use crate::text::collapsed;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/registers/AN");

/// Operator, dates and domains by licence number.
type Rows = BTreeMap<String, (String, String, String, Vec<String>)>;

fn rows() -> Option<Rows> {
    let path = Path::new(FOLDER).join("prospects.csv");
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    let mut rows = Rows::new();
    for row in csv::Reader::from_path(path).unwrap().records() {
        let row = row.unwrap();
        let text = |column: usize| row[column].to_owned();
        let licence =
            rows.entry(text(4)).or_insert_with(|| (text(3), text(5), text(6), Vec::new()));
        licence.3.push(text(1));
    }
    Some(rows)
}

#[test]
fn every_record_of_the_register_is_read() {
    let Some(rows) = rows() else { return };
    let records: Vec<Value> = rows
        .iter()
        .map(|(number, (company, issued, expiry, domains))| {
            json!({ "company": company, "status": "valid", "number": number, "type": "b2c",
                    "issued": issued, "expiry": expiry, "domains": domains.join(", ") })
        })
        .collect();
    let read = licences(&page(&records));
    assert_eq!(read.len(), rows.len());
    for (licence, (number, (company, issued, expiry, hosts))) in read.iter().zip(&rows) {
        assert_eq!(licence.license_number.as_ref(), Some(number));
        assert_eq!(licence.operator.name, collapsed(company));
        assert_eq!(licence.issued_date, issued.parse().ok());
        assert_eq!(licence.expiry_date, expiry.parse().ok());
        assert_eq!(&domains(licence), hosts);
        assert!(hosts.iter().all(|host| host_of(host).is_ok()), "{hosts:?}");
    }
}

#[test]
fn every_number_ever_seen_is_kept_as_published() {
    let path = Path::new(FOLDER).join("seen_licenses.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return;
    };
    let seen: Value = serde_json::from_str(&text).unwrap();
    let numbers: Vec<_> =
        seen["licenses"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let records: Vec<Value> = numbers
        .iter()
        .map(|number| super::fixture::record(&[("number", (*number).into())]))
        .collect();
    let read = licences(&page(&records));
    let kept: BTreeSet<_> = read.iter().filter_map(|l| l.license_number.as_deref()).collect();
    assert_eq!(kept, numbers.iter().copied().collect());
}
