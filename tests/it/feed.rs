//! Polling the events of the watched operators (specification 4.3; decisions 3, "Feed").

use std::sync::Arc;

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::register::reading::RegisterReading;
use licence_core::time::Timestamp;
use licence_server::{App, Routes};
use serde_json::{Value, json};

use crate::support::databases::TestDatabase;
use crate::support::described::{DESCRIPTION, Response};
use crate::support::random::Random;
use crate::support::readings::{apply, licence, reading};
use crate::support::recorded;
use crate::support::service::{Ask, Reply, Service};

const EVENTS: &str = "/v1/watchlist/events";
const OPERATORS: usize = 6;

fn slug(n: usize) -> String {
    format!("bet-{n}-ltd")
}

/// A reading in which each operator has one of two statuses, by the bits of `step`.
fn turned(step: usize) -> RegisterReading {
    let status = |n: usize| if (step >> n) & 1 == 0 { "Licensed" } else { "Suspended" };
    let row = |n| licence(&format!("Bet {n} Ltd"), &format!("MGA/B2C/{n}/2020"), status(n), &[]);
    let mut turned = reading(Mga, 0, (0..OPERATORS).map(row).collect());
    // What else the sample registers list stays as it is.
    turned.complete = false;
    let start = turned.read_at.epoch_millis() + 8 * 3_600_000;
    turned.read_at = Timestamp::from_epoch_millis(start + step as i64 * 60_000).unwrap();
    turned
}

/// A service that read the operators once, and the key of an account that watches some of them.
async fn watching(plan: Plan, table: Value, watched: &[usize]) -> (Service, String) {
    let service = Service::start().await.with_plan(plan, table);
    apply(&service.store, &turned(0)).await.unwrap();
    service.set_clock("2026-11-01T12:00:00Z");
    let key = service.key(plan).await;
    for n in watched {
        let body = json!({ "operator_slug": slug(*n) }).to_string();
        let ask = Ask::new("POST", "/v1/watchlist/operators").body(body).key(&key);
        assert_eq!(service.ask(ask).await.status, 201);
    }
    (service, key)
}

fn unlimited() -> Value {
    json!({ "requests_per_second": "unlimited", "polls_per_hour": "unlimited" })
}

async fn poll(app: &App<impl Routes>, key: &str, query: &str) -> Reply {
    let target = format!("{EVENTS}?{query}");
    let reply = Ask::get(&target).key(key).send_to(app).await;
    let (status, headers, body) = (reply.status, &reply.headers, reply.body.as_slice());
    let response = Response { method: "GET", target: &target, status, headers, body };
    DESCRIPTION.assert_foresees(&response);
    reply
}

fn ids(body: &Value) -> Vec<String> {
    let events = body["events"].as_array().unwrap().iter();
    events.map(|event| event["event_id"].as_str().unwrap().to_owned()).collect()
}

/// The recorded events of these operators, in the order of their ids.
async fn recorded(database: &TestDatabase, watched: &[usize]) -> Vec<Value> {
    let slugs: Vec<String> = watched.iter().map(|n| slug(*n)).collect();
    let mut events = recorded::events(database.url()).await;
    events.retain(|event| slugs.iter().any(|slug| event["data"]["operator_slug"] == slug.as_str()));
    events
}

