//! Manual attempts of settled deliveries, and secrets that end before their time.

use licence_core::audit::{Action, AuditQuery, Outcome};
use licence_core::event::EventId;
use licence_core::webhook::bodies::OldSecretsEnded;
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::signature::{TOLERANCE, verify};
use licence_store::service::ResendResult;
use serde_json::json;

use super::{Subscriber, deliver, turn};
use crate::support::readings::at;
use crate::support::receiver::Receiver;
use crate::support::service::Service;

/// Lets every due attempt fail until all deliveries are abandoned.
pub(super) async fn abandon(service: &Service, receiver: &Receiver) {
    receiver.answer(503);
    let mut day = 1;
    loop {
        service.set_clock(&format!("2026-11-{day:02}T12:00:00Z"));
        let [_, retrying, _, abandoned] = deliver(service).await;
        day += 2;
        if retrying == 0 && abandoned > 0 {
            return;
        }
    }
}

async fn resend(service: &Service, of: &Subscriber, event: EventId) -> ResendResult {
    let now = service.now();
    service.store.resend_delivery(of.account, of.endpoint(), event, now).await.unwrap()
}

fn status_after(result: ResendResult) -> DeliveryStatus {
    match result {
        ResendResult::Attempted { status, .. } => status,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_attempt_with_the_same_ids_turns_an_abandoned_delivery_into_a_delivered_one() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 1, "Licensed").await;
    abandon(&service, &receiver).await;
    let event = ours.events(&service).await[0];
    let endpoint = ours.hook.get(&service, &ours.key).await;
    service.set_clock("2026-11-20T12:00:00Z");
    assert_eq!(status_after(resend(&service, &ours, event).await), DeliveryStatus::Abandoned);
    assert_eq!(ours.hook.get(&service, &ours.key).await, endpoint, "a failure is not counted");
    receiver.answer(204);
    assert_eq!(status_after(resend(&service, &ours, event).await), DeliveryStatus::Delivered);
    let received = receiver.received();
    assert_eq!(received.len(), 9, "seven of the schedule, two by hand");
    let (last, first) = (&received[8], &received[0]);
    for name in ["X-Service-Event-Id", "X-Service-Delivery-Id", "X-Service-Event"] {
        assert_eq!(last.header(name), first.header(name), "{name}");
    }
    assert_eq!(last.header("X-Service-Attempt"), Some("7"));
    assert_eq!(last.body, first.body);
    let signature = last.header("X-Service-Signature").unwrap();
    verify(&last.body, signature, [&*ours.hook.secret], service.now(), TOLERANCE).unwrap();
    let detail = ours.detail(&service, event).await;
    assert_eq!(detail.delivery.attempt_count, 7);
    assert_eq!(detail.last_error, None);
    assert!(detail.delivery.delivered_at.is_some());
    let manual: Vec<_> =
        detail.attempts.iter().map(|it| (it.number, it.status, it.manual)).collect();
    let expected = [(7, Some(503), false), (7, Some(503), true), (7, Some(204), true)];
    assert_eq!(manual[6..], expected);
    let counters = ours.hook.get(&service, &ours.key).await;
    assert_eq!((&endpoint["failure_count"], &counters["failure_count"]), (&json!(7), &json!(0)));
    assert_eq!(counters["last_delivery_status"], "success");
    assert_eq!(deliver(&service).await, [0; 4]);
    turn(&service, 1, 1, "Suspended").await;
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    assert_eq!(receiver.received()[9].header("X-Service-Missed-Deliveries"), None);
}

#[tokio::test]
async fn a_delivered_delivery_stays_as_it_was() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    let event = ours.events(&service).await[0];
    let before = ours.detail(&service, event).await;
    service.set_clock("2026-11-02T08:00:00Z");
    for answer in [200, 500] {
        receiver.answer(answer);
        assert_eq!(status_after(resend(&service, &ours, event).await), DeliveryStatus::Delivered);
    }
    let after = ours.detail(&service, event).await;
    assert_eq!(after.delivery, before.delivery);
    assert_eq!((after.last_error, after.millis), (before.last_error, before.millis));
    assert_eq!(after.attempts.len(), 2);
    let numbers: Vec<_> = receiver
        .received()
        .iter()
        .map(|it| it.header("X-Service-Attempt").unwrap().to_owned())
        .collect();
    assert_eq!(numbers, ["1", "1", "1"]);
}

