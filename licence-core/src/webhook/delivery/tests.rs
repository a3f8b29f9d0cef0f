//! The states of a delivery, the counters of its endpoint, and its requests.

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::event::EventIds;
use crate::webhook::signature::{TOLERANCE, verify};
use crate::webhook::url_policy::UrlPolicy;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_epoch_millis(seconds * 1000).unwrap()
}

fn event_id() -> EventId {
    EventIds::after(None, at(0)).next(1)
}

fn delivery() -> Delivery {
    Delivery::due(DeliveryId(Uuid::from_u128(5)), event_id(), EventName::Issued, at(100))
}

/// Without jitter.
fn after(delivery: Delivery, outcome: &Outcome, seconds: i64) -> Delivery {
    delivery.after(outcome, at(seconds), &RetrySchedule::default(), u32::MAX / 2)
}

#[test]
fn a_delivery_is_written_in_the_order_of_the_specification() {
    let delivered = after(delivery(), &Outcome::Answered(204), 101);
    let written = concat!(
        r#"{"id":"00000000-0000-0000-0000-000000000005","#,
        r#""event_id":"evt_00000000000000000000000001","event_type":"license.issued","#,
        r#""attempt_count":1,"last_attempt_at":"1970-01-01T00:01:41.000Z","#,
        r#""next_retry_at":"1970-01-01T00:01:40.000Z","status":"delivered","#,
        r#""last_response_status":204,"created_at":"1970-01-01T00:01:40.000Z","#,
        r#""delivered_at":"1970-01-01T00:01:41.000Z"}"#,
    );
    assert_eq!(serde_json::to_string(&delivered).unwrap(), written);
    assert_eq!(serde_json::from_str::<Delivery>(written).unwrap(), delivered);
}

#[test]
fn only_2xx_delivers() {
    for (status, delivers) in [
        (199, false),
        (200, true),
        (204, true),
        (299, true),
        (301, false),
        (404, false),
        (500, false),
    ] {
        let outcome = Outcome::Answered(status);
        let after = after(delivery(), &outcome, 101);
        assert_eq!(after.status == DeliveryStatus::Delivered, delivers, "{status}");
        assert_eq!(after.delivered_at.is_some(), delivers);
        assert_eq!(after.last_response_status, Some(status));
        assert_eq!(outcome.error().is_none(), delivers);
    }
}

#[test]
fn seven_failures_abandon_a_delivery() {
    let mut delivery = delivery();
    for (attempt, wait) in (1..).zip([30, 120, 600, 3_600, 21_600, 86_400]) {
        assert_eq!(delivery.next_attempt(), attempt);
        let now = delivery.next_retry_at.epoch_seconds();
        delivery = after(delivery, &Outcome::Unanswered(NetworkFailure::Timeout), now);
        assert_eq!(delivery.status, DeliveryStatus::Pending);
        assert_eq!(delivery.next_retry_at, at(now + wait), "after attempt {attempt}");
    }
    let due = delivery.next_retry_at;
    let abandoned = after(delivery, &Outcome::Answered(500), due.epoch_seconds() + 3);
    assert_eq!((abandoned.status, abandoned.attempt_count), (DeliveryStatus::Abandoned, 7));
    assert_eq!(abandoned.next_retry_at, due, "when its last attempt was due");
    assert_eq!(abandoned.last_attempt_at, Some(at(due.epoch_seconds() + 3)));
}

#[test]
fn what_may_not_be_attempted_has_failed() {
    let tried = after(delivery(), &Outcome::Answered(500), 101);
    for outcome in [
        Outcome::NotAttempted(NotAttempted::NoActiveSecret),
        UrlPolicy::default().parse("https://10.0.0.1/").unwrap_err().into(),
    ] {
        let failed = after(tried.clone(), &outcome, 131);
        assert_eq!(failed, Delivery { status: DeliveryStatus::Failed, ..tried.clone() });
        assert!(outcome.error().is_some());
    }
    let url = UrlPolicy::default().parse("https://gone.example.com/").unwrap();
    let outcome: Outcome = UrlPolicy::default().judge(&url, &[]).unwrap_err().into();
    assert_eq!(outcome, Outcome::Unanswered(NetworkFailure::Dns), "tried again");
}

