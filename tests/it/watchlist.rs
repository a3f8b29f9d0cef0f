//! The watchlist over HTTP (specification 4.3).

use std::collections::BTreeSet;

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::register::reading::{ListedLicence, RegisterReading};
use serde_json::{Value, json};

use crate::support::described::{DESCRIPTION, Response};
use crate::support::readings::{apply, licence, reading};
use crate::support::service::{Ask, Reply, Service};

const OPERATORS: &str = "/v1/watchlist/operators";

/// A service with operators `bet-00 ltd` to `bet-39 ltd`, without limits by the second.
async fn service(plan: Plan, table: Value) -> (Service, String) {
    let service = Service::start().await.with_plan(plan, table);
    let licences =
        (0..40).map(|n| licence(&name(n), &format!("MGA/B2C/{n}/2020"), "Licensed", &[]));
    read(&service, licences.collect()).await;
    let key = service.key(plan).await;
    (service, key)
}

/// Reads these licences beside what the sample registers list.
async fn read(service: &Service, licences: Vec<ListedLicence>) {
    let reading = RegisterReading { complete: false, ..reading(Mga, 8, licences) };
    apply(&service.store, &reading).await.unwrap();
}

fn name(n: usize) -> String {
    format!("Bet {n:02} Ltd")
}

fn slug(n: usize) -> String {
    format!("bet-{n:02}-ltd")
}

fn add(slug: &str) -> Ask {
    Ask::new("POST", OPERATORS).body(json!({ "operator_slug": slug }).to_string())
}

fn remove(slug: &str) -> Ask {
    Ask::new("DELETE", format!("{OPERATORS}/{slug}"))
}

fn foreseen(method: &str, target: &str, reply: &Reply) {
    let (status, headers, body) = (reply.status, &reply.headers, reply.body.as_slice());
    DESCRIPTION.assert_foresees(&Response { method, target, status, headers, body });
}

fn slugs(body: &Value) -> Vec<String> {
    let operators = body["operators"].as_array().unwrap().iter();
    operators.map(|entry| entry["slug"].as_str().unwrap().to_owned()).collect()
}

fn business() -> Value {
    json!({ "requests_per_second": "unlimited" })
}

#[tokio::test]
async fn operators_are_added_once_and_removed_whether_or_not_they_are_there() {
    let (service, key) = service(Plan::Business, business()).await;
    for (ask, status) in [
        (remove(&slug(1)), 204),
        (remove("nobody-at-all"), 204),
        (add(&slug(1)), 201),
        (add("BET-01-LTD"), 409),
        (add(&slug(2)), 201),
        (remove("Bet-01-ltd"), 400),
        (remove(&slug(1)), 204),
        (remove(&slug(1)), 204),
        (add(&slug(1)), 201),
        (add("nobody-at-all"), 404),
    ] {
        let reply = service.ask(ask.key(&key)).await;
        assert_eq!(reply.status, status, "{}", String::from_utf8_lossy(&reply.body));
        assert_eq!(reply.body.is_empty(), status == 204);
    }
    let body = service.ask(Ask::get("/v1/watchlist").key(&key)).await.json();
    assert_eq!((&body["count"], &body["limit"]), (&json!(2), &Value::Null));
    assert_eq!(slugs(&body), [slug(1), slug(2)]);
}

#[tokio::test]
async fn an_entry_shows_the_best_licence() {
    let (service, key) = service(Plan::Pro, business()).await;
    let two = [
        licence("Two Homes Ltd", "MGA/B2C/900/2020", "Suspended", &[]),
        licence("No More Ltd", "MGA/B2C/901/2020", "Cancelled", &[]),
    ];
    read(&service, two.to_vec()).await;
    for (slug, status, code) in [
        ("bet-07-ltd", "active", "MGA"),
        ("two-homes-ltd", "suspended", "MGA"),
        ("harbour-lantern-gaming-limited", "active", "MGA"),
    ] {
        let reply = service.ask(add(slug).key(&key)).await;
        foreseen("POST", OPERATORS, &reply);
        let body = reply.json();
        let entry = &body["operator"];
        let members: Vec<_> = body.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!((reply.status, members), (201, vec!["operator"]));
        assert_eq!(entry["slug"], slug);
        assert_eq!(
            (&entry["license_status"], &entry["jurisdiction_code"]),
            (&json!(status), &json!(code))
        );
        assert_eq!(entry["added_at"], "2026-11-01T07:00:00.000Z");
        let shown = service.ask(Ask::get(OPERATORS).key(&key)).await.json();
        assert_eq!(shown["operators"][0], *entry, "the list shows what the addition showed");
    }
}

#[tokio::test]
async fn pages_are_the_list_in_the_reverse_order_of_adding() {
    let (service, key) = service(Plan::Business, business()).await;
    let mut expected = Vec::new();
    for n in (0..40).rev() {
        // Many are added at one instant, and once the clock is set back.
        service.set_clock(&format!("2026-11-01T07:00:0{}Z", n / 10));
        assert_eq!(service.ask(add(&slug(n)).key(&key)).await.status, 201);
        expected.push((std::cmp::Reverse(n / 10), n));
    }
    expected.sort();
    let expected: Vec<String> = expected.iter().map(|(_, n)| slug(*n)).collect();
    for limit in [1, 3, 7, 39, 40, 200] {
        let mut rows = Vec::new();
        for offset in (0..=40).step_by(limit) {
            let target = format!("{OPERATORS}?limit={limit}&offset={offset}");
            let reply = service.ask(Ask::get(&target).key(&key)).await;
            foreseen("GET", &target, &reply);
            let body = reply.json();
            let told = (&body["total"], &body["limit"], &body["offset"]);
            assert_eq!(told, (&json!(40), &json!(limit), &json!(offset)));
            rows.extend(slugs(&body));
        }
        assert_eq!(rows, expected, "{limit} a page");
    }
    let far = service.ask(Ask::get(format!("{OPERATORS}?offset=99999999999999999999")).key(&key));
    assert_eq!(slugs(&far.await.json()), [""; 0]);
}

