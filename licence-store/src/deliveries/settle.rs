//! Settles claimed deliveries: writes their results, fenced by their leases.

mod results;
mod successes;

use std::collections::{BTreeMap, HashMap, HashSet};

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};

pub(crate) use self::results::write_counters;
use self::results::{attempt_row, give_back, lock_endpoints, write_attempt};
use self::successes::write_successes;
use super::claim::ClaimedDelivery;
use crate::Store;
use crate::bulk::insert;
use crate::error::StoreError;
use crate::webhooks::rows;

/// The most results of one transaction.
const BATCH: usize = 500;

#[derive(Default)]
pub(super) struct Settled {
    pub(super) written: Vec<ClaimedDelivery>,
    /// The results that were not written because of the failure.
    pub(super) unwritten: Vec<ClaimedDelivery>,
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
    pub(super) async fn settle_deliveries(&self, mut finished: Vec<ClaimedDelivery>) -> Settled {
        // First those of endpoints without a failure: successes alone are written much faster. Of each
        // endpoint in the order in which the attempts ended.
        let failed = finished.iter().filter(|it| !it.is_success());
        let failing: HashSet<WebhookId> = failed.map(ClaimedDelivery::endpoint).collect();
        let ended_at = |it: &ClaimedDelivery| it.ended.as_ref().map(|ended| ended.at);
        finished.sort_by_key(|it| (failing.contains(&it.endpoint()), ended_at(it)));
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

    async fn settle_batch(
        &self,
        batch: &[ClaimedDelivery],
        settled: &mut Settled,
    ) -> Result<(), StoreError> {
        if batch.iter().all(ClaimedDelivery::is_success) {
            let transaction = self.databases.begin_short_write().await?;
            if let Some(counters) = write_successes(&transaction, batch).await? {
                transaction.commit().await?;
                settled.statuses.extend(batch.iter().map(|it| it.delivery.status));
                settled.counters.extend(counters);
                return Ok(());
            }
            transaction.rollback().await?;
        }
        self.settle_each(batch, settled).await
    }

    /// Writes a batch row by row, because some leases may be lost.
    async fn settle_each(
        &self,
        batch: &[ClaimedDelivery],
        settled: &mut Settled,
    ) -> Result<(), StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let ids: HashSet<WebhookId> = batch.iter().map(ClaimedDelivery::endpoint).collect();
        let (mut counters, mut active) = (BTreeMap::new(), HashSet::new());
        for row in lock_endpoints(&transaction, ids.into_iter()).await? {
            let id = rows::endpoint_id(&row)?;
            counters.insert(id, rows::counters(&row)?);
            active.extend(row.active.then_some(id));
        }
        let (mut statuses, mut attempts, mut lost) = (Vec::new(), Vec::new(), 0);
        for claimed in batch {
            let Some(ended) = &claimed.ended else { continue };
            let (id, status) = (claimed.endpoint(), claimed.delivery.status);
            // Deleting an endpoint deletes its deliveries.
            let Some(counters) = counters.get_mut(&id) else { continue };
            if write_attempt(&transaction, claimed, ended, active.contains(&id)).await? {
                *counters = counters.after(status, ended.at);
                statuses.push(status);
                attempts.extend(attempt_row(claimed, ended));
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
}
