//! Leases due rows, the oldest of each endpoint first, to one sender at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, FromQueryResult, Iden, Iterable, Statement,
};

use super::sql::Sql;
use crate::entity::delivery;
use crate::error::StoreError;

/// A lease that a sender wants to take.
pub(super) struct Lease {
    /// The most rows of each endpoint.
    pub(super) limits: Vec<(WebhookId, usize)>,
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

impl Lease {
    /// Leases due rows and returns them.
    pub(super) async fn take(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        match transaction.get_database_backend() {
            DbBackend::Sqlite => self.lease_rows_of_sqlite(transaction).await,
            _ => {
                Ok(LeasedRow::find_by_statement(self.lease_of_postgres()).all(transaction).await?)
            }
        }
    }

    /// Returns one statement for any number of endpoints, so that PostgreSQL plans it once.
    fn lease_of_postgres(&self) -> Statement {
        let limits: BTreeMap<String, i64> =
            self.limits.iter().map(|(id, count)| (id.0.to_string(), limit(*count))).collect();
        let sql = Sql::new(DbBackend::Postgres)
            .push("with asked as materialized (select key as id, cast(value as bigint) as most ")
            .push("from json_each_text(cast(")
            .bind_json(&limits)
            .push(" as json))), claimed as materialized (select due.place from asked ")
            .push("cross join lateral (select ctid as place from deliveries ")
            .push("where endpoint_id = asked.id and due_at <= ")
            .bind(self.due_by.epoch_millis())
            .push(" and (leased_until is null or leased_until <= ")
            .bind(self.now.epoch_millis())
            .push(") order by due_at limit asked.most for update skip locked) as due) ");
        // The rows are locked: they stay where they are.
        self.push_lease(sql)
            .push("ctid = any(array(select place from claimed)) ")
            .push("returning *, cast(ctid as text) as location")
            .statement()
    }

    /// Leases in two statements, which is safe because SQLite has one writer. Reads the due rows as
    /// one JSON text, because the driver's transfer row by row costs several times SQLite's own work.
    async fn lease_rows_of_sqlite(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        let sql = Sql::new(DbBackend::Sqlite)
            .push(&format!("select json_group_array(json_array(json_array({})", columns()))
            .push(", location)) as list from (");
        let sql = self.push_due_rows(sql).push(")");
        let listed = ListedRows::find_by_statement(sql.statement()).one(transaction).await?;
        let list = listed.map_or_else(|| "[]".to_owned(), |listed| listed.list);
        let rows: Vec<(delivery::Model, i64)> = serde_json::from_str(&list)
            .map_err(|error| StoreError::corrupt("deliveries", &self.id, error))?;
        let locations: Vec<i64> = rows.iter().map(|(_, location)| *location).collect();
        let sql = self
            .push_lease(Sql::new(DbBackend::Sqlite))
            .push("rowid in (select value from json_each(")
            .bind_json(&locations)
            .push("))");
        transaction.execute_raw(sql.statement()).await?;
        let leased = |(row, location): (_, i64)| LeasedRow { row, location: location.to_string() };
        Ok(rows.into_iter().map(leased).collect())
    }

    fn push_lease(&self, sql: Sql) -> Sql {
        sql.update()
            .push("deliveries set lease = ")
            .bind(&*self.id)
            .push(", leased_until = ")
            .bind(self.until.epoch_millis())
            .push(" where ")
    }

    /// Appends the query of due rows without a lease: the oldest of each endpoint, up to its limit.
    fn push_due_rows(&self, mut sql: Sql) -> Sql {
        for (index, (endpoint, count)) in self.limits.iter().enumerate() {
            sql = sql
                .push(if index == 0 { "" } else { " union all " })
                .push("select * from (select *, rowid as location from deliveries ")
                .push("where endpoint_id = ")
                .bind(endpoint.0.to_string())
                .push(" and due_at <= ")
                .bind(self.due_by.epoch_millis())
                .push(" and (leased_until is null or leased_until <= ")
                .bind(self.now.epoch_millis())
                // SQLite plans a statement anew for another limit, unless it has to compute it.
                .push(") order by due_at limit 0 + ")
                .bind(limit(*count))
                .push(")");
        }
        sql
    }
}

#[derive(FromQueryResult)]
struct ListedRows {
    list: String,
}

fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the column names in the order of the fields of [`delivery::Model`].
fn columns() -> String {
    let columns: Vec<String> = delivery::Column::iter().map(|column| column.to_string()).collect();
    columns.join(", ")
}
