//! Claims due deliveries under a lease, and loads what their attempts need.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use backon::{ConstantBuilder, Retryable};
use bytes::Bytes;
use licence_core::webhook::WebhookId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::lease::{Lease, LeaseTerms, LeasedRow};
use super::sql::Sql;
use super::{ClaimedDelivery, MAX_WAIT, MAX_WAIT_SINCE_CLAIM, Target};
use crate::Store;
use crate::entity::{event, webhook_endpoint};
use crate::error::StoreError;
use crate::webhooks::{rows, secret_rows};

/// How long a failed read of [`ClaimInputs`] is retried: without them the leased rows would wait
/// until their lease ends.
const RETRY_READS_FOR: Duration = Duration::from_secs(5);
const READ_PAUSE: Duration = Duration::from_millis(200);

/// The endpoints and bodies of the claimed deliveries.
struct ClaimInputs {
    /// The instant before they were read.
    read_after: Instant,
    /// By endpoint id.
    targets: HashMap<String, Arc<Target>>,
    /// By event id.
    bodies: HashMap<String, Bytes>,
}

impl Store {
    /// Claims due deliveries, the oldest first, up to a limit for each endpoint. Deliveries that
    /// are not settled can be claimed again when the lease ends.
    ///
    /// If the secrets of an endpoint do not open, its deliveries keep the lease and are claimed
    /// again when the lease ends, so that they delay no other endpoint.
    pub(super) async fn claim_deliveries(
        &self,
        limits: &[(WebhookId, usize)],
        terms: LeaseTerms,
    ) -> Result<Vec<ClaimedDelivery>, StoreError> {
        if limits.is_empty() {
            return Ok(Vec::new());
        }
        let begun = Instant::now();
        let lease: Arc<str> = self.entropy.uuid().to_string().into();
        let wanted = Lease { limits, id: &lease, terms };
        let leased = wanted.take(&self.databases).await?;
        let ClaimInputs { read_after, targets, bodies } = self.load_inputs(&leased, &lease).await?;
        let begins_by = (begun + MAX_WAIT_SINCE_CLAIM).min(Instant::now() + MAX_WAIT);
        let claimed = |LeasedRow { row, location }: LeasedRow| {
            let target = Arc::clone(targets.get(&row.endpoint_id)?);
            let body = bodies.get(&row.event_id)?.clone();
            let lease = Arc::clone(&lease);
            match rows::delivery(&row) {
                Ok(delivery) => Some(ClaimedDelivery {
                    delivery,
                    target,
                    body,
                    lease,
                    location,
                    begins_by,
                    read_after,
                }),
                // One unreadable row must not stop the others.
                Err(error) => {
                    tracing::error!(%error, "a delivery cannot be read");
                    None
                }
            }
        };
        Ok(leased.into_iter().filter_map(claimed).collect())
    }

    async fn load_inputs(
        &self,
        leased: &[LeasedRow],
        lease: &str,
    ) -> Result<ClaimInputs, StoreError> {
        let read = || async {
            let read_after = Instant::now();
            let targets = self.load_targets(leased, lease).await?;
            Ok(ClaimInputs { read_after, targets, bodies: self.load_bodies(leased).await? })
        };
        let begun = Instant::now();
        let is_worth_it = |error: &StoreError| {
            matches!(error, StoreError::Database(_)) && begun.elapsed() < RETRY_READS_FOR
        };
        let pauses = ConstantBuilder::default().with_delay(READ_PAUSE).without_max_times();
        read.retry(pauses).when(is_worth_it).await
    }

    async fn load_targets(
        &self,
        leased: &[LeasedRow],
        lease: &str,
    ) -> Result<HashMap<String, Arc<Target>>, StoreError> {
        let reader = &self.databases.reader;
        let ids = pad_to_power_of_two(distinct(leased.iter().map(|it| &it.row.endpoint_id)));
        let mut secrets: HashMap<String, Vec<_>> = HashMap::new();
        for row in secret_rows(reader, &ids).await? {
            secrets.entry(row.endpoint_id.clone()).or_default().push(row);
        }
        let endpoints =
            webhook_endpoint::Entity::find().filter(webhook_endpoint::Column::Id.is_in(&ids));
        let mut targets = HashMap::new();
        for row in endpoints.all(reader).await? {
            if !row.active {
                self.release(&row.id, lease).await?;
                continue;
            }
            // Only the needed columns: an unreadable value in another column stops nothing.
            let id = rows::endpoint_id(&row)?;
            let sealed = secrets.remove(&row.id).unwrap_or_default();
            let opened: Result<Vec<_>, StoreError> =
                sealed.iter().map(|row| self.open_secret(id, row)).collect();
            let is_change = self.webhooks.record_opened(id, opened.is_ok());
            match opened {
                Ok(secrets) => {
                    let missed_deliveries = rows::count(row.missed_deliveries);
                    let target = Target { id, url: row.url, secrets, missed_deliveries };
                    targets.insert(row.id, Arc::new(target));
                }
                Err(error) if is_change => {
                    tracing::error!(endpoint = row.id, %error, "nothing can be delivered");
                }
                Err(_) => {}
            }
        }
        Ok(targets)
    }

    /// Ends the leases of an endpoint that became inactive during the claim, so that its deliveries
    /// continue as soon as it is active again.
    async fn release(&self, endpoint: &str, lease: &str) -> Result<(), StoreError> {
        let writer = &self.databases.writer;
        let sql = Sql::new(writer.get_database_backend())
            .push("update deliveries set lease = null, leased_until = null where endpoint_id = ")
            .bind(endpoint)
            .push(" and lease = ")
            .bind(lease);
        writer.execute_raw(sql.statement()).await?;
        Ok(())
    }

    async fn load_bodies(
        &self,
        leased: &[LeasedRow],
    ) -> Result<HashMap<String, Bytes>, StoreError> {
        let ids = pad_to_power_of_two(distinct(leased.iter().map(|it| &it.row.event_id)));
        let events: Vec<(String, String)> = event::Entity::find()
            .select_only()
            .columns([event::Column::Id, event::Column::Body])
            .filter(event::Column::Id.is_in(ids))
            .into_tuple()
            .all(&self.databases.reader)
            .await?;
        Ok(events.into_iter().map(|(id, body)| (id, body.into())).collect())
    }
}

fn distinct<'r>(ids: impl Iterator<Item = &'r String>) -> Vec<String> {
    let mut ids: Vec<String> = ids.cloned().collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Pads the list to a power of two with copies of the last id, because the database parses and
/// plans a statement of each new size.
fn pad_to_power_of_two(mut ids: Vec<String>) -> Vec<String> {
    if let Some(last) = ids.last().cloned() {
        ids.resize(ids.len().next_power_of_two(), last);
    }
    ids
}
