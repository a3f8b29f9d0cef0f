//! A database with an invented register of many operators.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::Snapshot;
use licence_core::register::reading::{ListedLicence, ListedOperator, RegisterReading};
use licence_core::transition::ApplyRules;
use licence_store::{Store, StoreOptions};
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;

use crate::support::naming;
use crate::support::random::Random;

const LEGAL_FORMS: &[&str] = &["Limited", "Limited", "Ltd", "N.V.", "B.V.", "plc"];

/// A store over the database after one reading of so many operators with a licence each.
pub async fn store(url: &str, operators: usize) -> Store {
    let store = Store::open(&StoreOptions::new(url)).await.expect("a store");
    let mut random = Random(operators as u64);
    let reading = RegisterReading {
        jurisdiction: JurisdictionCode::Ukgc,
        read_at: "2026-11-01T06:00:00Z".parse().expect("an instant"),
        complete: true,
        source_url: Some("https://register.example/business-register".to_owned()),
        source_kind: SourceKind::Dump,
        licences: (0..operators).map(|position| licence(position, &mut random)).collect(),
        regulatory_actions: Vec::new(),
        removed_pages: Vec::new(),
    };
    let snapshot = Snapshot::of_bytes(b"an invented register".to_vec());
    let rules = ApplyRules::default();
    let applied = store.apply_reading(&reading, &snapshot, &rules, reading.read_at).await;
    applied.expect("it is applied");
    store
}

fn licence(position: usize, random: &mut Random) -> ListedLicence {
    let account = position + 1;
    let words = naming::capitalised(&naming::syllables(random));
    let brand = naming::capitalised(&naming::root(random));
    let form = random.pick(LEGAL_FORMS);
    let name = format!("{words} Gaming {account} {form}");
    ListedLicence {
        operator: ListedOperator {
            upstream_id: Some(account.to_string()),
            registered_name: random.percent(50).then(|| format!("{brand} {account} {form}")),
            trading_names: vec![brand],
            name,
            ..Default::default()
        },
        license_number: Some(format!("{account:06}-R-{:06}-001", 300_000 + position)),
        status_text: Some("Active".to_owned()),
        license_types: vec!["Remote".to_owned()],
        raw_data: serde_json::Map::from_iter([
            ("Activity".to_owned(), json!(["Casino", "Bingo"])),
            ("Rows".to_owned(), json!([{"Activity": "Casino", "Status": "Active"}])),
        ]),
        ..Default::default()
    }
}

/// A database of the PostgreSQL server that is named, if one is.
pub async fn new_postgres_database() -> Option<String> {
    let server = std::env::var("LICENCE_TEST_DATABASE_URL").ok()?;
    let name = format!("licence_bench_search_{}", std::process::id());
    let admin = Database::connect(&server).await.expect("the server is reachable");
    admin.execute_unprepared(&format!("create database {name}")).await.expect("a database");
    let (address, _) = server.rsplit_once('/').expect("an address that ends in /DATABASE");
    Some(format!("{address}/{name}"))
}