#[tokio::test]
async fn the_summary_shows_fifty_and_counts_all() {
    let (service, key) = service(Plan::Business, business()).await;
    let sample = service.ask(Ask::get("/v1/operators/search?q=a&limit=100").key(&key)).await.json();
    let mut all: BTreeSet<String> = slugs(&sample).into_iter().collect();
    all.extend((0..40).map(slug));
    assert!(all.len() > 50, "{}", all.len());
    for slug in &all {
        assert_eq!(service.ask(add(slug).key(&key)).await.status, 201, "{slug}");
    }
    let reply = service.ask(Ask::get("/v1/watchlist").key(&key)).await;
    foreseen("GET", "/v1/watchlist", &reply);
    let body = reply.json();
    assert_eq!(body["count"], all.len());
    let newest: Vec<String> = all.into_iter().rev().take(50).collect();
    assert_eq!(slugs(&body), newest);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn adds_at_once_never_pass_the_cap() {
    let table = json!({ "requests_per_second": "unlimited", "watchlist_operators": 10 });
    let (service, key) = service(Plan::Pro, table).await;
    let other = service.another().await;
    let apps = [std::sync::Arc::new(service.app()), std::sync::Arc::new(other.app())];
    let mut calls = tokio::task::JoinSet::new();
    for n in 0..32 {
        let (ask, app) = (add(&slug(n)).key(&key), apps[n % 2].clone());
        calls.spawn(async move { ask.send_to(&app).await });
    }
    let replies = calls.join_all().await;
    let added = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(added, 10);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        assert_eq!(reply.refusal(), "403 quota_exceeded watchlist_quota_exceeded");
        assert_eq!(reply.json()["details"]["current_usage"], 10);
    }
    let body = service.ask(Ask::get("/v1/watchlist").key(&key)).await.json();
    assert_eq!((&body["count"], &body["limit"]), (&json!(10), &json!(10)));
    let first = slugs(&body).remove(0);
    let again = service.ask(add(&first).key(&key)).await;
    assert_eq!(again.refusal(), "409 invalid_query watchlist_duplicate", "though the list is full");
    assert_eq!(service.ask(remove(&first).key(&key)).await.status, 204);
    assert_eq!(service.ask(add(&slug(39)).key(&key)).await.status, 201, "there is room again");
}

#[tokio::test]
async fn another_account_sees_and_changes_nothing() {
    let (service, key) = service(Plan::Business, business()).await;
    let stranger = service.key(Plan::Business).await;
    assert_eq!(service.ask(add(&slug(1)).key(&key)).await.status, 201);
    let empty: [String; 0] = [];
    for target in ["/v1/watchlist", OPERATORS] {
        let body = service.ask(Ask::get(target).key(&stranger)).await.json();
        assert_eq!(slugs(&body), empty, "{target}");
        let counted = body.get("count").or(body.get("total")).unwrap();
        assert_eq!(*counted, 0, "{target}");
    }
    let polled = "/v1/watchlist/events?limit=500";
    let events = async |key: &str| {
        service.ask(Ask::get(polled).key(key)).await.json()["events"].as_array().unwrap().len()
    };
    assert_eq!((events(&key).await, events(&stranger).await), (1, 0));
    assert_eq!(service.ask(remove(&slug(1)).key(&stranger)).await.status, 204);
    let body = service.ask(Ask::get(OPERATORS).key(&key)).await.json();
    assert_eq!(slugs(&body), [slug(1)], "a stranger removes nothing");
    assert_eq!(service.ask(add(&slug(1)).key(&stranger)).await.status, 201, "no duplicate");
}

#[tokio::test]
async fn a_lower_plan_keeps_the_list_and_takes_no_more() {
    let (service, _) = service(Plan::Business, business()).await;
    let now = "2026-11-01T07:00:00Z".parse().unwrap();
    let account = service.store.create_account("A", Plan::Business, now).await.unwrap();
    let key = service.store.create_key(account.id, "k", now).await.unwrap().unwrap();
    let key = key.key.reveal();
    for n in 0..27 {
        service.ask(add(&slug(n)).key(key)).await;
    }
    service.store.set_plan(account.id, Plan::Starter, service.now()).await.unwrap();
    service.set_clock("2026-11-01T07:00:01Z");
    let body = service.ask(Ask::get("/v1/watchlist").key(key)).await.json();
    assert_eq!((&body["count"], &body["limit"]), (&json!(27), &json!(25)));
    let reply = service.ask(add(&slug(30)).key(key)).await;
    assert_eq!(reply.json()["details"]["current_usage"], 27);
    assert_eq!(reply.json()["details"]["plan_tier"], "starter");
}
