//! Finished deliveries for tests.

use std::sync::Arc;
use std::time::{Duration, Instant};

use licence_core::event::{EventIds, EventName};
use licence_core::time::Timestamp;
use licence_core::webhook::delivery::{Delivery, Outcome};
use licence_core::webhook::{DeliveryId, WebhookId};
use uuid::Uuid;

use super::claim::{ClaimedDelivery, EndedAttempt, MAX_WAIT, Target};

/// Returns a finished delivery: attempted with this status, or given back for `None`.
pub(super) fn finished(endpoint: u128, answer: Option<u16>) -> ClaimedDelivery {
    let now = Timestamp::EPOCH;
    let event = EventIds::after(None, now).next(1);
    let id = DeliveryId(Uuid::from_u128(1));
    let target = Target {
        id: WebhookId(Uuid::from_u128(endpoint)),
        url: String::new(),
        secrets: Vec::new(),
        missed_deliveries: 0,
        read_after: Instant::now(),
    };
    let ended = answer.map(|status| EndedAttempt {
        outcome: Outcome::Answered(status),
        at: now,
        took: Duration::from_millis(12),
        response_body: Vec::new(),
    });
    ClaimedDelivery {
        delivery: Delivery::due(id, event, EventName::Issued, now),
        target: Arc::new(target),
        body: Default::default(),
        lease: "lease".into(),
        location: String::new(),
        begins_by: Instant::now() + MAX_WAIT,
        ended,
    }
}
