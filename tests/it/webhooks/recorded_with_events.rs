//! Which events go to which endpoints, and that neither is there without the other.

use std::collections::BTreeSet;

use licence_core::account::plan::Plan;
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;

use super::{Hook, turn};
use crate::support::readings::at;
use crate::support::recorded::events;
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn an_event_goes_to_the_endpoints_that_want_it() {
    let service = Service::start().await;
    turn(&service, 0, 3, "Licensed").await;
    let key = service.key(Plan::Business).await;
    let watch = Ask::new("POST", "/v1/watchlist/operators")
        .body(r#"{"operator_slug":"bet-1-ltd"}"#)
        .key(&key);
    assert_eq!(service.ask(watch).await.status, 201);
    let url = "https://hooks.example.com/";
    let hook = async |body| Hook::create(&service, &key, body).await;
    let changes = ["license.status_changed"];
    let watching = hook(json!({ "url": url, "events": changes })).await;
    let everyone = hook(json!({ "url": url, "events": changes, "watchlist_only": false })).await;
    let other = hook(json!({ "url": url, "events": ["license.issued"] })).await;
    let coverage = hook(json!({ "url": url, "events": ["coverage.degraded"] })).await;
    let inactive = hook(json!({ "url": url, "events": changes, "watchlist_only": false })).await;
    assert_eq!(inactive.patch(&service, &key, json!({ "active": false })).await.status, 200);
    turn(&service, 1, 3, "Suspended").await;
    let later = at("2026-12-01T00:00:00Z");
    service.store.announce_coverage(later, later).await.unwrap();
    let recorded = events(service.database_url()).await;
    let of = |name: &str| {
        let named = recorded.iter().filter(|event| event["event"] == name);
        named.map(|event| event["event_id"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    let got = async |hook: &Hook| {
        let deliveries = hook.deliveries(&service, &key, "").await;
        let ids = deliveries.iter().map(|it| it["event_id"].as_str().unwrap().to_owned());
        ids.collect::<BTreeSet<_>>()
    };
    assert_eq!(got(&everyone).await, of("license.status_changed"));
    assert_eq!(of("license.status_changed").len(), 3);
    assert_eq!(got(&coverage).await, of("coverage.degraded"));
    assert_eq!(got(&other).await, BTreeSet::new());
    assert_eq!(got(&inactive).await, BTreeSet::new());
    let watched = recorded.iter().filter(|event| {
        event["event"] == "license.status_changed" && event["data"]["operator_slug"] == "bet-1-ltd"
    });
    let watched = watched.map(|event| event["event_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(got(&watching).await, watched);
}

#[tokio::test]
async fn deliveries_are_listed_the_newest_first_by_status_and_limit() {
    let service = Service::start().await;
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, "https://hooks.example.com/").await;
    turn(&service, 0, 3, "Licensed").await;
    let all = hook.deliveries(&service, &key, "").await;
    let ids: Vec<&str> = all.iter().map(|it| it["event_id"].as_str().unwrap()).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older));
    let mut newest = all[0].clone();
    newest["id"] = json!("[uuid]");
    newest["event_id"] = json!("[event]");
    insta::assert_json_snapshot!(newest, @r#"
    {
      "attempt_count": 0,
      "created_at": "2026-11-01T08:00:00.000Z",
      "delivered_at": null,
      "event_id": "[event]",
      "event_type": "license.issued",
      "id": "[uuid]",
      "last_attempt_at": null,
      "last_response_status": null,
      "next_retry_at": "2026-11-01T08:00:00.000Z",
      "status": "pending"
    }
    "#);
    assert_eq!(hook.deliveries(&service, &key, "?limit=2").await, all[..2]);
    assert_eq!(hook.deliveries(&service, &key, "?status=all").await, all);
    assert_eq!(hook.deliveries(&service, &key, "?status=pending").await, all);
    for status in ["delivered", "failed", "abandoned"] {
        let query = format!("?status={status}");
        assert!(hook.deliveries(&service, &key, &query).await.is_empty(), "{status}");
    }
}

/// Writes deliveries with these numbers, which are older than any other.
async fn write(service: &Service, hook: &Hook, status: &str, numbers: std::ops::Range<u32>) {
    let (due_at, delivered_at) = match status {
        "pending" => ("1", "null"),
        "delivered" => ("null", "1"),
        _ => ("null", "null"),
    };
    let row = |number: u32| {
        format!(
            "('00000000-0000-4000-8000-{number:012}', '{}', 'evt_01K00000000000000000{number:06}', \
             'license.issued', '{status}', 1, 1, {due_at}, 1, {delivered_at})",
            hook.id
        )
    };
    let rows: Vec<String> = numbers.map(row).collect();
    let insert = format!(
        "insert into deliveries (id, endpoint_id, event_id, event_type, status, attempt_count, \
         next_retry_at, due_at, created_at, delivered_at) values {}",
        rows.join(",")
    );
    let database = Database::connect(service.database_url()).await.unwrap();
    database.execute_unprepared(&insert).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn few_and_many_deliveries_of_a_status_are_found_while_the_endpoint_is_paused_too() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    let hook = Hook::to(&service, &key, "https://hooks.example.com/").await;
    for (status, numbers) in
        [("delivered", 0..4), ("failed", 4..6), ("abandoned", 6..9), ("pending", 9..14)]
    {
        write(&service, &hook, status, numbers).await;
    }
    let by_status = async |status: &str| {
        let query = format!("?status={status}&limit=3");
        let found = hook.deliveries(&service, &key, &query).await;
        let all = hook.deliveries(&service, &key, "?status=all&limit=200").await;
        let expected = all.into_iter().filter(|it| it["status"] == status).take(3);
        assert_eq!(found, Vec::from_iter(expected), "{status}");
        found.len()
    };
    for is_active in [true, false] {
        let changed = hook.patch(&service, &key, json!({ "active": is_active })).await;
        assert_eq!(changed.status, 200);
        for (status, count) in [("delivered", 3), ("failed", 2), ("abandoned", 3), ("pending", 3)] {
            assert_eq!(by_status(status).await, count, "{status} {is_active}");
        }
    }
    assert_eq!(hook.patch(&service, &key, json!({ "active": true })).await.status, 200);
    write(&service, &hook, "pending", 14..1_200).await;
    assert_eq!(by_status("pending").await, 3);
}
