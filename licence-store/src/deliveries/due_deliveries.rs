//! Which endpoints have due deliveries, and when the next delivery becomes due.

use std::time::Duration;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Statement};
use uuid::Uuid;

use crate::Store;
use crate::boxed;
use crate::entity::delivery;
use crate::error::StoreError;
use crate::rows::Row;

/// Steps through the index from one endpoint with pending deliveries to the next, so that ten
/// thousand rows of a dead endpoint cost as much as one.
const PENDING_ENDPOINTS: &str = "\
with recursive pending(id) as (
  select min(endpoint_id) from deliveries where due_at is not null
  union all
  select (select min(endpoint_id) from deliveries
          where due_at is not null and endpoint_id > pending.id)
  from pending where pending.id is not null
)
select id, (select min(due_at) from deliveries
            where due_at is not null and endpoint_id = pending.id) as due_at
from pending where id is not null";

#[derive(Default)]
pub(super) struct DueDeliveries {
    /// The endpoints with due deliveries, by id. All of these deliveries may be leased.
    pub(super) endpoints: Vec<WebhookId>,
    /// When the oldest due delivery became due.
    pub(super) oldest: Option<Timestamp>,
    /// When the next delivery of the other endpoints becomes due.
    pub(super) next: Option<Timestamp>,
}

impl Store {
    pub(super) async fn due_deliveries(&self, now: Timestamp) -> Result<DueDeliveries, StoreError> {
        let reader = &self.databases.reader;
        let pending = Statement::from_string(reader.get_database_backend(), PENDING_ENDPOINTS);
        let mut due = DueDeliveries::default();
        for row in reader.query_all_raw(pending).await? {
            let (id, millis): (String, i64) = (row.try_get("", "id")?, row.try_get("", "due_at")?);
            let due_at = Timestamp::from_epoch_millis(millis);
            if millis > now.epoch_millis() {
                due.next = due.next.into_iter().chain(due_at).min();
            } else {
                due.oldest = due.oldest.into_iter().chain(due_at).min();
                let cell = Row { table: "deliveries", id: &id };
                due.endpoints.push(WebhookId(cell.parse::<Uuid>(&id)?));
            }
        }
        Ok(due)
    }

    /// Returns how long the oldest due delivery has waited at `now`; zero if none waits. The lag
    /// grows while no sender runs and while an endpoint hangs.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn delivery_lag(&self, now: Timestamp) -> Result<Duration, StoreError> {
        let oldest = self.due_deliveries(now).await?.oldest;
        Ok(oldest.map_or(Duration::ZERO, |oldest| now.duration_since(oldest)))
    }

    /// Returns how many deliveries wait for their first or next attempt.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert_eq!(store.waiting_deliveries().await?, 0);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn waiting_deliveries(&self) -> Result<u64, StoreError> {
        let waiting = delivery::Entity::find().filter(delivery::Column::DueAt.is_not_null());
        Ok(waiting.count(&self.databases.reader).await?)
    }
}
