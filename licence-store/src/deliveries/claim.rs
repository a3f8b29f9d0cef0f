//! Claiming due deliveries under a lease.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, Iden, Iterable, QueryFilter, QuerySelect,
};

use super::sql::Sql;
use super::{Claimed, Target};
use crate::Store;
use crate::entity::{delivery, event, webhook_endpoint};
use crate::error::StoreError;
use crate::webhooks::{rows, secret_rows};

impl Store {
    /// Takes up to so many due deliveries of each endpoint, the oldest first. They are due again
    /// at `leased_until`, unless they are settled before.
    ///
    /// What cannot be sent (an endpoint whose secrets do not open) keeps its lease and is taken
    /// again when that ends: it holds up nothing else.
    pub(super) async fn claim_deliveries(
        &self,
        places: &[(WebhookId, u32)],
        now: Timestamp,
        leased_until: Timestamp,
    ) -> Result<Vec<Claimed>, StoreError> {
        let changes = self.webhooks.changes();
        let lease: Arc<str> = self.entropy.uuid().to_string().into();
        let rows = self.lease(places, &lease, now, leased_until).await?;
        let claimed_at = Instant::now();
        let targets = self.targets(&rows).await?;
        let bodies = self.bodies(&rows).await?;
        let claimed = |row: delivery::Model| {
            let target = Arc::clone(targets.get(&row.endpoint_id)?);
            let body = bodies.get(&row.event_id)?.clone();
            let lease = Arc::clone(&lease);
            let delivery = rows::delivery(&row);
            Some(delivery.map(|delivery| Claimed {
                delivery,
                target,
                body,
                lease,
                claimed_at,
                changes,
            }))
        };
        rows.into_iter().filter_map(claimed).collect()
    }

    async fn lease(
        &self,
        places: &[(WebhookId, u32)],
        lease: &str,
        now: Timestamp,
        leased_until: Timestamp,
    ) -> Result<Vec<delivery::Model>, StoreError> {
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let writer = &self.databases.writer;
        let mut sql =
            Sql::new(writer.get_database_backend()).push("with claimed as materialized (");
        for (index, (endpoint, count)) in places.iter().enumerate() {
            sql = sql
                .push(if index == 0 { "" } else { " union all " })
                .push("select id from (select id from deliveries where endpoint_id = ")
                .bind(endpoint.0.to_string())
                .push(" and due_at <= ")
                .bind(now.epoch_millis())
                .push(" order by due_at limit ")
                .bind(i64::from(*count))
                .push_for_postgres(" for update skip locked")
                .push(&format!(") as of_endpoint_{index}"));
        }
        let sql = sql
            .push(") update deliveries set lease = ")
            .bind(lease)
            .push(", due_at = ")
            .bind(leased_until.epoch_millis())
            .push(" from claimed where deliveries.id = claimed.id returning ")
            .push(&columns());
        let rows = delivery::Model::find_by_statement(sql.statement()).all(writer).await?;
        Ok(rows)
    }

    async fn targets(
        &self,
        rows: &[delivery::Model],
    ) -> Result<HashMap<String, Arc<Target>>, StoreError> {
        let reader = &self.databases.reader;
        let ids = distinct(rows.iter().map(|row| &row.endpoint_id));
        let mut secrets: HashMap<String, Vec<_>> = HashMap::new();
        for row in secret_rows(reader, &ids).await? {
            secrets.entry(row.endpoint_id.clone()).or_default().push(row);
        }
        let endpoints = webhook_endpoint::Entity::find()
            .filter(webhook_endpoint::Column::Id.is_in(&ids))
            .filter(webhook_endpoint::Column::Active.eq(true));
        let mut targets = HashMap::new();
        for row in endpoints.all(reader).await? {
            let (key, missed_deliveries) =
                (row.id.clone(), rows::counters(&row)?.missed_deliveries);
            let endpoint = rows::endpoint(row)?;
            let sealed = secrets.remove(&key).unwrap_or_default();
            match sealed.iter().map(|row| self.opened(endpoint.id, row)).collect() {
                Ok(secrets) => {
                    let (id, url) = (endpoint.id, endpoint.url);
                    targets.insert(key, Arc::new(Target { id, url, secrets, missed_deliveries }));
                }
                Err(error) => {
                    tracing::error!(endpoint = key, %error, "nothing can be delivered");
                }
            }
        }
        Ok(targets)
    }

    async fn bodies(&self, rows: &[delivery::Model]) -> Result<HashMap<String, Bytes>, StoreError> {
        let events: Vec<(String, String)> = event::Entity::find()
            .select_only()
            .columns([event::Column::Id, event::Column::Body])
            .filter(event::Column::Id.is_in(distinct(rows.iter().map(|row| &row.event_id))))
            .into_tuple()
            .all(&self.databases.reader)
            .await?;
        Ok(events.into_iter().map(|(id, body)| (id, body.into())).collect())
    }
}

/// SQLite returns no `deliveries.*`, and PostgreSQL's `*` has the columns of both tables.
fn columns() -> String {
    let columns = delivery::Column::iter().map(|column| column.to_string());
    let columns: Vec<String> = columns.map(|name| format!("deliveries.{name} as {name}")).collect();
    columns.join(", ")
}

fn distinct<'r>(ids: impl Iterator<Item = &'r String>) -> Vec<String> {
    let mut ids: Vec<String> = ids.cloned().collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
