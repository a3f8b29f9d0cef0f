//! Claiming due deliveries under a lease.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, Iden, Iterable,
    QueryFilter, QuerySelect,
};

use super::sql::Sql;
use super::{Claimed, FRESH, SAFE, Target};
use crate::Store;
use crate::entity::{delivery, event, webhook_endpoint};
use crate::error::StoreError;
use crate::webhooks::{rows, secret_rows};

impl Store {
    /// Takes up to so many due deliveries of each endpoint, the oldest first. They may be taken
    /// again at `leased_until`, unless they are settled before.
    ///
    /// What cannot be sent (an endpoint whose secrets do not open) keeps its lease and is taken
    /// again when that ends: it holds up nothing else.
    pub(super) async fn claim_deliveries(
        &self,
        places: &[(WebhookId, usize)],
        now: Timestamp,
        leased_until: Timestamp,
    ) -> Result<Vec<Claimed>, StoreError> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let begun = Instant::now();
        let changes = self.webhooks.changes();
        let lease: Arc<str> = self.entropy.uuid().to_string().into();
        let rows = self.lease(places, &lease, now, leased_until).await?;
        let begins_by = (begun + SAFE).min(Instant::now() + FRESH);
        let targets = self.targets(&rows, &lease).await?;
        let bodies = self.bodies(&rows).await?;
        let claimed = |row: delivery::Model| {
            let target = Arc::clone(targets.get(&row.endpoint_id)?);
            let body = bodies.get(&row.event_id)?.clone();
            let lease = Arc::clone(&lease);
            match rows::delivery(&row) {
                Ok(delivery) => Some(Claimed { delivery, target, body, lease, begins_by, changes }),
                // It holds up nothing else.
                Err(error) => {
                    tracing::error!(%error, "a delivery cannot be read");
                    None
                }
            }
        };
        Ok(rows.into_iter().filter_map(claimed).collect())
    }

    async fn lease(
        &self,
        places: &[(WebhookId, usize)],
        lease: &str,
        now: Timestamp,
        leased_until: Timestamp,
    ) -> Result<Vec<delivery::Model>, StoreError> {
        match self.databases.writer.get_database_backend() {
            DbBackend::Sqlite => self.lease_listed(places, lease, now, leased_until).await,
            _ => self.lease_rows(places, lease, now, leased_until).await,
        }
    }

    /// One statement, for any endpoints: PostgreSQL plans it once.
    async fn lease_rows(
        &self,
        places: &[(WebhookId, usize)],
        lease: &str,
        now: Timestamp,
        leased_until: Timestamp,
    ) -> Result<Vec<delivery::Model>, StoreError> {
        let writer = &self.databases.writer;
        let members = places.iter().map(|(id, count)| (id.0.to_string(), limit(*count))).collect();
        let sql = Sql::new(writer.get_database_backend())
            .push(
                "with asked as materialized (select key as id, cast(value as bigint) as most from ",
            )
            .members(&members)
            .push("), claimed as materialized (select due.place from asked cross join lateral (")
            .push(
                "select ctid as place from deliveries where endpoint_id = asked.id and due_at <= ",
            )
            .bind(now.epoch_millis())
            .push(" and (leased_until is null or leased_until <= ")
            .bind(now.epoch_millis())
            .push(") order by due_at limit asked.most for update skip locked) as due) ")
            // The rows are locked: they stay where they are.
            .push("update deliveries set lease = ")
            .bind(lease)
            .push(", leased_until = ")
            .bind(leased_until.epoch_millis())
            .push(" where ctid = any(array(select place from claimed)) returning *");
        Ok(delivery::Model::find_by_statement(sql.statement()).all(writer).await?)
    }

    /// SQLite's driver hands over row by row, which costs several times what SQLite does for it: so
    /// the rows come as one text, and nobody else writes before they are leased.
    async fn lease_listed(
        &self,
        places: &[(WebhookId, usize)],
        lease: &str,
        now: Timestamp,
        leased_until: Timestamp,
    ) -> Result<Vec<delivery::Model>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let sql = Sql::new(DbBackend::Sqlite)
            .push(&format!("select json_group_array(json_array({})) as list", columns()))
            .push(", json_group_array(place) as places from (");
        let sql = due(sql, places, now).push(")");
        let listed = List::find_by_statement(sql.statement()).one(&transaction).await?;
        let Some(List { list, places }) = listed else { return Ok(Vec::new()) };
        let rows: Vec<delivery::Model> = serde_json::from_str(&list)
            .map_err(|error| StoreError::corrupt("deliveries", lease, error))?;
        if rows.is_empty() {
            return Ok(rows);
        }
        let sql = Sql::new(DbBackend::Sqlite)
            .push("update deliveries set lease = ")
            .bind(lease)
            .push(", leased_until = ")
            .bind(leased_until.epoch_millis())
            .push(" where rowid in (select value from json_each(")
            .bind(places)
            .push("))");
        transaction.execute_raw(sql.statement()).await?;
        transaction.commit().await?;
        Ok(rows)
    }

    async fn targets(
        &self,
        rows: &[delivery::Model],
        lease: &str,
    ) -> Result<HashMap<String, Arc<Target>>, StoreError> {
        let reader = &self.databases.reader;
        let ids = filled(distinct(rows.iter().map(|row| &row.endpoint_id)));
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
            let (key, missed_deliveries) =
                (row.id.clone(), rows::counters(&row)?.missed_deliveries);
            let endpoint = rows::endpoint(row)?;
            let sealed = secrets.remove(&key).unwrap_or_default();
            let opened: Result<Vec<_>, StoreError> =
                sealed.iter().map(|row| self.opened(endpoint.id, row)).collect();
            let is_news = self.webhooks.note_opened(endpoint.id, opened.is_ok());
            match opened {
                Ok(secrets) => {
                    let (id, url) = (endpoint.id, endpoint.url);
                    targets.insert(key, Arc::new(Target { id, url, secrets, missed_deliveries }));
                }
                Err(error) if is_news => {
                    tracing::error!(endpoint = key, %error, "nothing can be delivered");
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

    async fn bodies(&self, rows: &[delivery::Model]) -> Result<HashMap<String, Bytes>, StoreError> {
        let ids = filled(distinct(rows.iter().map(|row| &row.event_id)));
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

#[derive(FromQueryResult)]
struct List {
    /// The rows, as arrays.
    list: String,
    /// Their row ids, which are found sooner than their ids.
    places: String,
}

/// What is due and leased by nobody, as many as there are places at each endpoint, the oldest
/// first.
fn due(mut sql: Sql, places: &[(WebhookId, usize)], now: Timestamp) -> Sql {
    for (index, (endpoint, count)) in places.iter().enumerate() {
        sql = sql
            .push(if index == 0 { "" } else { " union all " })
            .push("select * from (select *, rowid as place from deliveries where endpoint_id = ")
            .bind(endpoint.0.to_string())
            .push(" and due_at <= ")
            .bind(now.epoch_millis())
            .push(" and (leased_until is null or leased_until <= ")
            .bind(now.epoch_millis())
            // SQLite plans a statement anew for another limit, unless it has to compute it.
            .push(") order by due_at limit 0 + ")
            .bind(limit(*count))
            .push(")");
    }
    sql
}

fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// In the order of the row's members.
fn columns() -> String {
    let columns: Vec<String> = delivery::Column::iter().map(|column| column.to_string()).collect();
    columns.join(", ")
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
