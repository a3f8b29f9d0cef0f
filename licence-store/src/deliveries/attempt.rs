//! Attempts: one task a place on the way to an endpoint.

use std::sync::Arc;
use std::time::Instant;

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryRequest, NotAttempted, Outcome};
use licence_core::webhook::secret::active_at;

use super::clock::SenderClock;
use super::lanes::Lanes;
use super::results::Results;
use super::{Claimed, End, Finished};
use crate::error::StoreError;
use crate::outbound::Poster;
use crate::webhooks::Webhooks;

/// Makes attempts.
#[derive(Clone)]
pub(super) struct Attempts {
    poster: Poster,
    webhooks: Arc<Webhooks>,
    clock: SenderClock,
    lanes: Arc<Lanes>,
    results: Arc<Results<Finished>>,
}

/// A place on the way to an endpoint; it is free again whatever becomes of the attempt.
struct Place {
    lanes: Arc<Lanes>,
    endpoint: WebhookId,
    begun: Instant,
    /// Whether the attempt succeeded, if it came to its end.
    answer: Option<bool>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lanes.end(self.endpoint, self.answer, self.begun.elapsed());
    }
}

impl Attempts {
    pub(super) fn new(
        webhooks: &Arc<Webhooks>,
        clock: SenderClock,
        lanes: Arc<Lanes>,
        results: Arc<Results<Finished>>,
    ) -> Result<Self, StoreError> {
        let poster = webhooks.poster()?.clone();
        Ok(Self { poster, webhooks: Arc::clone(webhooks), clock, lanes, results })
    }

    /// Begins as many attempts at an endpoint as there are places for.
    pub(super) fn begin(&self, endpoint: WebhookId) {
        while let Some(next) = self.next(endpoint) {
            tokio::spawn(self.clone().make(endpoint, next));
        }
    }

    /// One attempt after the other, for as long as something waits and there is a place for it.
    async fn make(self, endpoint: WebhookId, first: (Claimed, u64)) {
        let mut next = Some(first);
        while let Some((claimed, missed_deliveries)) = next {
            let place = self.place(endpoint);
            let finished = self.attempt(claimed, missed_deliveries, place).await;
            // Nobody asks any more after a stop: the lease gives the delivery back.
            self.results.push(finished);
            next = self.next(endpoint);
            // There may be more than one place since the way widened.
            self.begin(endpoint);
        }
    }

    /// Nothing begins from before a change of its endpoint: who is told that it is gone hears no
    /// more.
    fn next(&self, endpoint: WebhookId) -> Option<(Claimed, u64)> {
        self.lanes.begin(endpoint, self.webhooks.changed_at(endpoint))
    }

    fn place(&self, endpoint: WebhookId) -> Place {
        Place { lanes: Arc::clone(&self.lanes), endpoint, begun: Instant::now(), answer: None }
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
        let headers = request.headers(secrets, (self.clock.real)());
        let (url, body) = (&claimed.target.url, claimed.body.clone());
        let posted = match request.attempt {
            1 => self.poster.post(url, headers, body).await,
            _ => self.poster.post_anew(url, headers, body).await,
        };
        posted.outcome
    }
}
