//! One attempt: signs a delivery and posts it once.

use licence_core::webhook::delivery::{DeliveryRequest, NotAttempted, Outcome};
use licence_core::webhook::secret::active_at;

use super::claimed::{AttemptResult, ClaimedDelivery, FinishedDelivery};
use super::run::SenderClock;
use crate::outbound::Poster;

/// What all attempts of a sender share.
pub(super) struct Attempts {
    pub(super) poster: Poster,
    pub(super) clock: SenderClock,
}

impl Attempts {
    /// Makes one attempt. `missed_deliveries` is the count for its header.
    pub(super) async fn attempt(
        &self,
        claimed: ClaimedDelivery,
        missed_deliveries: u64,
    ) -> FinishedDelivery {
        let outcome = self.post(&claimed, missed_deliveries).await;
        let result = AttemptResult::Attempted(outcome, (self.clock.now)());
        FinishedDelivery { claimed, result }
    }

    /// Posts a delivery, signed with the secrets that are active now (specification 6.4).
    async fn post(&self, claimed: &ClaimedDelivery, missed_deliveries: u64) -> Outcome {
        let secrets = active_at(&claimed.target.secrets, (self.clock.now)());
        if secrets.clone().next().is_none() {
            return Outcome::NotAttempted(NotAttempted::NoActiveSecret);
        }
        let delivery = &claimed.delivery;
        let request = DeliveryRequest {
            event: delivery.event_type.as_str(),
            event_id: delivery.event_id,
            delivery_id: delivery.id,
            attempt: delivery.next_attempt(),
            missed_deliveries,
            raw_body: &claimed.body,
        };
        let headers = request.headers(secrets, (self.clock.real)());
        let (url, body) = (&claimed.target.url, claimed.body.clone());
        let posted = match request.attempt {
            1 => self.poster.post(url, headers, body).await,
            _ => self.poster.post_anew(url, headers, body).await,
        };
        posted.outcome
    }
}
