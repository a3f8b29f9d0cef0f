//! One attempt: what the receiver gets, and what becomes of the delivery and its endpoint.

use licence_core::account::plan::Plan;
use licence_core::webhook::signature::{TOLERANCE, verify};
use serde_json::{Value, json};

use super::{Hook, ask, deliver, turn};
use crate::support::readings::at;
use crate::support::receiver::{Received, Receiver};
use crate::support::recorded::{events, expire_secrets};
use crate::support::service::Service;

fn is_signed(received: &Received, secret: &str, now: &str) -> bool {
    let header = received.header("X-Service-Signature").unwrap();
    verify(&received.body, header, [secret], at(now), TOLERANCE).is_ok()
}

#[tokio::test]
async fn the_receiver_gets_the_event_byte_for_byte_and_signed() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/licence?a=1")).await;
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:30.250Z");
    assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
    let received = receiver.received();
    assert_eq!(received.len(), 1);
    let (received, event) = (&received[0], events(service.database_url()).await.pop().unwrap());
    assert_eq!(received.path, "/licence?a=1");
    assert_eq!(received.json(), event);
    assert_eq!(event["event"], "license.issued");
    let delivery = hook.deliveries(&service, &key, "").await.remove(0);
    for (name, value) in [
        ("Content-Type", "application/json"),
        ("User-Agent", "Service-Webhook/1"),
        ("X-Service-Event", "license.issued"),
        ("X-Service-Event-Id", event["event_id"].as_str().unwrap()),
        ("X-Service-Timestamp", "1793520030"),
        ("X-Service-Delivery-Id", delivery["id"].as_str().unwrap()),
        ("X-Service-Attempt", "1"),
    ] {
        assert_eq!(received.header(name), Some(value), "{name}");
        assert!(received.headers.iter().any(|(given, _)| given == name), "{name} in its spelling");
    }
    assert_eq!(received.header("X-Service-Missed-Deliveries"), None);
    assert!(is_signed(received, &hook.secret, "2026-11-01T08:00:30Z"));
    assert_eq!(delivery["status"], "delivered");
    assert_eq!(delivery["attempt_count"], 1);
    assert_eq!(delivery["last_response_status"], 200);
    assert_eq!(delivery["delivered_at"], "2026-11-01T08:00:30.250Z");
    let endpoint = hook.get(&service, &key).await;
    assert_eq!(endpoint["last_delivered_at"], "2026-11-01T08:00:30.250Z");
    assert_eq!(endpoint["last_delivery_status"], "success");
    assert_eq!(deliver(&service).await, [0; 4], "it is delivered once");
}

#[tokio::test]
async fn what_one_endpoint_takes_and_another_refuses_is_counted_by_each() {
    let (service, taking) = (Service::sending().await, Receiver::start().await);
    let refusing = Receiver::start().await;
    refusing.answer(500);
    let key = service.key(Plan::Pro).await;
    let took = Hook::to(&service, &key, &taking.url("/")).await;
    let refused = Hook::to(&service, &key, &refusing.url("/")).await;
    turn(&service, 0, 3, "Licensed").await;
    service.set_clock("2026-11-01T08:00:30Z");
    assert_eq!(deliver(&service).await, [3, 3, 0, 0]);
    for (hook, status, failures, state) in
        [(took, "success", 0, "delivered"), (refused, "retrying", 3, "pending")]
    {
        let endpoint = hook.get(&service, &key).await;
        assert_eq!(endpoint["last_delivery_status"], status);
        assert_eq!(endpoint["failure_count"], failures);
        let query = format!("?status={state}");
        assert_eq!(hook.deliveries(&service, &key, &query).await.len(), 3);
    }
}

