//! Leasing due rows: of each endpoint the oldest, by one sender at a time.

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Iden, Iterable};

use super::sql::Sql;
use crate::connect::Databases;
use crate::entity::delivery;
use crate::error::StoreError;

/// A lease to be taken.
pub(super) struct Lease<'l> {
    /// How many rows of which endpoints.
    pub(super) places: &'l [(WebhookId, usize)],
    /// What its rows are known by afterwards.
    pub(super) id: &'l str,
    /// As of when rows are due.
    pub(super) now: Timestamp,
    /// From when on another sender may take them.
    pub(super) until: Timestamp,
}

impl Lease<'_> {
    /// Takes the rows.
    pub(super) async fn take(
        &self,
        databases: &Databases,
    ) -> Result<Vec<delivery::Model>, StoreError> {
        match databases.writer.get_database_backend() {
            DbBackend::Sqlite => self.listed(databases).await,
            _ => self.rows(databases).await,
        }
    }

    /// One statement, for any endpoints: PostgreSQL plans it once.
    async fn rows(&self, databases: &Databases) -> Result<Vec<delivery::Model>, StoreError> {
        let writer = &databases.writer;
        let members =
            self.places.iter().map(|(id, count)| (id.0.to_string(), limit(*count))).collect();
        let sql = Sql::new(writer.get_database_backend())
            .push(
                "with asked as materialized (select key as id, cast(value as bigint) as most from ",
            )
            .members(&members)
            .push("), claimed as materialized (select due.place from asked cross join lateral (")
            .push(
                "select ctid as place from deliveries where endpoint_id = asked.id and due_at <= ",
            )
            .bind(self.now.epoch_millis())
            .push(" and (leased_until is null or leased_until <= ")
            .bind(self.now.epoch_millis())
            .push(") order by due_at limit asked.most for update skip locked) as due) ")
            // The rows are locked: they stay where they are.
            .push("update deliveries set lease = ")
            .bind(self.id)
            .push(", leased_until = ")
            .bind(self.until.epoch_millis())
            .push(" where ctid = any(array(select place from claimed)) returning *");
        Ok(delivery::Model::find_by_statement(sql.statement()).all(writer).await?)
    }

    /// SQLite's driver hands over row by row, which costs several times what SQLite does for it: so
    /// the rows come as one text, and nobody else writes before they are leased.
    async fn listed(&self, databases: &Databases) -> Result<Vec<delivery::Model>, StoreError> {
        let transaction = databases.begin_short_write().await?;
        let sql = Sql::new(DbBackend::Sqlite)
            .push(&format!("select json_group_array(json_array({})) as list", columns()))
            .push(", json_group_array(place) as places from (");
        let sql = self.due(sql).push(")");
        let listed = List::find_by_statement(sql.statement()).one(&transaction).await?;
        let Some(List { list, places }) = listed else { return Ok(Vec::new()) };
        let rows: Vec<delivery::Model> = serde_json::from_str(&list)
            .map_err(|error| StoreError::corrupt("deliveries", self.id, error))?;
        if rows.is_empty() {
            return Ok(rows);
        }
        let sql = Sql::new(DbBackend::Sqlite)
            .push("update deliveries set lease = ")
            .bind(self.id)
            .push(", leased_until = ")
            .bind(self.until.epoch_millis())
            .push(" where rowid in (select value from json_each(")
            .bind(places)
            .push("))");
        transaction.execute_raw(sql.statement()).await?;
        transaction.commit().await?;
        Ok(rows)
    }

    /// What is due and leased by nobody, as many as there are places at each endpoint, the oldest
    /// first.
    fn due(&self, mut sql: Sql) -> Sql {
        for (index, (endpoint, count)) in self.places.iter().enumerate() {
            sql = sql
                .push(if index == 0 { "" } else { " union all " })
                .push(
                    "select * from (select *, rowid as place from deliveries where endpoint_id = ",
                )
                .bind(endpoint.0.to_string())
                .push(" and due_at <= ")
                .bind(self.now.epoch_millis())
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
struct List {
    /// The rows, as arrays.
    list: String,
    /// Their row ids, which are found sooner than their ids.
    places: String,
}

fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// In the order of the row's members.
fn columns() -> String {
    let columns: Vec<String> = delivery::Column::iter().map(|column| column.to_string()).collect();
    columns.join(", ")
}
