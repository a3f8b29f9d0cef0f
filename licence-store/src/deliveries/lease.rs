//! Leases due rows, the oldest of each endpoint first, to one sender at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::sea_query::Value;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, FromQueryResult, Iden, Iterable, Statement,
};

use crate::entity::delivery;
use crate::error::StoreError;
use crate::rows::count_column;

/// One statement for any number of endpoints, so that PostgreSQL plans it once. The rows are locked:
/// their `ctid` stays the same until the update.
const LEASE_ON_POSTGRES: &str = "\
with asked as materialized (
  select key as id, cast(value as bigint) as most from json_each_text(cast($1 as json))
), claimed as materialized (
  select due.place from asked cross join lateral (
    select ctid as place from deliveries
    where endpoint_id = asked.id and due_at <= $2 and (leased_until is null or leased_until <= $3)
    order by due_at limit asked.most for update skip locked
  ) as due
)
update deliveries set lease = $4, leased_until = $5
where ctid = any(array(select place from claimed))
returning *, cast(ctid as text) as location";

/// The due rows of one endpoint. SQLite plans a statement again for another limit, unless it has to
/// compute the limit.
const DUE_ROWS_ON_SQLITE: &str = "\
select * from (
  select *, rowid as location from deliveries
  where endpoint_id = ? and due_at <= ? and (leased_until is null or leased_until <= ?)
  order by due_at limit 0 + ?
)";

/// `or fail` keeps SQLite from copying old pages: see `update_keyword` of `settle/results`.
const LEASE_ON_SQLITE: &str = "\
update or fail deliveries set lease = ?, leased_until = ?
where rowid in (select value from json_each(?))";

/// A lease that a sender wants to take.
pub(super) struct Lease<'l> {
    /// The most rows of each endpoint.
    pub(super) limits: &'l [(WebhookId, usize)],
    /// The id that is written to the leased rows.
    pub(super) id: Arc<str>,
    /// Rows that are due by then are leased.
    pub(super) due_by: Timestamp,
    /// Leases of others that ended by then are over.
    pub(super) now: Timestamp,
    /// When the lease ends and another sender may take the rows.
    pub(super) until: Timestamp,
}

#[derive(FromQueryResult)]
pub(super) struct LeasedRow {
    #[sea_orm(nested)]
    pub(super) row: delivery::Model,
    /// The physical location: SQLite's row id, PostgreSQL's `ctid`. It finds the row faster than any
    /// key.
    pub(super) location: String,
}

impl Lease<'_> {
    pub(super) async fn take(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        if transaction.get_database_backend() == DbBackend::Sqlite {
            return self.take_on_sqlite(transaction).await;
        }
        let limits: BTreeMap<String, usize> =
            self.limits.iter().map(|(id, count)| (id.0.to_string(), *count)).collect();
        let values: [Value; 5] = [
            serde_json::to_string(&limits).unwrap_or_default().into(),
            self.due_by.epoch_millis().into(),
            self.now.epoch_millis().into(),
            (&*self.id).into(),
            self.until.epoch_millis().into(),
        ];
        let lease = Statement::from_sql_and_values(DbBackend::Postgres, LEASE_ON_POSTGRES, values);
        Ok(LeasedRow::find_by_statement(lease).all(transaction).await?)
    }

    /// Leases in two statements, which is safe because SQLite has one writer. Reads the due rows as
    /// one JSON text, because the driver's transfer row by row costs several times SQLite's own work.
    async fn take_on_sqlite(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        // In the order of the fields of `delivery::Model`.
        let columns: Vec<String> = delivery::Column::iter().map(|it| it.to_string()).collect();
        let sql = format!(
            "select json_group_array(json_array(json_array({}), location)) as list from ({})",
            columns.join(", "),
            vec![DUE_ROWS_ON_SQLITE; self.limits.len()].join(" union all "),
        );
        let values = self.limits.iter().flat_map(|(endpoint, count)| -> [Value; 4] {
            let (due_by, now) = (self.due_by.epoch_millis(), self.now.epoch_millis());
            let limit = count_column(*count as u64);
            [endpoint.0.to_string().into(), due_by.into(), now.into(), limit.into()]
        });
        let read = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
        let Some(row) = transaction.query_one_raw(read).await? else { return Ok(Vec::new()) };
        let rows: Vec<(delivery::Model, i64)> =
            serde_json::from_str(&row.try_get::<String>("", "list")?)
                .map_err(|error| StoreError::corrupt("deliveries", &self.id, error))?;
        let locations: Vec<i64> = rows.iter().map(|(_, location)| *location).collect();
        let locations = serde_json::to_string(&locations).unwrap_or_default();
        let values = [(&*self.id).into(), self.until.epoch_millis().into(), locations.into()];
        let lease = Statement::from_sql_and_values(DbBackend::Sqlite, LEASE_ON_SQLITE, values);
        transaction.execute_raw(lease).await?;
        let leased = |(row, location): (_, i64)| LeasedRow { row, location: location.to_string() };
        Ok(rows.into_iter().map(leased).collect())
    }
}
