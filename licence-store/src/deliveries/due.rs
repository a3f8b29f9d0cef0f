//! Which endpoints have something due, and when the next thing is.

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{FromQueryResult, Statement};
use uuid::Uuid;

use crate::Store;
use crate::error::StoreError;
use crate::rows::Row;

/// From one endpoint with something pending to the next, by the index: ten thousand rows of a dead
/// endpoint cost as much as one.
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

/// What the endpoints wait for.
pub(super) struct Due {
    /// Those with something due, in the order of their ids. It may all be leased.
    pub(super) endpoints: Vec<WebhookId>,
    /// Since when the first of these is due.
    pub(super) oldest: Option<Timestamp>,
    /// When the first of the others has something due.
    pub(super) next: Option<Timestamp>,
}

#[derive(FromQueryResult)]
struct Pending {
    id: String,
    due_at: i64,
}

impl Store {
    /// One statement, whatever is pending.
    pub(super) async fn due_deliveries(&self, now: Timestamp) -> Result<Due, StoreError> {
        let reader = &self.databases.reader;
        let ask = Statement::from_string(reader.get_database_backend(), PENDING_ENDPOINTS);
        let pending = Pending::find_by_statement(ask).all(reader).await?;
        let (due, later): (Vec<_>, Vec<_>) =
            pending.into_iter().partition(|pending| pending.due_at <= now.epoch_millis());
        let first = |pending: &[Pending]| {
            let due_at = pending.iter().map(|pending| pending.due_at).min();
            due_at.and_then(Timestamp::from_epoch_millis)
        };
        let (oldest, next) = (first(&due), first(&later));
        let id = |pending: Pending| {
            let cell = Row { table: "deliveries", id: &pending.id };
            Ok(WebhookId(cell.parse::<Uuid>(&pending.id)?))
        };
        Ok(Due {
            endpoints: due.into_iter().map(id).collect::<Result<_, StoreError>>()?,
            oldest,
            next,
        })
    }
}
