//! Recorded events and their deliveries, and their pruning (specification 6.5).
//!
//! An event stays as long as one of its deliveries is pending. A pending delivery is pruned at the
//! end of its retention, as any other delivery is.

use licence_core::event::{EVENT_RETENTION, EventId};
use licence_core::period::Period;
use licence_core::time::Timestamp;
use licence_core::webhook::delivery::DeliveryStatus;
use sea_orm::sea_query::{LockBehavior, LockType, SelectStatement, UnionType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::Store;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::{delivery, event, webhook_endpoint};
use crate::error::StoreError;
use crate::fail_point;

/// The most deliveries that one transaction deletes, so that others can write in between.
const DELIVERIES_A_TRANSACTION: u64 = 5_000;

/// The shortest retention: who polls once a day loses no event.
const SHORTEST_RETENTION: Period = Period::from_hours(24);

/// How long events and deliveries are kept (specification 6.5), as `[retention]` of a configuration
/// file says (decisions 1). Each is at least a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Retention {
    /// Events.
    #[serde(deserialize_with = "at_least_a_day")]
    pub events: Period,
    /// Deliveries, pending ones included.
    #[serde(deserialize_with = "at_least_a_day")]
    pub deliveries: Period,
}

impl Default for Retention {
    /// Returns 30 days for both.
    fn default() -> Self {
        Self { events: EVENT_RETENTION, deliveries: EVENT_RETENTION }
    }
}

fn at_least_a_day<'de, D: Deserializer<'de>>(table: D) -> Result<Period, D::Error> {
    let period = Period::deserialize(table)?;
    match period.0 < SHORTEST_RETENTION.0 {
        true => Err(de::Error::custom(format!("{period} is shorter than {SHORTEST_RETENTION}"))),
        false => Ok(period),
    }
}

/// The result of a run of the pruning job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PruneRun {
    /// The instant by which rows were too old.
    pub at: Timestamp,
    /// Events older than their retention.
    pub events: u64,
    /// Deliveries older than theirs.
    pub deliveries: u64,
}

impl Store {
    /// Deletes the events and deliveries that are older than their retention at `now`. An event
    /// stays while one of its deliveries is pending. The newest event always stays, because ids go
    /// on after it. The history is never pruned.
    ///
    /// Counts of an account's requests and its saved records of checks go after 400 days, counts of
    /// its refusals after 8.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::service::Retention;
    ///
    /// let run = store.prune(Retention::default(), now).await?;
    /// assert_eq!((run.events, run.deliveries), (0, 0));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then no event was deleted.
    #[boxed]
    pub async fn prune(
        &self,
        retention: Retention,
        now: Timestamp,
    ) -> Result<PruneRun, StoreError> {
        let deliveries = self.prune_deliveries(now.earlier_by(retention.deliveries.0)).await?;
        let events = self.prune_events(now.earlier_by(retention.events.0)).await?;
        self.prune_sign_ins(now).await?;
        self.prune_daily_usage(now).await?;
        self.prune_evidence(now).await?;
        self.prune_connector(now).await?;
        Ok(PruneRun { at: now, events, deliveries })
    }

    async fn prune_events(&self, cutoff: Timestamp) -> Result<u64, StoreError> {
        let transaction = self.databases.begin_register_write().await?;
        let newest: Option<String> = event::Entity::find()
            .select_only()
            .column(event::Column::Id)
            .order_by_desc(event::Column::Id)
            .into_tuple()
            .one(&transaction)
            .await?;
        fail_point::before_write();
        let settled = settled_events(newest.unwrap_or_default(), cutoff);
        let settled = event::Column::Id.in_subquery(settled);
        let deleted = delete::<event::Entity>(&transaction, settled).await?;
        transaction.commit().await?;
        Ok(deleted)
    }

    /// Deletes endpoint by endpoint, because the primary key begins with the endpoint.
    async fn prune_deliveries(&self, cutoff: Timestamp) -> Result<u64, StoreError> {
        let endpoints: Vec<String> = webhook_endpoint::Entity::find()
            .select_only()
            .column(webhook_endpoint::Column::Id)
            .into_tuple()
            .all(&self.databases.reader)
            .await?;
        let mut all = 0;
        for endpoint in endpoints {
            all += self.prune_endpoint(&endpoint, cutoff).await?;
        }
        Ok(all)
    }

    async fn prune_endpoint(&self, endpoint: &str, cutoff: Timestamp) -> Result<u64, StoreError> {
        let mut all = 0;
        loop {
            let transaction = self.databases.begin_short_write().await?;
            fail_point::before_write();
            let deleted = delivery::Entity::delete_many()
                .filter(delivery::Column::EndpointId.eq(endpoint))
                .filter(
                    delivery::Column::EventId
                        .in_subquery(older_deliveries(endpoint, cutoff).into_query()),
                )
                .exec(&transaction)
                .await?;
            transaction.commit().await?;
            all += deleted.rows_affected;
            if deleted.rows_affected < DELIVERIES_A_TRANSACTION {
                return Ok(all);
            }
        }
    }
}

/// Selects the events before the newest one that are older than the cutoff and have no pending
/// delivery. Uses a difference of sets, because PostgreSQL is slow with `not in`.
fn settled_events(newest: String, cutoff: Timestamp) -> SelectStatement {
    let pending = delivery::Entity::find()
        .select_only()
        .column(delivery::Column::EventId)
        .filter(delivery::Column::Status.eq(DeliveryStatus::Pending.as_str()))
        .into_query();
    let mut older = event::Entity::find()
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::EmittedAt.lt(cutoff.epoch_millis()))
        .filter(event::Column::Id.ne(newest))
        .into_query();
    older.union(UnionType::Except, pending).to_owned()
}

/// Selects the deliveries of an endpoint that are older than the cutoff. Skips rows that a sender
/// is writing, so that neither waits for the other. Event ids contain their time and have an index.
fn older_deliveries(endpoint: &str, cutoff: Timestamp) -> Select<delivery::Entity> {
    delivery::Entity::find()
        .select_only()
        .column(delivery::Column::EventId)
        .filter(delivery::Column::EndpointId.eq(endpoint))
        .filter(delivery::Column::EventId.lte(EventId::last_at(cutoff).to_string()))
        .filter(delivery::Column::CreatedAt.lt(cutoff.epoch_millis()))
        .limit(DELIVERIES_A_TRANSACTION)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
}
