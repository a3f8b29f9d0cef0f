//! Leases due rows, the oldest of each endpoint first, to one sender at a time.

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Iden, Iterable};

use super::sql::Sql;
use crate::connect::Databases;
use crate::entity::delivery;
use crate::error::StoreError;

/// A lease that a sender wants to take.
pub(super) struct Lease<'l> {
    /// The most rows of each endpoint.
    pub(super) limits: &'l [(WebhookId, usize)],
    /// The id that is written to the leased rows.
    pub(super) id: &'l str,
    pub(super) terms: LeaseTerms,
}

/// The instants that decide which rows are leased, and until when.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeaseTerms {
    /// Rows that are due by then are leased.
    pub(super) due_by: Timestamp,
    /// Leases of others that ended by then are over.
    pub(super) now: Timestamp,
    /// When the lease ends and another sender may take the rows.
    pub(super) until: Timestamp,
}

/// A leased row.
#[derive(FromQueryResult)]
pub(super) struct LeasedRow {
    #[sea_orm(nested)]
    pub(super) row: delivery::Model,
    /// The physical location: SQLite's row id, PostgreSQL's `ctid`. It finds the row faster than any
    /// key.
    pub(super) location: String,
}

impl Lease<'_> {
    /// Leases due rows and returns them.
    pub(super) async fn take(&self, databases: &Databases) -> Result<Vec<LeasedRow>, StoreError> {
        match databases.writer.get_database_backend() {
            DbBackend::Sqlite => self.lease_rows_of_sqlite(databases).await,
            _ => self.lease_rows_of_postgres(databases).await,
        }
    }

    /// Leases in one statement for any number of endpoints, so that PostgreSQL plans it once.
    async fn lease_rows_of_postgres(
        &self,
        databases: &Databases,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        let writer = &databases.writer;
        let members =
            self.limits.iter().map(|(id, count)| (id.0.to_string(), limit(*count))).collect();
        let sql = Sql::new(writer.get_database_backend())
            .push(
                "with asked as materialized (select key as id, cast(value as bigint) as most from ",
            )
            .members(&members)
            .push("), claimed as materialized (select due.place from asked cross join lateral (")
            .push(
                "select ctid as place from deliveries where endpoint_id = asked.id and due_at <= ",
            )
            .bind(self.terms.due_by.epoch_millis())
            .push(" and (leased_until is null or leased_until <= ")
            .bind(self.terms.now.epoch_millis())
            .push(") order by due_at limit asked.most for update skip locked) as due) ")
            // The rows are locked: they stay where they are.
            .push("update deliveries set lease = ")
            .bind(self.id)
            .push(", leased_until = ")
            .bind(self.terms.until.epoch_millis())
            .push(" where ctid = any(array(select place from claimed)) ")
            .push("returning *, cast(ctid as text) as location");
        Ok(LeasedRow::find_by_statement(sql.statement()).all(writer).await?)
    }

    /// Leases in two statements, which is safe because SQLite has one writer.
    async fn lease_rows_of_sqlite(
        &self,
        databases: &Databases,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        let transaction = databases.begin_short_write().await?;
        let found = self.list_due_rows(&transaction).await?;
        if !found.is_empty() {
            self.write_lease(&transaction, &found).await?;
            transaction.commit().await?;
        }
        Ok(found)
    }

    /// Reads the due rows as one JSON text, because the driver's transfer row by row costs several
    /// times SQLite's own work.
    async fn list_due_rows(
        &self,
        connection: &impl ConnectionTrait,
    ) -> Result<Vec<LeasedRow>, StoreError> {
        let sql = Sql::new(DbBackend::Sqlite)
            .push(&format!("select json_group_array(json_array(json_array({})", columns()))
            .push(", location)) as list from (");
        let sql = self.push_due_rows(sql).push(")");
        let listed = ListedRows::find_by_statement(sql.statement()).one(connection).await?;
        let Some(ListedRows { list }) = listed else { return Ok(Vec::new()) };
        let rows: Vec<(delivery::Model, i64)> = serde_json::from_str(&list)
            .map_err(|error| StoreError::corrupt("deliveries", self.id, error))?;
        let leased = |(row, location): (delivery::Model, i64)| LeasedRow {
            row,
            location: location.to_string(),
        };
        Ok(rows.into_iter().map(leased).collect())
    }

    async fn write_lease(
        &self,
        connection: &impl ConnectionTrait,
        found: &[LeasedRow],
    ) -> Result<(), StoreError> {
        let locations: Vec<&str> = found.iter().map(|it| it.location.as_str()).collect();
        let sql = Sql::new(DbBackend::Sqlite)
            .update()
            .push("deliveries set lease = ")
            .bind(self.id)
            .push(", leased_until = ")
            .bind(self.terms.until.epoch_millis())
            .push(" where rowid in (select cast(value as integer) from json_each(")
            .bind(serde_json::to_string(&locations).unwrap_or_default())
            .push("))");
        connection.execute_raw(sql.statement()).await?;
        Ok(())
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
                .bind(self.terms.due_by.epoch_millis())
                .push(" and (leased_until is null or leased_until <= ")
                .bind(self.terms.now.epoch_millis())
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