#[tokio::test]
async fn what_is_no_success_is_tried_again() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    for (minute, status) in [(0, 301), (1, 302), (2, 303), (3, 307), (4, 308), (5, 400), (6, 500)] {
        let text = if minute % 2 == 0 { "Licensed" } else { "Suspended" };
        receiver.answer(status);
        turn(&service, minute, 1, text).await;
        service.set_clock(&format!("2026-11-01T08:{minute:02}:00Z"));
        deliver(&service).await;
        let newest = hook.deliveries(&service, &key, "").await.remove(0);
        assert_eq!(newest["last_response_status"], status);
        assert_eq!((&newest["status"], &newest["attempt_count"]), (&json!("pending"), &json!(1)));
        assert_eq!(hook.get(&service, &key).await["last_delivery_status"], "retrying");
    }
    assert!(receiver.received().iter().all(|it| it.path == "/"), "no redirect is followed");
    let failures = hook.get(&service, &key).await["failure_count"].as_u64().unwrap();
    assert_eq!(failures, receiver.received().len() as u64);
    receiver.answer(204);
    service.set_clock("2026-11-01T09:00:00Z");
    assert_eq!(deliver(&service).await, [7, 0, 0, 0]);
    assert_eq!(hook.get(&service, &key).await["failure_count"], 0);
}

#[tokio::test]
async fn both_secrets_sign_until_the_previous_one_expires() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    let path = format!("/{}/rotate_secret", hook.id);
    let rotated = ask(&service, &key, "POST", &path, "").await.json();
    let new = rotated["new_secret"].as_str().unwrap();
    for (minute, now, signers) in [
        (0, "2026-11-08T06:59:59Z", vec![new, &hook.secret]),
        (1, "2026-11-08T07:00:00Z", vec![new]),
    ] {
        turn(&service, minute, 1, if minute == 0 { "Licensed" } else { "Suspended" }).await;
        service.set_clock(now);
        assert_eq!(deliver(&service).await, [1, 0, 0, 0]);
        let received = receiver.received().pop().unwrap();
        let signature = received.header("X-Service-Signature").unwrap();
        assert_eq!(signature.matches("v1=").count(), signers.len(), "{now}");
        assert!(signers.iter().all(|secret| is_signed(&received, secret, now)), "{now}");
    }
}

#[tokio::test]
async fn a_test_is_signed_and_recorded_nowhere() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    let before = events(service.database_url()).await.len();
    let test = async || ask(&service, &key, "POST", &format!("/{}/test", hook.id), "").await.json();
    for (status, delivered, error) in [
        (200, true, Value::Null),
        (500, false, json!("the receiver answered 500")),
        (302, false, json!("the receiver answered 302; redirects are not followed")),
    ] {
        receiver.answer(status);
        let mut result = test().await;
        assert!(result["latency_ms"].take().is_u64());
        let expected = json!({
            "delivered": delivered, "http_status": status, "response_body": "ok",
            "latency_ms": null, "error": error,
        });
        assert_eq!(result, expected);
    }
    let received = receiver.received().remove(0);
    let ping = received.json();
    assert_eq!(received.header("X-Service-Event"), Some("test.ping"));
    assert_eq!((&ping["event"], &ping["livemode"]), (&json!("test.ping"), &json!(false)));
    assert_eq!(ping["data"]["endpoint_id"], hook.id.as_str());
    assert!(is_signed(&received, &hook.secret, "2026-11-01T07:00:00Z"));
    assert_eq!(events(service.database_url()).await.len(), before);
    assert!(hook.deliveries(&service, &key, "").await.is_empty());
    assert_eq!(hook.get(&service, &key).await["last_delivery_status"], Value::Null);
    drop(receiver);
    let result = test().await;
    // The connection that was kept is found closed before its use, or by it.
    let error = result["error"].as_str().unwrap();
    assert!(result["delivered"] == false && ["connect", "reset"].contains(&error), "{result}");
    assert_eq!((&result["http_status"], &result["response_body"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn what_may_not_be_attempted_fails_for_good() {
    let service = Service::sending().await;
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, "http://127.0.0.1:9/").await;
    turn(&service, 0, 1, "Licensed").await;
    // Another server, whose policy has no exemption.
    let strict = service.another().await;
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(deliver(&strict).await, [0, 0, 1, 0]);
    turn(&service, 1, 1, "Suspended").await;
    service.set_clock("2026-11-01T08:01:00Z");
    expire_secrets(service.database_url()).await;
    assert_eq!(deliver(&service).await, [0, 0, 1, 0]);
    for delivery in hook.deliveries(&service, &key, "?status=failed").await {
        assert_eq!(delivery["attempt_count"], 0);
        assert_eq!(delivery["last_attempt_at"], Value::Null);
    }
    let endpoint = hook.get(&service, &key).await;
    assert_eq!(endpoint["last_delivery_status"], "failed");
    assert_eq!(endpoint["failure_count"], 0, "nothing was attempted");
}
