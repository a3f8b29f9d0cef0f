//! Deliveries, their requests, and what an attempt changes about a delivery and its endpoint
//! (specification 2.12, 2.13, 3.2 and 6.3, decisions 3).

mod outcome;
#[cfg(test)]
mod tests;

pub use outcome::{NetworkFailure, NotAttempted, Outcome};

use serde::{Deserialize, Serialize};

use super::DeliveryId;
use super::retry::RetrySchedule;
use super::secret::WebhookSecret;
use super::signature::sign;
use crate::event::{EventId, EventName};
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// The `User-Agent` of every delivery.
pub const USER_AGENT: &str = "Service-Webhook/1";

wire_enum! {
    /// The status of a delivery (specification 3.2).
    pub enum DeliveryStatus: "delivery status" {
        /// An attempt is still to be made.
        Pending = "pending",
        /// The receiver answered 2xx.
        Delivered = "delivered",
        /// It may not be attempted: its URL is refused, or no secret is active.
        Failed = "failed",
        /// Every attempt failed.
        Abandoned = "abandoned",
    }
}

impl DeliveryStatus {
    /// Returns whether the delivery is over, so that no attempt will follow.
    pub const fn is_settled(self) -> bool {
        !matches!(self, Self::Pending)
    }
}

/// A delivery of an event to an endpoint (specification 2.13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Delivery {
    /// Its id.
    pub id: DeliveryId,
    /// The event. Receivers recognise repeated deliveries by it.
    pub event_id: EventId,
    /// What happened.
    pub event_type: EventName,
    /// The number of attempts made.
    pub attempt_count: u32,
    /// When the latest of them ended.
    pub last_attempt_at: Option<Timestamp>,
    /// When the next attempt is due; of a settled delivery, when its last one was.
    pub next_retry_at: Timestamp,
    /// Its status.
    pub status: DeliveryStatus,
    /// The HTTP status of the latest answer; `None` before the first attempt, and when the latest
    /// one got no answer.
    pub last_response_status: Option<u16>,
    /// When the event was recorded.
    pub created_at: Timestamp,
    /// When the receiver answered 2xx.
    pub delivered_at: Option<Timestamp>,
}

impl Delivery {
    /// Returns a new delivery, due at once.
    pub fn due(
        id: DeliveryId,
        event_id: EventId,
        event_type: EventName,
        created_at: Timestamp,
    ) -> Self {
        Self {
            id,
            event_id,
            event_type,
            attempt_count: 0,
            last_attempt_at: None,
            next_retry_at: created_at,
            status: DeliveryStatus::Pending,
            last_response_status: None,
            created_at,
            delivered_at: None,
        }
    }

    /// Returns the number of the attempt to be made: 1 for the first.
    pub fn next_attempt(&self) -> u32 {
        self.attempt_count.saturating_add(1)
    }

    /// Returns the delivery after an attempt that ended at `now`, or was not made. `random` is
    /// uniform over all its values (see [`RetrySchedule::next_attempt`]). A settled delivery stays
    /// as it is.
    pub fn after(
        self,
        outcome: &Outcome,
        now: Timestamp,
        schedule: &RetrySchedule,
        random: u32,
    ) -> Self {
        if self.status.is_settled() {
            return self;
        }
        if let Outcome::NotAttempted(_) = outcome {
            return Self { status: DeliveryStatus::Failed, ..self };
        }
        let attempted = Self {
            attempt_count: self.next_attempt(),
            last_attempt_at: Some(now),
            last_response_status: outcome.response_status(),
            ..self
        };
        if outcome.is_success() {
            let status = DeliveryStatus::Delivered;
            return Self { status, delivered_at: Some(now), ..attempted };
        }
        match schedule.next_attempt(attempted.attempt_count, now, random) {
            Some(next_retry_at) => Self { next_retry_at, ..attempted },
            None => Self { status: DeliveryStatus::Abandoned, ..attempted },
        }
    }
}

wire_enum! {
    /// How the latest attempt of an endpoint ended (specification 2.12).
    pub enum LastDelivery: "last delivery status" {
        /// The receiver answered 2xx.
        Success = "success",
        /// The delivery ended without that.
        Failed = "failed",
        /// The delivery will be tried again.
        Retrying = "retrying",
    }
}

/// The counters of the deliveries of an endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndpointCounters {
    /// When a delivery last succeeded.
    pub last_delivered_at: Option<Timestamp>,
    /// How the latest attempt ended.
    pub last_delivery_status: Option<LastDelivery>,
    /// Failed attempts since the last success.
    pub failure_count: u64,
    /// Abandoned deliveries since the last success: `X-Service-Missed-Deliveries`.
    pub missed_deliveries: u64,
}

impl EndpointCounters {
    /// Returns the counters after an attempt that ended at `now` and left its delivery in `status`.
    /// A delivery that fails without an attempt is neither a failed attempt nor an abandoned one.
    pub fn after(self, status: DeliveryStatus, now: Timestamp) -> Self {
        let failure_count = self.failure_count.saturating_add(1);
        let missed_deliveries = self.missed_deliveries.saturating_add(1);
        let ended = |ended| Self { last_delivery_status: Some(ended), ..self };
        match status {
            DeliveryStatus::Delivered => Self {
                last_delivered_at: Some(now),
                last_delivery_status: Some(LastDelivery::Success),
                ..Self::default()
            },
            DeliveryStatus::Pending => Self { failure_count, ..ended(LastDelivery::Retrying) },
            DeliveryStatus::Abandoned => {
                Self { failure_count, missed_deliveries, ..ended(LastDelivery::Failed) }
            }
            DeliveryStatus::Failed => ended(LastDelivery::Failed),
        }
    }
}

/// One attempt of a delivery.
#[derive(Clone, Copy, Debug)]
pub struct DeliveryRequest<'r> {
    /// The event's name; `test.ping` too.
    pub event: &'r str,
    /// The event.
    pub event_id: EventId,
    /// The delivery.
    pub delivery_id: DeliveryId,
    /// 1 for the first attempt.
    pub attempt: u32,
    /// Abandoned deliveries of the endpoint since its last success.
    pub missed_deliveries: u64,
    /// The body, byte for byte as it is sent.
    pub raw_body: &'r [u8],
}

impl DeliveryRequest<'_> {
    /// Returns its headers, signed at `now` with each of the secrets.
    pub fn headers<'s>(
        &self,
        secrets: impl IntoIterator<Item = &'s WebhookSecret>,
        now: Timestamp,
    ) -> Vec<(&'static str, String)> {
        let secrets = secrets.into_iter().map(WebhookSecret::reveal);
        let mut headers = vec![
            ("Content-Type", "application/json".to_owned()),
            ("User-Agent", USER_AGENT.to_owned()),
            ("X-Service-Event", self.event.to_owned()),
            ("X-Service-Event-Id", self.event_id.to_string()),
            ("X-Service-Timestamp", now.epoch_seconds().to_string()),
            ("X-Service-Delivery-Id", self.delivery_id.0.to_string()),
            ("X-Service-Attempt", self.attempt.to_string()),
            ("X-Service-Signature", sign(self.raw_body, secrets, now)),
        ];
        if self.missed_deliveries > 0 {
            headers.push(("X-Service-Missed-Deliveries", self.missed_deliveries.to_string()));
        }
        headers
    }
}
