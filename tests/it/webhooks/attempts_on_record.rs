//! Attempts on record: the failed ones with what the receiver answered, for the owner alone.

use licence_core::event::EventId;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::DeliveryStatus;
use licence_store::service::Retention;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Subscriber, ask, deliver, turn};
use crate::support::readings::at;
use crate::support::receiver::Receiver;
use crate::support::service::Service;

#[tokio::test]
async fn the_attempt_count_is_the_failed_attempts_on_record_and_the_success() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    receiver.answer(500);
    assert_eq!(deliver(&service).await, [0, 1, 0, 0]);
    service.set_clock("2026-11-01T08:10:00Z");
    receiver.answer(404);
    assert_eq!(deliver(&service).await, [0, 1, 0, 0]);
    let event = ours.events(&service).await[0];
    let failing = ours.detail(&service, event).await;
    assert_eq!(failing.last_error.as_deref(), Some("the receiver answered 404"));
    assert_eq!(failing.millis, None);
    service.set_clock("2026-11-01T09:00:00Z");
    receiver.answer(200);
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    let detail = ours.detail(&service, event).await;
    assert_eq!(detail.delivery.status, DeliveryStatus::Delivered);
    assert_eq!(detail.delivery.attempt_count, 3);
    assert_eq!(detail.last_error, None);
    assert!(detail.millis.is_some_and(|millis| millis < 10_000), "{:?}", detail.millis);
    let sent: Value = serde_json::from_str(&detail.event_body.unwrap()).unwrap();
    assert_eq!(sent, receiver.received()[0].json());
    let attempts: Vec<_> = detail
        .attempts
        .iter()
        .map(|it| (it.number, it.at.to_string(), it.status, it.error.as_deref().unwrap()))
        .collect();
    let expected = [(1, "2026-11-01T08:00:00.000Z", 500), (2, "2026-11-01T08:10:00.000Z", 404)]
        .map(|(number, at, status)| (number, at.to_owned(), Some(status)));
    assert_eq!(attempts.len(), 2);
    for ((number, at, status, error), expected) in attempts.into_iter().zip(expected) {
        assert_eq!(error, format!("the receiver answered {}", status.unwrap()));
        assert_eq!((number, at, status), expected);
    }
    assert!(detail.attempts.iter().all(|it| !it.manual && it.body_head.is_some()));
}

#[tokio::test]
async fn a_first_success_and_a_refused_address_leave_no_attempt() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 2, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(deliver(&service).await, [2, 0, 0, 0]);
    for event in ours.events(&service).await {
        let detail = ours.detail(&service, event).await;
        assert_eq!((detail.attempts.len(), detail.delivery.attempt_count), (0, 1));
        assert!(detail.millis.is_some());
    }
    let day = ours.activity(&service, service.now()).await.day;
    assert_eq!((day.delivered, day.not_delivered, day.not_attempted), (2, 0, 0));
    assert!(day.p95_millis.is_some() && !day.is_partial);
    let later = ours.activity(&service, at("2026-11-03T08:00:00Z")).await.day;
    assert_eq!((later.counted(), later.p95_millis), (0, None));
}

#[tokio::test]
async fn another_account_finds_nothing_of_it() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    let theirs = Subscriber::to(&service, &receiver.url("/theirs")).await;
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(deliver(&service).await, [2, 0, 0, 0]);
    let event = ours.events(&service).await[0];
    let unknown = EventId::last_at(service.now());
    for (account, endpoint, event) in [
        (theirs.account, ours.endpoint(), event),
        (ours.account, theirs.endpoint(), event),
        (ours.account, WebhookId(Uuid::nil()), event),
        (ours.account, ours.endpoint(), unknown),
    ] {
        let detail = service.store.delivery_attempts(account, endpoint, event).await.unwrap();
        assert_eq!(detail, None);
    }
    let (store, now) = (&service.store, service.now());
    let foreign = store.webhook_activity_of(theirs.account, ours.endpoint(), now).await.unwrap();
    assert_eq!(foreign, None);
    let endpoints = store.webhook_activity(theirs.account, now).await.unwrap();
    let ids: Vec<_> = endpoints.into_iter().map(|it| it.endpoint.id).collect();
    assert_eq!(ids, [theirs.endpoint()]);
}

#[tokio::test]
async fn attempts_go_with_their_delivery() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    receiver.answer(500);
    turn(&service, 0, 3, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(deliver(&service).await, [0, 3, 0, 0]);
    let events = ours.events(&service).await;
    assert_eq!(ours.detail(&service, events[0]).await.attempts.len(), 1);
    let run = service.store.prune(Retention::default(), at("2026-12-02T08:00:01Z")).await.unwrap();
    assert_eq!(run.deliveries, 3);
    turn(&service, 1, 1, "Suspended").await;
    service.set_clock("2026-11-01T08:10:00Z");
    assert_eq!(deliver(&service).await, [0, 1, 0, 0]);
    let event = ours.events(&service).await[0];
    assert_eq!(ours.detail(&service, event).await.attempts.len(), 1);
    let removed = ask(&service, &ours.key, "DELETE", &format!("/{}", ours.hook.id), "").await;
    assert_eq!(removed.status, 204, "{}", json!(removed.status));
}
