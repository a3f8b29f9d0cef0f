//! The steps of a sender. Each is a task of its own.

use std::time::Duration;

use licence_core::webhook::WebhookId;
use tokio::time::Instant;

use crate::deliveries::claimed::{ClaimedDelivery, FinishedDelivery};
use crate::deliveries::due_deliveries::DueDeliveries;
use crate::deliveries::settle::Settled;
use crate::error::StoreError;

/// The longest time between two looks for due deliveries, so that deliveries of other processes
/// begin within a second even if their announcement is lost. Also the pause after a failure of the database.
pub(super) const LOOK_INTERVAL: Duration = Duration::from_millis(800);

/// A step that ended, with its result.
pub(super) enum Step {
    Look(Result<DueDeliveries, StoreError>),
    Claim {
        /// How many deliveries of which endpoints were wanted.
        limits: Vec<(WebhookId, usize)>,
        claimed: Result<Vec<ClaimedDelivery>, StoreError>,
    },
    Attempt(Box<FinishedDelivery>),
    Settle(Settled),
}

/// A slot of an endpoint that a running attempt takes.
pub(super) struct Slot {
    pub(super) endpoint: WebhookId,
    pub(super) begun: Instant,
}
