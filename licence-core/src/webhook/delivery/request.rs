//! The headers of a delivery request (specification 6.3).

use crate::event::EventId;
use crate::time::Timestamp;
use crate::webhook::DeliveryId;
use crate::webhook::secret::WebhookSecret;
use crate::webhook::signature::sign;

/// The `User-Agent` of every delivery.
pub const USER_AGENT: &str = "Service-Webhook/1";

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
