//! Claiming due deliveries under a lease.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use backon::{ConstantBuilder, Retryable};
use bytes::Bytes;
use licence_core::webhook::WebhookId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::lease::{Lease, Leased, Terms};
use super::sql::Sql;
use super::{Claimed, FRESH, SAFE, Target};
use crate::Store;
use crate::entity::{event, webhook_endpoint};
use crate::error::StoreError;
use crate::webhooks::{rows, secret_rows};

/// What is leased waits for the end of its lease unless the rest is read: when that fails, it is tried
/// again for so long, with pauses.
const READS: Duration = Duration::from_secs(5);
const BETWEEN_READS: Duration = Duration::from_millis(200);

/// What deliveries need besides their rows.
struct Needs {
    /// When they began to be read.
    read_after: Instant,
    /// By the ids of their endpoints.
    targets: HashMap<String, Arc<Target>>,
    /// By the ids of their events.
    bodies: HashMap<String, Bytes>,
}

impl Store {
    /// Takes up to so many due deliveries of each endpoint, the oldest first. They may be taken
    /// again when the lease ends, unless they are settled before.
    ///
    /// What cannot be sent (an endpoint whose secrets do not open) keeps its lease and is taken
    /// again when that ends: it holds up nothing else.
    pub(super) async fn claim_deliveries(
        &self,
        places: &[(WebhookId, usize)],
        terms: Terms,
    ) -> Result<Vec<Claimed>, StoreError> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let begun = Instant::now();
        let lease: Arc<str> = self.entropy.uuid().to_string().into();
        let wanted = Lease { places, id: &lease, terms };
        let leased = wanted.take(&self.databases).await?;
        let Needs { read_after, targets, bodies } = self.needs(&leased, &lease).await?;
        let begins_by = (begun + SAFE).min(Instant::now() + FRESH);
        let claimed = |Leased { row, location }: Leased| {
            let target = Arc::clone(targets.get(&row.endpoint_id)?);
            let body = bodies.get(&row.event_id)?.clone();
            let lease = Arc::clone(&lease);
            match rows::delivery(&row) {
                Ok(delivery) => {
                    Some(Claimed { delivery, target, body, lease, location, begins_by, read_after })
                }
                // It holds up nothing else.
                Err(error) => {
                    tracing::error!(%error, "a delivery cannot be read");
                    None
                }
            }
        };
        Ok(leased.into_iter().filter_map(claimed).collect())
    }

    async fn needs(&self, leased: &[Leased], lease: &str) -> Result<Needs, StoreError> {
        let read = || async {
            let read_after = Instant::now();
            let targets = self.targets(leased, lease).await?;
            Ok(Needs { read_after, targets, bodies: self.bodies(leased).await? })
        };
        let begun = Instant::now();
        let is_worth_it = |error: &StoreError| {
            matches!(error, StoreError::Database(_)) && begun.elapsed() < READS
        };
        let pauses = ConstantBuilder::default().with_delay(BETWEEN_READS).without_max_times();
        read.retry(pauses).when(is_worth_it).await
    }

    async fn targets(
        &self,
        leased: &[Leased],
        lease: &str,
    ) -> Result<HashMap<String, Arc<Target>>, StoreError> {
        let reader = &self.databases.reader;
        let ids = filled(distinct(leased.iter().map(|it| &it.row.endpoint_id)));
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
            // No more of it than is needed: a column that cannot be read holds up nothing.
            let id = rows::endpoint_id(&row)?;
            let sealed = secrets.remove(&row.id).unwrap_or_default();
            let opened: Result<Vec<_>, StoreError> =
                sealed.iter().map(|row| self.opened(id, row)).collect();
            let is_news = self.webhooks.note_opened(id, opened.is_ok());
            match opened {
                Ok(secrets) => {
                    let missed_deliveries = rows::count(row.missed_deliveries);
                    let target = Target { id, url: row.url, secrets, missed_deliveries };
                    targets.insert(row.id, Arc::new(target));
                }
                Err(error) if is_news => {
                    tracing::error!(endpoint = row.id, %error, "nothing can be delivered");
                }
                Err(_) => {}
            }
        }
        Ok(targets)
    }

    /// Ends the leases of an endpoint that became inactive during the claim: when it is active
    /// again, its deliveries go on at once.
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

    async fn bodies(&self, leased: &[Leased]) -> Result<HashMap<String, Bytes>, StoreError> {
        let ids = filled(distinct(leased.iter().map(|it| &it.row.event_id)));
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

/// Filled up to a power of two with copies of the last: a statement of a new size is parsed and
/// planned anew.
fn filled(mut ids: Vec<String>) -> Vec<String> {
    if let Some(last) = ids.last().cloned() {
        ids.resize(ids.len().next_power_of_two(), last);
    }
    ids
}
