//! Results of attempts that were never made, for tests.

use std::sync::Arc;
use std::time::Instant;

use licence_core::event::{EventIds, EventName};
use licence_core::time::Timestamp;
use licence_core::webhook::delivery::{Delivery, Outcome};
use licence_core::webhook::{DeliveryId, WebhookId};
use uuid::Uuid;

use super::{Claimed, End, FRESH, Finished, Target};

/// A delivery to an endpoint, which answered with a status or was not asked.
pub(super) fn finished(endpoint: u128, answer: Option<u16>) -> Finished {
    let now = Timestamp::EPOCH;
    let event = EventIds::after(None, now).next(1);
    let id = DeliveryId(Uuid::from_u128(1));
    let target = Target {
        id: WebhookId(Uuid::from_u128(endpoint)),
        url: String::new(),
        secrets: Vec::new(),
        missed_deliveries: 0,
    };
    let claimed = Claimed {
        delivery: Delivery::due(id, event, EventName::Issued, now),
        target: Arc::new(target),
        body: Default::default(),
        lease: "lease".into(),
        location: String::new(),
        begins_by: Instant::now() + FRESH,
        read_after: Instant::now(),
    };
    let attempted = |status| End::Attempted(Outcome::Answered(status), now);
    Finished { claimed, end: answer.map_or(End::GivenBack, attempted) }
}
