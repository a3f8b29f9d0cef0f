//! Deliveries over time, on a clock that the test sets.

use licence_core::account::plan::Plan;
use licence_core::period::Period;
use licence_core::time::Timestamp;
use licence_store::service::Retention;
use serde_json::{Value, json};

use super::{Hook, ask, deliver, turn};
use crate::support::readings::at;
use crate::support::receiver::Receiver;
use crate::support::service::Service;

const SECONDS: [i64; 6] = [30, 120, 600, 3_600, 21_600, 86_400];

fn instant(value: &Value) -> Timestamp {
    value.as_str().unwrap().parse().unwrap()
}

/// The time of the next attempt of the newest delivery.
async fn next(service: &Service, hook: &Hook, key: &str) -> Timestamp {
    instant(&hook.deliveries(service, key, "?limit=1").await[0]["next_retry_at"])
}

#[tokio::test]
async fn seven_attempts_on_the_schedule_and_then_it_is_abandoned() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    receiver.answer(503);
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    for (attempt, seconds) in (1..).zip(SECONDS) {
        let last = service.now();
        assert_eq!(deliver(&service).await, [0, 1, 0, 0], "attempt {attempt}");
        assert_eq!(deliver(&service).await, [0; 4], "nothing is due before its time");
        let due = next(&service, &hook, &key).await;
        let waited = due.epoch_millis() - last.epoch_millis();
        assert!((seconds * 800..=seconds * 1200).contains(&waited), "{waited} after {attempt}");
        service.set_clock(&due.to_string());
    }
    let due = next(&service, &hook, &key).await;
    assert_eq!(deliver(&service).await, [0, 0, 0, 1]);
    let abandoned = hook.deliveries(&service, &key, "?status=abandoned").await.remove(0);
    assert_eq!(abandoned["attempt_count"], 7);
    assert_eq!(instant(&abandoned["next_retry_at"]), due, "when its last attempt was due");
    assert_eq!(abandoned["last_response_status"], 503);
    let received = receiver.received();
    let attempts: Vec<_> = received.iter().map(|it| it.header("X-Service-Attempt")).collect();
    assert_eq!(attempts, ["1", "2", "3", "4", "5", "6", "7"].map(Some));
    assert!(received.iter().all(|it| it.body == received[0].body));
    assert_eq!(receiver.connections(), 7, "what failed is not tried over a kept connection");
    let endpoint = hook.get(&service, &key).await;
    assert_eq!(endpoint["last_delivery_status"], "failed");
    assert_eq!(endpoint["failure_count"], 7);
}

#[tokio::test]
async fn missed_deliveries_are_told_until_a_success() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    Hook::to(&service, &key, &receiver.url("/")).await;
    let missed = || {
        let last = receiver.received().pop().unwrap();
        last.header("X-Service-Missed-Deliveries").map(str::to_owned)
    };
    receiver.answer(500);
    turn(&service, 0, 3, "Licensed").await;
    let mut day = 1;
    loop {
        service.set_clock(&format!("2026-11-{day:02}T12:00:00Z"));
        let [_, retrying, _, abandoned] = deliver(&service).await;
        day += 2;
        if retrying == 0 && abandoned == 3 {
            break;
        }
    }
    turn(&service, 1, 1, "Suspended").await;
    assert_eq!(deliver(&service).await, [0, 1, 0, 0]);
    assert_eq!(missed().as_deref(), Some("3"));
    receiver.answer(200);
    service.set_clock("2026-11-20T12:00:00Z");
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    assert_eq!(missed().as_deref(), Some("3"), "the attempt that succeeds still tells");
    turn(&service, 2, 1, "Licensed").await;
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    assert_eq!(missed(), None);
}

#[tokio::test]
async fn an_inactive_endpoint_is_left_alone_until_it_is_active_again() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    turn(&service, 0, 2, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(hook.patch(&service, &key, json!({ "active": false })).await.status, 200);
    turn(&service, 1, 2, "Suspended").await;
    assert_eq!(deliver(&service).await, [0; 4]);
    assert_eq!(hook.deliveries(&service, &key, "?status=pending").await.len(), 2);
    assert_eq!(hook.patch(&service, &key, json!({ "active": true })).await.status, 200);
    assert_eq!(deliver(&service).await, [2, 0, 0, 0]);
    let names = receiver.received();
    assert!(names.iter().all(|it| it.json()["event"] == "license.issued"));
}

#[tokio::test]
async fn a_removed_endpoint_takes_its_deliveries_with_it() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    let other = Hook::to(&service, &key, &receiver.url("/other")).await;
    turn(&service, 0, 2, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    let removed = ask(&service, &key, "DELETE", &format!("/{}", hook.id), "").await;
    assert_eq!(removed.status, 204);
    assert_eq!(deliver(&service).await, [2, 0, 0, 0]);
    assert!(receiver.received().iter().all(|it| it.path == "/other"));
    assert_eq!(other.deliveries(&service, &key, "").await.len(), 2);
}

#[tokio::test]
async fn pruning_keeps_the_events_of_what_is_pending() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    let issued = json!({ "events": ["license.issued"] });
    assert_eq!(hook.patch(&service, &key, issued).await.status, 200);
    turn(&service, 0, 2, "Licensed").await;
    turn(&service, 1, 2, "Suspended").await;
    // The events are long past their retention; two of them are still to be delivered.
    let of_days = |days: u32| Period::from_hours(days * 24);
    let retention = Retention { events: of_days(1), deliveries: of_days(30) };
    let run = service.store.prune(retention, at("2026-11-20T00:00:00Z")).await.unwrap();
    assert_eq!(run.deliveries, 0);
    service.set_clock("2026-11-20T00:00:00Z");
    assert_eq!(deliver(&service).await, [2, 0, 0, 0]);
    let run = service.store.prune(retention, at("2026-12-01T08:00:00Z")).await.unwrap();
    assert_eq!(run.deliveries, 0, "30 days are not over");
    let run = service.store.prune(retention, at("2026-12-01T08:00:01Z")).await.unwrap();
    assert_eq!(run.deliveries, 2);
    assert!(hook.deliveries(&service, &key, "").await.is_empty());
}