#[test]
fn an_endpoint_counts_its_attempts() {
    use DeliveryStatus::{Abandoned, Delivered, Failed, Pending};
    let mut counters = EndpointCounters::default();
    for (status, last, failures, missed) in [
        (Pending, LastDelivery::Retrying, 1, 0),
        (Abandoned, LastDelivery::Failed, 2, 1),
        (Failed, LastDelivery::Failed, 2, 1),
        (Abandoned, LastDelivery::Failed, 3, 2),
        (Pending, LastDelivery::Retrying, 4, 2),
        (Delivered, LastDelivery::Success, 0, 0),
        (Pending, LastDelivery::Retrying, 1, 0),
    ] {
        counters = counters.after(status, at(9));
        assert_eq!(counters.last_delivery_status, Some(last), "{status}");
        assert_eq!((counters.failure_count, counters.missed_deliveries), (failures, missed));
    }
    assert_eq!(counters.last_delivered_at, Some(at(9)));
}

#[test]
fn after_a_success_nothing_counts_that_was_before() {
    let before = EndpointCounters {
        last_delivered_at: Some(at(1)),
        last_delivery_status: Some(LastDelivery::Failed),
        failure_count: 7,
        missed_deliveries: 3,
    };
    let after = before.after(DeliveryStatus::Delivered, at(9));
    assert_eq!(after, EndpointCounters::default().after(DeliveryStatus::Delivered, at(9)));
    assert_eq!((after.failure_count, after.missed_deliveries), (0, 0));
}

#[test]
fn the_headers_are_those_of_the_specification() {
    let secrets = [1, 2].map(|seed| WebhookSecret::generate(&mut || seed));
    let mut request = DeliveryRequest {
        event: "license.issued",
        event_id: event_id(),
        delivery_id: DeliveryId(Uuid::from_u128(5)),
        attempt: 3,
        missed_deliveries: 2,
        raw_body: b"{}",
    };
    let headers = request.headers(&secrets, at(1_793_512_800));
    let signature = headers[7].1.clone();
    let expected = [
        ("Content-Type", "application/json"),
        ("User-Agent", "Service-Webhook/1"),
        ("X-Service-Event", "license.issued"),
        ("X-Service-Event-Id", "evt_00000000000000000000000001"),
        ("X-Service-Timestamp", "1793512800"),
        ("X-Service-Delivery-Id", "00000000-0000-0000-0000-000000000005"),
        ("X-Service-Attempt", "3"),
        ("X-Service-Signature", &signature),
        ("X-Service-Missed-Deliveries", "2"),
    ];
    assert_eq!(headers, expected.map(|(name, value)| (name, value.to_owned())));
    for secret in &secrets {
        let verdict = verify(b"{}", &signature, [secret.reveal()], at(1_793_512_800), TOLERANCE);
        assert_eq!(verdict, Ok(()));
    }
    request.missed_deliveries = 0;
    let names = request.headers(&secrets, at(0)).into_iter().map(|(name, _)| name);
    assert!(names.eq(expected[..8].iter().map(|(name, _)| *name)));
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        5 => (100_u16..600).prop_map(Outcome::Answered),
        5 => prop::sample::select(NetworkFailure::ALL).prop_map(Outcome::Unanswered),
        1 => Just(Outcome::NotAttempted(NotAttempted::NoActiveSecret)),
    ]
}

proptest! {
    #[test]
    fn a_delivery_ends_within_seven_attempts_and_stays_ended(
        outcomes in prop::collection::vec((outcomes(), any::<u32>()), 7..12),
    ) {
        let mut delivery = delivery();
        for (outcome, random) in outcomes {
            let before = delivery.clone();
            let now = before.next_retry_at;
            delivery = delivery.after(&outcome, now, &RetrySchedule::default(), random);
            if before.status.is_settled() {
                prop_assert_eq!(&delivery, &before);
            } else if !delivery.status.is_settled() {
                prop_assert!(delivery.next_retry_at > before.next_retry_at);
            }
            let is_delivered = delivery.status == DeliveryStatus::Delivered;
            prop_assert_eq!(delivery.delivered_at.is_some(), is_delivered);
            prop_assert!(delivery.attempt_count <= 7);
        }
        prop_assert!(delivery.status.is_settled());
    }
}
