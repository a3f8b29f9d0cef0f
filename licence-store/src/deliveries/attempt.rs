//! Attempts: one task a place on the way to an endpoint.

use std::sync::Arc;

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryRequest, NotAttempted, Outcome};
use licence_core::webhook::secret::active_at;

use super::clock::SenderClock;
use super::lanes::Lanes;
use super::results::Results;
use super::{Claimed, End, Finished};
use crate::outbound::Poster;

/// Makes attempts.
#[derive(Clone)]
pub(super) struct Attempts {
    poster: Poster,
    clock: SenderClock,
    lanes: Arc<Lanes>,
    results: Arc<Results<Finished>>,
}

/// A place on the way to an endpoint; it is free again whatever becomes of the attempt.
struct Place {
    lanes: Arc<Lanes>,
    endpoint: WebhookId,
    /// Whether the attempt succeeded, if it came to its end.
    answer: Option<bool>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lanes.end(self.endpoint, self.answer);
    }
}

impl Attempts {
    pub(super) fn new(
        poster: Poster,
        clock: SenderClock,
        lanes: Arc<Lanes>,
        results: Arc<Results<Finished>>,
    ) -> Self {
        Self { poster, clock, lanes, results }
    }

    /// Begins as many attempts at an endpoint as there are places for.
    pub(super) fn begin(&self, endpoint: WebhookId) {
        while let Some((claimed, missed_deliveries)) = self.lanes.begin(endpoint) {
            tokio::spawn(self.clone().make(endpoint, claimed, missed_deliveries));
        }
    }

    async fn make(self, endpoint: WebhookId, claimed: Claimed, missed_deliveries: u64) {
        let place = Place { lanes: Arc::clone(&self.lanes), endpoint, answer: None };
        let finished = self.attempt(claimed, missed_deliveries, place).await;
        // Nobody asks any more after a stop: the lease gives the delivery back.
        self.results.push(finished);
    }

    async fn attempt(&self, claimed: Claimed, missed: u64, mut place: Place) -> Finished {
        let outcome = self.post(&claimed, missed).await;
        place.answer = Some(outcome.is_success());
        let end = End::Attempted(outcome, (self.clock.now)());
        Finished { claimed, end }
    }

    /// Signed with what is active now, at the time it is sent (specification 6.4).
    async fn post(&self, claimed: &Claimed, missed_deliveries: u64) -> Outcome {
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
        let headers = request.headers(secrets, (self.clock.signing)());
        self.poster.post(&claimed.target.url, headers, claimed.body.clone()).await.outcome
    }
}
