//! The events that webhooks carry: described as they are sent, and in the guide.

use std::collections::BTreeSet;

use licence_core::event::{EventName, PING_EVENT};
use serde_json::Value;

use crate::support::databases::TestDatabase;
use crate::support::described::DESCRIPTION;
use crate::support::readings::{at, open};
use crate::support::recorded;

const GUIDE: &str = include_str!("../../../docs/webhooks.md");

/// The names of the events that are sent, in the order of the guide.
fn names() -> Vec<&'static str> {
    let sent = EventName::ALL.iter().filter(|name| **name != EventName::EndpointDegraded);
    sent.map(|name| name.as_str()).chain([PING_EVENT]).collect()
}

fn operation(name: &str) -> &'static Value {
    &DESCRIPTION.document()["webhooks"][name]["post"]
}

fn content(name: &str) -> &'static Value {
    &operation(name)["requestBody"]["content"]["application/json"]
}

#[test]
fn every_event_has_an_example_that_fits_its_own_schema() {
    let described = DESCRIPTION.document()["webhooks"].as_object().unwrap();
    let described: BTreeSet<&str> = described.keys().map(String::as_str).collect();
    assert_eq!(described, names().into_iter().collect());
    for name in names() {
        let content = content(name);
        assert_eq!(content["example"]["event"], name);
        DESCRIPTION.assert_fits(&content["schema"], &content["example"], name);
    }
}

#[tokio::test]
async fn what_is_recorded_fits() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    store.apply_sample(at("2026-11-01T06:00:00Z")).await.unwrap();
    let later = at("2026-11-09T00:00:00Z");
    store.announce_coverage(later, later).await.unwrap();
    let recorded = recorded::events(database.url()).await;
    let names: BTreeSet<&str> = recorded.iter().map(|it| it["event"].as_str().unwrap()).collect();
    for name in ["license.issued", "regulatory_action.added", "coverage.degraded"] {
        assert!(names.contains(name), "{names:?}");
    }
    for event in &recorded {
        let name = event["event"].as_str().unwrap();
        DESCRIPTION.assert_fits(&content(name)["schema"], event, name);
    }
}

#[test]
fn the_guide_has_the_same_table() {
    let row = |name| {
        let when = operation(name)["description"].as_str().unwrap();
        format!("| `{name}` | {when} |\n")
    };
    let rows: String = names().into_iter().map(row).collect();
    let table = format!("| event | sent when |\n|---|---|\n{rows}");
    assert!(GUIDE.contains(&table), "docs/webhooks.md needs this table:\n{table}");
}
