//! A delivery on its way through the sender, from its claim until it is settled.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, Outcome};
use licence_core::webhook::secret::EndpointSecret;

/// The longest time that a claimed delivery may wait for its attempt, because the endpoint's data
/// was read with the claim.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(1);

/// The endpoint data that an attempt needs.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) id: WebhookId,
    pub(super) url: String,
    pub(super) secrets: Vec<EndpointSecret>,
    pub(super) missed_deliveries: u64,
    /// The instant before they were read.
    pub(super) read_after: Instant,
}

/// A delivery that this sender owns until its lease ends.
#[derive(Clone, Debug)]
pub(super) struct ClaimedDelivery {
    /// The delivery, after its attempt once that has ended.
    pub(super) delivery: Delivery,
    pub(super) target: Arc<Target>,
    pub(super) body: Bytes,
    pub(super) lease: Arc<str>,
    /// The physical location of its row: see [`super::lease::LeasedRow`].
    pub(super) location: String,
    /// The latest start of its attempt; after that the delivery goes back to the queue.
    pub(super) begins_by: Instant,
    /// The attempt, once it has ended. A delivery that is settled without one goes back to the queue
    /// unchanged.
    pub(super) ended: Option<EndedAttempt>,
}

impl ClaimedDelivery {
    pub(super) fn endpoint(&self) -> WebhookId {
        self.target.id
    }

    /// Returns whether the receiver accepted the delivery.
    pub(super) fn is_success(&self) -> bool {
        self.ended.as_ref().is_some_and(|ended| ended.outcome.is_success())
    }
}

/// An attempt that was made, or whose address was refused.
#[derive(Clone, Debug)]
pub(super) struct EndedAttempt {
    pub(super) outcome: Outcome,
    pub(super) at: Timestamp,
    /// How long it took.
    pub(super) took: Duration,
    /// The first bytes of the answer; empty after a success, which keeps none.
    pub(super) response_body: Vec<u8>,
}
