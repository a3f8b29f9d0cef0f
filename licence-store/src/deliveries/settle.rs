//! Settles claimed deliveries: writes their results, fenced by their leases.

mod attempts;
mod endpoints;
mod write_successes;

use std::collections::HashMap;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus, EndpointCounters, Outcome};

use self::attempts::{give_back, write_attempts};
use self::endpoints::{lock_endpoints, write_counters};
use self::write_successes::{counters_after, write_successes};
use super::{AttemptResult, ClaimedDelivery, FinishedDelivery};
use crate::Store;
use crate::error::StoreError;

/// What settling a batch wrote.
#[derive(Default)]
pub(crate) struct SettledBatch {
    /// The statuses of the attempted deliveries after their attempts.
    pub(crate) statuses: Vec<DeliveryStatus>,
    /// The counters of the endpoints after the batch.
    pub(crate) counters: HashMap<WebhookId, EndpointCounters>,
    /// How many deliveries lost their lease; another sender settles them.
    pub(crate) lost: usize,
}

impl Store {
    /// Writes results and the counters of their endpoints, in one transaction.
    pub(super) async fn settle_deliveries(
        &self,
        finished: &[FinishedDelivery],
    ) -> Result<SettledBatch, StoreError> {
        if finished.is_empty() {
            return Ok(SettledBatch::default());
        }
        let mut attempted = self.attempted(finished);
        let mut settled = SettledBatch::default();
        if finished.iter().all(|it| it.result.is_success()) {
            let written = write_successes(&self.databases, &attempted).await?;
            settled.counters = counters_after(&attempted).into_iter().collect();
            let all = attempted.len();
            attempted.retain(|it| !written.has(it));
            settled.statuses = vec![DeliveryStatus::Delivered; all - attempted.len()];
            if attempted.is_empty() {
                return Ok(settled);
            }
        }
        self.settle(finished, &attempted, settled).await
    }

    /// Returns the deliveries after their attempts, in the order in which the attempts ended.
    fn attempted<'f>(&self, finished: &'f [FinishedDelivery]) -> Vec<AttemptedDelivery<'f>> {
        let mut attempted = Vec::with_capacity(finished.len());
        for FinishedDelivery { claimed, result } in finished {
            if let AttemptResult::Attempted(outcome, at) = result {
                let random = self.entropy.bits() as u32;
                let schedule = self.webhooks.schedule();
                let delivery = claimed.delivery.clone().after(outcome, *at, schedule, random);
                attempted.push(AttemptedDelivery { claimed, outcome, at: *at, delivery });
            }
        }
        attempted.sort_by_key(|attempted| attempted.at);
        attempted
    }

    async fn settle(
        &self,
        finished: &[FinishedDelivery],
        attempted: &[AttemptedDelivery<'_>],
        mut settled: SettledBatch,
    ) -> Result<SettledBatch, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let mut endpoints = lock_endpoints(&transaction, finished).await?;
        let ours = write_attempts(&transaction, attempted, &endpoints).await?;
        for attempted in attempted {
            let status = attempted.delivery.status;
            // Deleting an endpoint deletes its deliveries.
            let Some(endpoint) = endpoints.get_mut(&attempted.claimed.target.id) else { continue };
            if ours.contains(&attempted.delivery.id) {
                endpoint.counters = endpoint.counters.after(status, attempted.at);
                settled.statuses.push(status);
            } else {
                settled.lost += 1;
            }
        }
        write_counters(&transaction, endpoints.iter().map(|(id, it)| (*id, &it.counters))).await?;
        give_back(&transaction, finished).await?;
        transaction.commit().await?;
        settled.counters = endpoints.iter().map(|(id, it)| (*id, it.counters)).collect();
        Ok(settled)
    }
}

/// A claimed delivery, its outcome, and its state after the attempt.
struct AttemptedDelivery<'f> {
    claimed: &'f ClaimedDelivery,
    outcome: &'f Outcome,
    at: Timestamp,
    delivery: Delivery,
}
