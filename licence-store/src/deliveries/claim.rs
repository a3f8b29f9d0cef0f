//! Claims due deliveries under a lease, and loads what their attempts need.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, Outcome};
use licence_core::webhook::secret::EndpointSecret;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter,
    Statement,
};

use super::clock::SenderClock;
use super::lease::{Lease, LeasedRow};
use crate::Store;
use crate::entity::webhook_endpoint;
use crate::error::StoreError;
use crate::rows::count;
use crate::webhooks::{rows, secret_rows};

/// The longest time that a claimed delivery may wait for its attempt, because the endpoint's data
/// was read with the claim.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(1);
/// The longest time from the start of a claim to the start of an attempt. An attempt that begins
/// by then ends before its lease, even when the claim was slow.
const MAX_WAIT_SINCE_CLAIM: Duration = Duration::from_secs(10);
/// The shortest lease. A lease is always at least three times the attempt timeout.
const SHORTEST_LEASE: Duration = Duration::from_secs(30);

/// The endpoint data that an attempt needs.
pub(super) struct Target {
    pub(super) id: WebhookId,
    pub(super) url: String,
    pub(super) secrets: Vec<EndpointSecret>,
    pub(super) missed_deliveries: u64,
    /// The instant before they were read.
    pub(super) read_after: Instant,
}

/// A delivery that this sender owns until its lease ends.
#[derive(Clone)]
pub(super) struct ClaimedDelivery {
    /// The delivery, after its attempt once that has ended.
    pub(super) delivery: Delivery,
    pub(super) target: Arc<Target>,
    pub(super) body: Bytes,
    pub(super) lease: Arc<str>,
    /// The physical location of its row: see [`super::lease::LeasedRow`].
    pub(super) location: String,
    /// The latest start of its attempt; after that the delivery goes back to the queue.
    pub(super) begins_by: Instant,
    /// The attempt, once it has ended. A delivery that is settled without one goes back to the queue
    /// unchanged.
    pub(super) ended: Option<EndedAttempt>,
}

impl ClaimedDelivery {
    pub(super) fn endpoint(&self) -> WebhookId {
        self.target.id
    }

    /// Returns whether the receiver accepted the delivery.
    pub(super) fn is_success(&self) -> bool {
        self.ended.as_ref().is_some_and(|ended| ended.outcome.is_success())
    }
}

/// An attempt that was made, or whose address was refused.
#[derive(Clone)]
pub(super) struct EndedAttempt {
    pub(super) outcome: Outcome,
    pub(super) at: Timestamp,
    pub(super) took: Duration,
    /// The first bytes of the answer; empty after a success, which keeps none.
    pub(super) response_body: Vec<u8>,
}

impl Store {
    /// Claims due deliveries up to the limit of each endpoint, the oldest first. Deliveries that are
    /// not settled can be claimed again when the lease ends, long after their attempts.
    ///
    /// If the secrets of an endpoint do not open, its deliveries keep the lease and are claimed
    /// again when the lease ends, so that they delay no other endpoint.
    pub(super) async fn claim_deliveries(
        &self,
        limits: &[(WebhookId, usize)],
        clock: &SenderClock,
    ) -> Result<Vec<ClaimedDelivery>, StoreError> {
        let (begun, now) = (Instant::now(), (clock.real)());
        let attempt = self.webhooks.options.post.attempt_timeout;
        let wanted = Lease {
            limits,
            id: self.entropy.uuid().to_string().into(),
            due_by: (clock.now)(),
            now,
            until: now.later_by(SHORTEST_LEASE.max(attempt * 3)),
        };
        // One transaction, so that a failure leaves no row leased that nobody attempts.
        let transaction = self.databases.begin_short_write().await?;
        let leased = wanted.take(&transaction).await?;
        if leased.is_empty() {
            return Ok(Vec::new());
        }
        let bodies = load_bodies(&transaction, &leased).await?;
        let targets = self.load_targets(&transaction, &leased).await?;
        transaction.commit().await?;
        let begins_by = (begun + MAX_WAIT_SINCE_CLAIM).min(Instant::now() + MAX_WAIT);
        let claimed = leased.into_iter().filter_map(|LeasedRow { row, location }| {
            let target = Arc::clone(targets.get(&row.endpoint_id)?);
            let body = bodies.get(&row.event_id)?.clone();
            // One unreadable row must not stop the others.
            let delivery = rows::delivery(&row)
                .inspect_err(|error| tracing::error!(%error, "a delivery cannot be read"))
                .ok()?;
            let (lease, ended) = (Arc::clone(&wanted.id), None);
            Some(ClaimedDelivery { delivery, target, body, lease, location, begins_by, ended })
        });
        Ok(claimed.collect())
    }

    /// Returns the endpoints of leased rows whose secrets open, by endpoint id.
    async fn load_targets(
        &self,
        transaction: &DatabaseTransaction,
        leased: &[LeasedRow],
    ) -> Result<HashMap<String, Arc<Target>>, StoreError> {
        let ids: BTreeSet<&str> = leased.iter().map(|it| it.row.endpoint_id.as_str()).collect();
        let read_after = Instant::now();
        let secrets = secret_rows(transaction, ids.iter().copied()).await?;
        let endpoints =
            webhook_endpoint::Entity::find().filter(webhook_endpoint::Column::Id.is_in(ids));
        let mut targets = HashMap::new();
        for row in endpoints.all(transaction).await? {
            // Only the needed columns: an unreadable value in another column stops nothing.
            let id = rows::endpoint_id(&row)?;
            let sealed = secrets.iter().filter(|secret| secret.endpoint_id == row.id);
            let opened: Result<Vec<_>, StoreError> =
                sealed.map(|secret| self.open_secret(id, secret)).collect();
            let is_change = self.webhooks.record_opened(id, opened.is_ok());
            match opened {
                Ok(secrets) => {
                    let (url, missed_deliveries) = (row.url, count(row.missed_deliveries));
                    let target = Target { id, url, secrets, missed_deliveries, read_after };
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
}

/// Returns the bodies of the events of leased rows, by event id. The ids are one parameter, so that
/// the statement is planned once.
async fn load_bodies(
    transaction: &DatabaseTransaction,
    leased: &[LeasedRow],
) -> Result<HashMap<String, Bytes>, StoreError> {
    let backend = transaction.get_database_backend();
    let ids = match backend {
        DbBackend::Sqlite => "in (select value from json_each(?))",
        _ => "= any(array(select json_array_elements_text(cast($1 as json))))",
    };
    let sql = format!("select id, body from events where id {ids}");
    let events: BTreeSet<&str> = leased.iter().map(|it| it.row.event_id.as_str()).collect();
    let events = serde_json::to_string(&events).unwrap_or_default();
    let read = Statement::from_sql_and_values(backend, sql, [events.into()]);
    let mut bodies = HashMap::new();
    for row in transaction.query_all_raw(read).await? {
        bodies.insert(row.try_get("", "id")?, row.try_get::<String>("", "body")?.into());
    }
    Ok(bodies)
}
