//! The verdict cases over HTTP, asked of the real binary; and what other processes apply.

use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{Snapshot, SourceFile};
use licence_core::transition::ApplyRules;
use licence_store::{Store, StoreOptions};
use tokio::time::{Instant, sleep};

use super::client::{Client, PATIENCE};
use super::process::{Server, new_database};
use super::support::assert_error;
use crate::callers::key_on;
use crate::cases;

/// Applies the registers of the cases the way `licence registers apply` does.
async fn apply_the_cases(database_url: &str) -> Store {
    let store = Store::open(&StoreOptions::new(database_url)).await.unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/it/fixtures/register_r");
    for name in ["ukgc.json", "cw.json"] {
        let bytes = std::fs::read(format!("{folder}/{name}")).unwrap();
        let reading = RegisterReading::from_json(&bytes, name).unwrap();
        let snapshot = Snapshot::new(vec![SourceFile { name: name.to_owned(), bytes }]);
        let rules = ApplyRules::default();
        store.apply_reading(&reading, &snapshot, &rules, reading.read_at).await.unwrap();
    }
    store
}

fn target(parameter: &str, value: &str) -> String {
    let escaped: String = value.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("/v1/check?{parameter}={escaped}")
}

#[tokio::test]
async fn the_server_answers_every_case() {
    let database = new_database();
    let store = apply_the_cases(database.url()).await;
    let key = key_on(&store, Plan::Enterprise).await;
    let server = Server::on(database.url(), &[]);
    let mut client = Client::connect(server.address()).await.with_key(&key);
    for case in cases::all() {
        let target = match (case.domain(), case.licence_number()) {
            (Some(domain), _) => target("domain", domain),
            (None, number) => target("license_number", number.unwrap()),
        };
        let reply = client.get(&target).await;
        match case.refused() {
            None => {
                assert_eq!(reply.status, 200, "{}", case.name());
                case.assert_answer(&reply.json());
            }
            Some(reason) => {
                assert_eq!(reply.status, 400, "{}", case.name());
                let details = assert_error(&reply.json(), "invalid_query", reason);
                let field = if case.domain().is_some() { "domain" } else { "license_number" };
                assert_eq!(details["field"], field, "{}", case.name());
            }
        }
    }
}

#[tokio::test]
async fn a_reading_that_another_process_applies_is_answered() {
    // How soon is the job's interval; that it happens at all is what can be waited for.
    const { assert!(licence_server::jobs::catalogue::EVERY.as_millis() < 1000) };
    let database = new_database();
    let server = Server::on(database.url(), &[]);
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let key = key_on(&store, Plan::Enterprise).await;
    let mut client = Client::connect(server.address()).await.with_key(&key);
    let asked = "/v1/check?domain=mrgreen.com";
    assert_eq!(client.get(asked).await.json()["verdict"], "not_found");
    apply_the_cases(database.url()).await;
    let patience = Instant::now() + PATIENCE;
    while client.get(asked).await.json()["verdict"] != "licence_not_active" {
        assert!(Instant::now() < patience, "the reading was never answered from");
        sleep(Duration::from_millis(20)).await;
    }
}
