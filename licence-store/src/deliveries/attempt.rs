//! One attempt: signs a delivery and posts it once.

use std::time::Instant;

use licence_core::webhook::delivery::{DeliveryRequest, NotAttempted, Outcome};
use licence_core::webhook::secret::active_at;

use super::claim::{ClaimedDelivery, EndedAttempt};
use super::clock::SenderClock;
use crate::Store;
use crate::outbound::{PostResult, Poster};

/// What all attempts of a sender share.
pub(super) struct Attempts {
    pub(super) store: Store,
    pub(super) poster: Poster,
    pub(super) clock: SenderClock,
}

impl Attempts {
    /// Makes one attempt, and returns the delivery after it. `missed_deliveries` is the count for its
    /// header.
    pub(super) async fn attempt(
        &self,
        mut claimed: ClaimedDelivery,
        missed_deliveries: u64,
    ) -> ClaimedDelivery {
        let begun = Instant::now();
        let PostResult { outcome, mut response_body } =
            self.post(&claimed, missed_deliveries).await;
        if outcome.is_success() {
            response_body = Vec::new();
        }
        // The delivery ends for good, and another server of the database might have sent it.
        if let Outcome::NotAttempted(NotAttempted::Url(error)) = &outcome {
            let (webhook, reason) = (claimed.endpoint().0, error.problem_kind().reason());
            tracing::warn!(%webhook, reason, "a webhook may not be called, so its delivery failed");
        }
        let (at, took) = ((self.clock.now)(), begun.elapsed());
        let schedule = &self.store.webhooks.options.retry;
        let random = self.store.entropy.bits() as u32;
        claimed.delivery = claimed.delivery.after(&outcome, at, schedule, random);
        claimed.ended = Some(EndedAttempt { outcome, at, took, response_body });
        claimed
    }

    /// Posts a delivery, signed with the secrets that are active now (specification 6.4).
    async fn post(&self, claimed: &ClaimedDelivery, missed_deliveries: u64) -> PostResult {
        let secrets = active_at(&claimed.target.secrets, (self.clock.now)());
        if secrets.clone().next().is_none() {
            let outcome = Outcome::NotAttempted(NotAttempted::NoActiveSecret);
            return PostResult { outcome, response_body: Vec::new() };
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
        match request.attempt {
            1 => self.poster.post(url, headers, body).await,
            _ => self.poster.post_anew(url, headers, body).await,
        }
    }
}
