//! Writing back what became of claimed deliveries, fenced by their leases.

mod attempts;
mod delivered;
mod endpoints;

use std::collections::HashMap;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus, EndpointCounters, Outcome};

use self::attempts::{give_back, write_attempts};
use self::delivered::{counters, write_delivered};
use self::endpoints::{lock_endpoints, write_counters};
use super::{Claimed, End, Finished};
use crate::Store;
use crate::error::StoreError;

/// What was written back.
#[derive(Default)]
pub(crate) struct Settled {
    /// How the attempted deliveries stand now.
    pub(crate) statuses: Vec<DeliveryStatus>,
    /// What the endpoints count now.
    pub(crate) counters: HashMap<WebhookId, EndpointCounters>,
    /// Deliveries whose lease was lost; what became of them is another sender's to say.
    pub(crate) lost: usize,
}

impl Store {
    /// Writes back attempts and what they mean to their endpoints: what belongs together in one
    /// transaction.
    pub(super) async fn settle_deliveries(
        &self,
        finished: &[Finished],
    ) -> Result<Settled, StoreError> {
        if finished.is_empty() {
            return Ok(Settled::default());
        }
        let mut attempted = self.attempted(finished);
        let mut settled = Settled::default();
        if finished.iter().all(|it| it.end.is_success()) {
            let written = write_delivered(&self.databases, &attempted).await?;
            settled.counters = counters(&attempted).into_iter().collect();
            let all = attempted.len();
            attempted.retain(|it| !written.has(it));
            settled.statuses = vec![DeliveryStatus::Delivered; all - attempted.len()];
            if attempted.is_empty() {
                return Ok(settled);
            }
        }
        self.settle(finished, &attempted, settled).await
    }

    /// The deliveries as they stand after their attempts, in the order in which these ended.
    fn attempted<'f>(&self, finished: &'f [Finished]) -> Vec<Attempted<'f>> {
        let mut attempted = Vec::with_capacity(finished.len());
        for Finished { claimed, end } in finished {
            if let End::Attempted(outcome, at) = end {
                let random = self.entropy.bits() as u32;
                let schedule = self.webhooks.schedule();
                let delivery = claimed.delivery.clone().after(outcome, *at, schedule, random);
                attempted.push(Attempted { claimed, outcome, at: *at, delivery });
            }
        }
        attempted.sort_by_key(|attempted| attempted.at);
        attempted
    }

    async fn settle(
        &self,
        finished: &[Finished],
        attempted: &[Attempted<'_>],
        mut settled: Settled,
    ) -> Result<Settled, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let mut endpoints = lock_endpoints(&transaction, finished).await?;
        let ours = write_attempts(&transaction, attempted, &endpoints).await?;
        for attempted in attempted {
            let status = attempted.delivery.status;
            // One that was removed took its deliveries with it.
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

struct Attempted<'f> {
    claimed: &'f Claimed,
    outcome: &'f Outcome,
    at: Timestamp,
    delivery: Delivery,
}
