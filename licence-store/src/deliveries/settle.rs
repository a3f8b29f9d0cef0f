//! Settles claimed deliveries: writes their results, fenced by their leases.

mod results;
mod successes;

use std::collections::{BTreeMap, HashMap, HashSet};

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};

use self::results::{AttemptedDelivery, give_back, lock_endpoints, write_attempt, write_counters};
use self::successes::write_successes;
use super::claimed::FinishedDelivery;
use crate::Store;
use crate::bulk::insert;
use crate::error::StoreError;
use crate::webhooks::rows;

/// The most results of one transaction.
const BATCH: usize = 500;

#[derive(Default)]
pub(super) struct Settled {
    /// The results that were written.
    pub(super) written: Vec<FinishedDelivery>,
    /// The results that were not written because of the failure.
    pub(super) unwritten: Vec<FinishedDelivery>,
    /// The statuses of the attempted deliveries after their attempts.
    pub(super) statuses: Vec<DeliveryStatus>,
    /// The counters of endpoints after their results.
    pub(super) counters: HashMap<WebhookId, EndpointCounters>,
    /// How many deliveries lost their lease; another sender settles them.
    pub(super) lost: usize,
    pub(super) failure: Option<StoreError>,
}

impl Store {
    /// Writes results and the counters of their endpoints in batches, up to the first that fails.
    pub(super) async fn settle_deliveries(&self, mut finished: Vec<FinishedDelivery>) -> Settled {
        // First those of endpoints without a failure: successes alone are written much faster.
        let failed = finished.iter().filter(|it| !it.is_success());
        let failing: HashSet<WebhookId> = failed.map(FinishedDelivery::endpoint).collect();
        finished.sort_by_key(|it| failing.contains(&it.endpoint()));
        let successes = finished.partition_point(|it| !failing.contains(&it.endpoint()));
        let (successes, others) = finished.split_at(successes);
        let (mut settled, mut written) = (Settled::default(), 0);
        for batch in successes.chunks(BATCH).chain(others.chunks(BATCH)) {
            settled.failure = self.settle_batch(batch, &mut settled).await.err();
            if settled.failure.is_some() {
                break;
            }
            written += batch.len();
        }
        settled.unwritten = finished.split_off(written);
        Settled { written: finished, ..settled }
    }

    /// Writes a batch in one transaction.
    async fn settle_batch(
        &self,
        batch: &[FinishedDelivery],
        settled: &mut Settled,
    ) -> Result<(), StoreError> {
        let attempted = self.attempted(batch);
        if batch.iter().all(|it| it.is_success()) {
            let transaction = self.databases.begin_short_write().await?;
            if let Some(counters) = write_successes(&transaction, &attempted).await? {
                transaction.commit().await?;
                settled.statuses.extend(attempted.iter().map(|it| it.delivery.status));
                settled.counters.extend(counters);
                return Ok(());
            }
            transaction.rollback().await?;
        }
        self.settle_each(batch, &attempted, settled).await
    }

    /// Writes a batch row by row, because some leases may be lost.
    async fn settle_each(
        &self,
        batch: &[FinishedDelivery],
        attempted: &[AttemptedDelivery<'_>],
        settled: &mut Settled,
    ) -> Result<(), StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let ids: HashSet<WebhookId> = batch.iter().map(FinishedDelivery::endpoint).collect();
        let (mut counters, mut active) = (BTreeMap::new(), HashSet::new());
        for row in lock_endpoints(&transaction, ids.into_iter()).await? {
            let id = rows::endpoint_id(&row)?;
            counters.insert(id, rows::counters(&row)?);
            active.extend(row.active.then_some(id));
        }
        let (mut statuses, mut attempts, mut lost) = (Vec::new(), Vec::new(), 0);
        for attempted in attempted {
            let (id, status) = (attempted.claimed.target.id, attempted.delivery.status);
            // Deleting an endpoint deletes its deliveries.
            let Some(counters) = counters.get_mut(&id) else { continue };
            if write_attempt(&transaction, attempted, active.contains(&id)).await? {
                *counters = counters.after(status, attempted.ended.at);
                statuses.push(status);
                attempts.extend(attempted.attempt_row());
            } else {
                lost += 1;
            }
        }
        insert(&transaction, attempts.into_iter()).await?;
        write_counters(&transaction, &counters).await?;
        give_back(&transaction, batch).await?;
        transaction.commit().await?;
        settled.statuses.extend(statuses);
        settled.counters.extend(counters);
        settled.lost += lost;
        Ok(())
    }

    /// Returns the deliveries after their attempts, in the order in which the attempts ended.
    fn attempted<'f>(&self, finished: &'f [FinishedDelivery]) -> Vec<AttemptedDelivery<'f>> {
        let mut attempted = Vec::with_capacity(finished.len());
        for FinishedDelivery { claimed, ended } in finished {
            if let Some(ended) = ended {
                let random = self.entropy.bits() as u32;
                let schedule = self.webhooks.schedule();
                let delivery = claimed.delivery.clone();
                let delivery = delivery.after(&ended.outcome, ended.at, schedule, random);
                attempted.push(AttemptedDelivery { claimed, ended, delivery });
            }
        }
        attempted.sort_by_key(|attempted| attempted.ended.at);
        attempted
    }
}