#[tokio::test]
async fn a_page_holds_the_events_of_the_watched_operators_as_they_were_written() {
    let (service, key) = watching(Plan::Business, unlimited(), &[1, 3]).await;
    for step in [0b10, 0b1010, 0b110000] {
        apply(&service.store, &turned(step)).await.unwrap();
    }
    let expected = recorded(service.database(), &[1, 3]).await;
    assert!(expected.len() >= 4, "{expected:#?}");
    let reply = poll(&service.app(), &key, "limit=500").await;
    let body = reply.json();
    assert_eq!(body["events"], Value::from(expected.clone()));
    assert_eq!(body["has_more"], false);
    let text = String::from_utf8(reply.body).unwrap();
    assert!(text.starts_with(r#"{"events":[{"event":"license.issued","event_id":"evt_"#), "{text}");
    assert!(!text.contains("\"secret\"") && !text.contains("signature"));
}

#[tokio::test]
async fn since_is_exclusive_and_the_cursor_goes_on() {
    let (service, key) = watching(Plan::Business, unlimited(), &[0, 1, 2]).await;
    let app = service.app();
    let all = recorded(service.database(), &[0, 1, 2]).await;
    let emitted = all[0]["timestamp"].as_str().unwrap();
    for (query, count) in [
        ("".to_owned(), 3),
        (format!("since={emitted}"), 0),
        (format!("since={}", emitted.replace(":00.000Z", ":00.001Z")), 0),
        ("since=2026-11-01T07:59:59.999Z".to_owned(), 3),
        ("since=2026-11-01T08:59:59.999%2B01:00".to_owned(), 3),
        ("since=2026-10-02T12:00:00Z".to_owned(), 3),
        ("since=2026-11-02T00:00:00Z".to_owned(), 0),
        ("limit=2".to_owned(), 2),
        ("limit=3".to_owned(), 3),
    ] {
        let body = poll(&app, &key, &query).await.json();
        assert_eq!(ids(&body).len(), count, "{query}");
        assert_eq!(body["has_more"], query == "limit=2", "{query}");
        assert!(body["next_cursor"].is_string(), "{query}");
    }
    // An empty page keeps the place: what comes later is on the next one.
    let empty = poll(&app, &key, "since=2026-11-01T08:00:00Z").await.json();
    let place = format!("cursor={}", empty["next_cursor"].as_str().unwrap());
    let again = poll(&app, &key, &place).await.json();
    assert_eq!((&again["next_cursor"], ids(&again).len()), (&empty["next_cursor"], 0));
    apply(&service.store, &turned(0b100)).await.unwrap();
    let body = poll(&app, &key, &place).await.json();
    assert_eq!(ids(&body).len(), 1);
    assert_eq!(body["events"][0]["data"]["operator_slug"], slug(2));
}

/// Its events are of the instant at which its writing began.
#[tokio::test]
async fn what_was_being_written_during_an_empty_poll_is_on_the_next_page() {
    let (service, key) = watching(Plan::Business, unlimited(), &[0]).await;
    let app = service.app();
    let places = ["2026-11-01T11:59:59Z", "2026-11-01T12:00:00Z", "2026-12-01T00:00:00Z"];
    // The operator turns with every step.
    for (step, since) in (1..).zip(places) {
        let empty = poll(&app, &key, &format!("since={since}")).await.json();
        assert_eq!(ids(&empty).len(), 0);
        let place = format!("cursor={}", empty["next_cursor"].as_str().unwrap());
        apply(&service.store, &turned(step)).await.unwrap();
        let body = poll(&app, &key, &place).await.json();
        assert_eq!(ids(&body).len(), 1, "{since}: {body:#}");
    }
}

#[tokio::test]
async fn what_is_watched_now_decides() {
    let (service, key) = watching(Plan::Business, unlimited(), &[0, 1]).await;
    let app = service.app();
    let body = poll(&app, &key, "limit=1").await.json();
    let place = format!("cursor={}", body["next_cursor"].as_str().unwrap());
    let remove = Ask::new("DELETE", format!("/v1/watchlist/operators/{}", slug(1))).key(&key);
    assert_eq!(remove.send_to(&app).await.status, 204);
    assert_eq!(ids(&poll(&app, &key, "").await.json()).len(), 1);
    let left = ids(&poll(&app, &key, &place).await.json()).len();
    assert!(left <= 1);
    let stranger = service.key(Plan::Business).await;
    assert_eq!(ids(&poll(&app, &stranger, "").await.json()).len(), 0);
    assert_eq!(ids(&poll(&app, &stranger, &place).await.json()).len(), 0, "a cursor is no key");
}

#[tokio::test]
async fn polls_are_limited_by_the_hour_and_told_of() {
    let (service, key) = watching(Plan::Starter, json!({ "polls_per_hour": 3 }), &[]).await;
    service.set_clock("2026-11-01T12:00:01Z");
    let app = service.app();
    let told = |reply: &Reply| {
        let poll = |line: &&str| line.starts_with("x-poll");
        reply.limit_headers().lines().filter(poll).collect::<Vec<_>>().join("\n")
    };
    let with = |remaining| {
        format!(
            "x-poll-ratelimit-limit: 3\nx-poll-ratelimit-remaining: {remaining}\n\
             x-poll-ratelimit-reset: 2026-11-01T13:00:00.000Z\nx-poll-ratelimit-window: hour\n\
             x-poll-recommended-interval: 1200"
        )
    };
    // A poll that is refused for what it says counts too.
    for (query, status, remaining) in
        [("", 200, 2), ("limit=0", 400, 1), ("", 200, 0), ("", 429, 0), ("", 429, 0)]
    {
        let reply = poll(&app, &key, query).await;
        assert_eq!((reply.status, told(&reply)), (status, with(remaining)), "{query}");
    }
    let summary = Ask::get("/v1/watchlist").key(&key);
    service.set_clock("2026-11-01T12:00:02Z");
    let reply = summary.send_to(&app).await;
    assert_eq!((reply.status, told(&reply)), (200, String::new()), "no poll");
    assert_eq!(reply.header("x-monthly-quota-used"), Some("3"), "answered requests alone");
    service.set_clock("2026-11-01T13:00:00Z");
    assert_eq!(poll(&app, &key, "").await.status, 200);
    let enterprise = service.key(Plan::Enterprise).await;
    let reply = poll(&app, &enterprise, "").await;
    assert_eq!(reply.header("x-poll-ratelimit-limit"), Some("unlimited"));
    assert_eq!(reply.header("x-poll-ratelimit-remaining"), None);
    assert_eq!(reply.header("x-poll-recommended-interval"), Some("1"));
    let trial = service.key(Plan::Trial).await;
    let reply = poll(&app, &trial, "").await;
    assert_eq!((reply.status, told(&reply)), (402, String::new()), "no poll either");
}

/// Follows the cursor with pages of any size until the last event was seen and nothing is left.
async fn followed(app: Arc<App<impl Routes>>, key: String, seed: u64, steps: usize) -> Vec<String> {
    let mut random = Random(seed);
    let (mut seen, mut place) = (Vec::new(), String::new());
    let mut ends = 0;
    while ends < 2 {
        let query = format!("limit={}{place}", 1 + random.below(7));
        let body = poll(&app, &key, &query).await.json();
        let page = ids(&body);
        let is_last =
            |event: &Value| event["timestamp"] == turned(steps).read_at.to_string().as_str();
        let was_last = body["events"].as_array().unwrap().iter().any(is_last);
        ends += usize::from(was_last || (ends > 0 && page.is_empty()));
        place = format!("&cursor={}", body["next_cursor"].as_str().unwrap());
        seen.extend(page);
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_event_once_in_order_while_readings_are_applied() {
    let watched = [0, 2, 5];
    let (service, key) = watching(Plan::Business, unlimited(), &watched).await;
    let other = service.another().await;
    let steps = 40;
    let mut pollers = tokio::task::JoinSet::new();
    for seed in 0..4 {
        let app = Arc::new(if seed % 2 == 0 { service.app() } else { other.app() });
        pollers.spawn(followed(app, key.clone(), seed, steps + 1));
    }
    for step in 1..=steps {
        let store = if step % 2 == 0 { &service.store } else { &other.store };
        apply(store, &turned(step)).await.unwrap();
    }
    // The last one turns an operator that is watched.
    apply(&service.store, &turned(steps + 1)).await.unwrap();
    let expected: Vec<String> = recorded(service.database(), &watched)
        .await
        .iter()
        .map(|event| event["event_id"].as_str().unwrap().to_owned())
        .collect();
    assert!(expected.len() > 40, "{}", expected.len());
    assert!(expected.is_sorted());
    for seen in pollers.join_all().await {
        assert_eq!(seen, expected);
    }
}
