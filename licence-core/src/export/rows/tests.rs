use std::collections::BTreeMap;

use super::*;
use crate::jurisdiction::JurisdictionCode::{Mga, Ukgc};
use crate::status::LicenceStatus::{Active, Suspended};
use crate::status::StatusQualifier;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn times(day: u32) -> ReadTimes {
    let seen = at(&format!("2026-11-{day:02}T06:00:00Z"));
    ReadTimes { last_verified_at: seen, status_observed_at: seen, last_listed_at: seen }
}

fn operator_licence(
    code: JurisdictionCode,
    number: &str,
    status: LicenceStatus,
    day: u32,
) -> OperatorLicence<'_> {
    OperatorLicence {
        jurisdiction_code: code,
        license_number: number.into(),
        status,
        status_qualifier: None,
        status_source_url: Some(number.into()),
        times: times(day),
    }
}

fn operator_row(licences: Vec<OperatorLicence<'_>>) -> OperatorRow<'_> {
    let created_at = at("2026-10-01T06:00:00Z");
    OperatorRow::new("id", "slug", "Name", licences, created_at, created_at)
}

#[test]
fn the_kind_of_a_number_is_that_of_its_jurisdiction() {
    for code in JurisdictionCode::ALL {
        let kind = LicenceNumberKind::for_jurisdiction(*code).as_str();
        let ours = matches!(code.as_str(), "KH" | "TGC" | "IOM");
        let expected = if ours { "igregulator_reference" } else { "regulator_licence_number" };
        assert_eq!(kind, expected, "{code}");
    }
}

/// Returns the cell of a column.
fn cell<'c>(row: &'c OperatorRow<'_>, name: &str) -> Cell<'c> {
    let position = columns(Dataset::Operators).iter().position(|column| *column == name);
    row.cells()[position.unwrap()]
}

#[test]
fn an_operator_shows_its_best_licence() {
    let provisional = || OperatorLicence {
        status_qualifier: Some(StatusQualifier::Provisional),
        ..operator_licence(Mga, "provisional", Active, 9)
    };
    for (licences, best) in [
        (
            vec![
                operator_licence(Mga, "newer", Suspended, 9),
                operator_licence(Ukgc, "active", Active, 1),
            ],
            "active",
        ),
        (vec![provisional(), operator_licence(Ukgc, "active", Active, 1)], "active"),
        (
            vec![
                operator_licence(Ukgc, "older", Active, 1),
                operator_licence(Ukgc, "newer", Active, 2),
            ],
            "newer",
        ),
        (vec![operator_licence(Ukgc, "b", Active, 1), operator_licence(Mga, "a", Active, 1)], "a"),
        (vec![operator_licence(Ukgc, "b", Active, 1), operator_licence(Ukgc, "a", Active, 1)], "a"),
    ] {
        let row = operator_row(licences);
        assert_eq!(cell(&row, "status_source_url"), Cell::Text(best));
    }
}

#[test]
fn an_operator_counts_its_licences() {
    let ids = BTreeMap::from([(Ukgc, Cow::from("1")), (Mga, Cow::from("a\"b"))]);
    let row = operator_row(vec![
        operator_licence(Ukgc, "1", Active, 1),
        operator_licence(Mga, "2", Suspended, 1),
        operator_licence(Ukgc, "3", Active, 1),
    ])
    .with_upstream_ids(&ids);
    assert_eq!(cell(&row, "license_count"), Cell::Number(3));
    assert_eq!(cell(&row, "active_license_count"), Cell::Number(2));
    assert_eq!(cell(&row, "jurisdictions"), Cell::List(&["MGA".into(), "UKGC".into()]));
    assert_eq!(cell(&row, "upstream_ids"), Cell::Object(r#"{"UKGC":"1","MGA":"a\"b"}"#));
    let none = operator_row(Vec::new());
    assert_eq!(cell(&none, "status_observed_at"), Cell::Null);
    assert_eq!(cell(&none, "upstream_ids"), Cell::Object("{}"));
}