#[tokio::test]
async fn no_manual_attempt_while_the_schedule_runs_and_none_of_another_account() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    let theirs = Subscriber::to(&service, &receiver.url("/theirs")).await;
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    receiver.answer(500);
    assert_eq!(deliver(&service).await, [0, 2, 0, 0]);
    let event = ours.events(&service).await[0];
    assert_eq!(resend(&service, &ours, event).await, ResendResult::AttemptsRemain);
    let now = service.now();
    let store = &service.store;
    let foreign = store.resend_delivery(theirs.account, ours.endpoint(), event, now).await;
    assert_eq!(foreign.unwrap(), ResendResult::Unknown);
    let foreign =
        store.resend_failed_deliveries(theirs.account, ours.endpoint(), now, None, now).await;
    assert_eq!(foreign.unwrap(), None);
    let foreign = store.end_old_webhook_secret(theirs.account, ours.endpoint(), now).await;
    assert_eq!(foreign.unwrap(), None);
    assert_eq!(receiver.received().len(), 2, "nothing more was sent");
    let query = AuditQuery { action: Some(Action::DeliveryResend), ..AuditQuery::default() };
    let log = store.audit_log(&query).await.unwrap();
    assert_eq!(log.total, 1);
    assert_eq!(log.entries[0].outcome, Outcome::Refused);
    assert_eq!(log.entries[0].reason.as_deref(), Some("attempts_remain"));
    assert_eq!(log.entries[0].account_id, Some(ours.account));
}

#[tokio::test]
async fn all_failed_deliveries_since_an_instant_are_sent_again_past_those_that_fail() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 4, "Licensed").await;
    turn(&service, 10, 2, "Suspended").await;
    abandon(&service, &receiver).await;
    service.set_clock("2026-11-20T12:00:00Z");
    let events = ours.events(&service).await;
    let resend = async |text, after: Option<EventId>| {
        let (account, endpoint, now) = (ours.account, ours.endpoint(), service.now());
        let (store, since) = (&service.store, at(text));
        let run = store.resend_failed_deliveries(account, endpoint, since, after, now).await;
        let run = run.unwrap().unwrap();
        ([run.delivered, run.failed, run.remaining], run.last)
    };
    let all = "2026-11-01T08:00:00Z";
    // A receiver that is down gets three attempts. The next run goes on after them, although the
    // fourth event was recorded at the same instant.
    assert_eq!(resend(all, None).await, ([0, 3, 3], Some(events[2])));
    receiver.answer(200);
    assert_eq!(resend(all, Some(events[2])).await, ([3, 0, 0], Some(events[5])));
    // A body that is refused each time keeps no other back.
    receiver.answer_once(500);
    assert_eq!(resend(all, None).await, ([2, 1, 0], Some(events[2])));
    assert_eq!(resend("2026-11-01T08:10:00Z", None).await, ([0, 0, 0], None));
    let query = AuditQuery { action: Some(Action::DeliveryResend), ..AuditQuery::default() };
    assert_eq!(service.store.audit_log(&query).await.unwrap().total, 9);
}

#[tokio::test]
async fn an_old_secret_that_is_ended_signs_nothing_more() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    let (account, endpoint, now) = (ours.account, ours.endpoint(), service.now());
    let store = &service.store;
    let rotated = store.rotate_webhook_secret(account, endpoint, now).await.unwrap().unwrap();
    let ended = async || store.end_old_webhook_secret(account, endpoint, now).await.unwrap();
    assert_eq!(ended().await, Some(OldSecretsEnded { ended: 1 }));
    assert_eq!(ended().await, Some(OldSecretsEnded { ended: 0 }));
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:30Z");
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    let received = &receiver.received()[0];
    let signature = received.header("X-Service-Signature").unwrap();
    let is_signed = |secret: &str| {
        verify(&received.body, signature, [secret], service.now(), TOLERANCE).is_ok()
    };
    assert!(is_signed(rotated.new_secret.reveal()));
    assert!(!is_signed(&ours.hook.secret));
    let query = AuditQuery { action: Some(Action::WebhookEndOldSecret), ..AuditQuery::default() };
    let log = store.audit_log(&query).await.unwrap();
    assert_eq!(log.total, 1, "ending nothing leaves no entry");
}
