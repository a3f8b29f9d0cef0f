//! A market in which the readings left every kind of trace, with the values that break files.

use licence_core::jurisdiction::JurisdictionCode::{Cw, Iom, Kh, Ukgc};
use licence_core::register::reading::{ListedDomain, ListedLicence, ListedOperator};
use licence_store::Store;
use sea_orm::{ConnectionTrait, Database};

use crate::support::readings::{apply, licence, reading};

/// Names of companies as no register should print them, with a number for each.
const NAMES: [&str; 8] = [
    "Plain Limited",
    "=HYPERLINK(\"https://evil.example\") Ltd",
    "+plus",
    "-minus, \"quoted\"",
    "@at",
    "Pipe | and \\ slash",
    "Ünïcode ☃ \u{1f0a1} Ltd",
    "Gone Ltd",
];

fn company(nth: usize, status: &str) -> ListedLicence {
    let number = format!("{nth:06}-R-{nth:06}-001");
    let domain = format!("site{nth}.example");
    ListedLicence {
        operator: ListedOperator {
            upstream_id: Some(nth.to_string()),
            name: NAMES[nth].to_owned(),
            registered_name: nth.is_multiple_of(2).then(|| format!("{} registered", NAMES[nth])),
            country: nth.is_multiple_of(3).then(|| "GB".to_owned()),
            trading_names: vec![format!("=Brand {nth}"), "a|b".to_owned(), "Zed".to_owned()],
        },
        license_types: vec!["Remote".to_owned(), "=odd \"type\"".to_owned()],
        issued_date: "2020-02-29".parse().ok(),
        ..licence("", &number, status, &[&domain, "shared.example"])
    }
}

/// Without the company of a number, as every later reading is.
fn companies(without: Option<usize>, changed: Option<(usize, &str)>) -> Vec<ListedLicence> {
    let status = |nth| changed.filter(|(of, _)| *of == nth).map_or("Active", |(_, word)| word);
    let left = (0..NAMES.len()).filter(|nth| Some(*nth) != without);
    left.map(|nth| company(nth, status(nth))).collect()
}

/// Complete and partial readings of four registers, over two weeks.
pub async fn fill(store: &Store, url: &str) {
    let curacao = |hour, domains: &[&str]| {
        let mut row = licence("Plain Ltd", "OGL/2024/1/1", "Indefinite", domains);
        row.domains.push(ListedDomain {
            domain: "Our app in the store".to_owned(),
            verification_url: Some("https://cert.example/?a=1,2".to_owned()),
            verification_page_status: Some("=Valid".to_owned()),
            verification_page_read_at: "2026-10-31T23:59:59.999Z".parse().ok(),
            ..Default::default()
        });
        let other = licence("Curaçao Two N.V.", "OGL/2024/2/2", "Revoked", &["two.example"]);
        reading(Cw, hour, vec![row, other])
    };
    let without_number =
        |name: &str| ListedLicence { license_number: None, ..licence(name, "", "", &[]) };
    let certified = |name: &str| ListedLicence {
        status_text: Some("certified".to_owned()),
        ..without_number(name)
    };
    let active = |name: &str| ListedLicence {
        status_text: Some("Active".to_owned()),
        ..without_number(name)
    };
    let partial = |mut reading: licence_core::register::reading::RegisterReading| {
        reading.complete = false;
        reading
    };
    for reading in [
        reading(Ukgc, 0, companies(None, None)),
        curacao(1, &["c.example", "leaves.example"]),
        reading(Kh, 2, vec![certified("Birch Inc."), certified("Plain Limited")]),
        reading(Iom, 3, vec![active("Tynwald Limited")]),
        reading(Ukgc, 24, companies(Some(7), Some((2, "Suspended")))),
        partial(reading(Ukgc, 30, vec![company(3, "Active")])),
        curacao(49, &["c.example"]),
        reading(Kh, 50, vec![certified("Birch Inc.")]),
        reading(Ukgc, 80, companies(Some(7), Some((2, "Suspended")))),
        reading(Ukgc, 90, companies(Some(7), Some((2, "Suspended")))),
        partial(reading(Ukgc, 95, vec![company(1, "Under a cloud")])),
        partial(reading(Iom, 96, vec![active("Tynwald Limited")])),
    ] {
        apply(store, &reading).await.unwrap();
    }
    spoil(url).await;
}

/// Values that no reading of today would leave.
async fn spoil(url: &str) {
    let database = Database::connect(url).await.unwrap();
    for change in [
        "update licences set upstream_status = '=1+1', license_types = '[\"=a\",\"b|c\",\"\"]', \
         license_type_raw = 'two\r\nlines' where license_number = '000000-R-000000-001'",
        "update licences set license_type_raw = '', license_category = 'other', \
         upstream_status = '' where license_number = '000004-R-000004-001'",
        "update licences set source_url = '-1,\"2\"', expiry_date = '2026-12-31', \
         license_types = '[]' where license_number = '000005-R-000005-001'",
    ] {
        database.execute_unprepared(change).await.unwrap();
    }
    database.close().await.unwrap();
}
