//! Attempts: one task for each slot of an endpoint.

use std::sync::Arc;
use std::time::Instant;

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryRequest, NotAttempted, Outcome};
use licence_core::webhook::secret::active_at;

use super::clock::SenderClock;
use super::dispatcher::Dispatcher;
use super::results::Results;
use super::{AttemptResult, ClaimedDelivery, FinishedDelivery};
use crate::error::StoreError;
use crate::outbound::Poster;
use crate::webhooks::Webhooks;

/// Starts the attempts that the dispatcher allows.
#[derive(Clone)]
pub(super) struct Attempts {
    poster: Poster,
    webhooks: Arc<Webhooks>,
    clock: SenderClock,
    dispatcher: Arc<Dispatcher>,
    results: Arc<Results<FinishedDelivery>>,
}

/// A slot of an endpoint. Dropping it frees the slot, even when the attempt panics.
struct Slot {
    dispatcher: Arc<Dispatcher>,
    endpoint: WebhookId,
    begun: Instant,
    /// Whether the attempt succeeded; `None` until it ends.
    answer: Option<bool>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.dispatcher.end(self.endpoint, self.answer, self.begun.elapsed());
    }
}

impl Attempts {
    pub(super) fn new(
        webhooks: &Arc<Webhooks>,
        clock: SenderClock,
        dispatcher: Arc<Dispatcher>,
        results: Arc<Results<FinishedDelivery>>,
    ) -> Result<Self, StoreError> {
        let poster = webhooks.poster()?.clone();
        Ok(Self { poster, webhooks: Arc::clone(webhooks), clock, dispatcher, results })
    }

    /// Starts as many attempts at an endpoint as it has free slots.
    pub(super) fn begin(&self, endpoint: WebhookId) {
        while let Some(next) = self.next(endpoint) {
            tokio::spawn(self.clone().make(endpoint, next));
        }
    }

    /// Makes one attempt after another until the endpoint's queue or its slots run out.
    async fn make(self, endpoint: WebhookId, first: (ClaimedDelivery, u64)) {
        let mut next = Some(first);
        while let Some((claimed, missed_deliveries)) = next {
            let slot = self.slot(endpoint);
            let finished = self.attempt(claimed, missed_deliveries, slot).await;
            // After a stop nobody takes the result: the delivery is due again when its lease ends.
            self.results.push(finished);
            next = self.next(endpoint);
            // A success may add a slot.
            self.begin(endpoint);
        }
    }

    /// Returns the next delivery to attempt. Deliveries claimed before a change of their endpoint
    /// are skipped, because a deleted endpoint must receive nothing more.
    fn next(&self, endpoint: WebhookId) -> Option<(ClaimedDelivery, u64)> {
        self.dispatcher.begin(endpoint, self.webhooks.changed_at(endpoint))
    }

    fn slot(&self, endpoint: WebhookId) -> Slot {
        Slot {
            dispatcher: Arc::clone(&self.dispatcher),
            endpoint,
            begun: Instant::now(),
            answer: None,
        }
    }

    async fn attempt(
        &self,
        claimed: ClaimedDelivery,
        missed: u64,
        mut slot: Slot,
    ) -> FinishedDelivery {
        let outcome = self.post(&claimed, missed).await;
        slot.answer = Some(outcome.is_success());
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
