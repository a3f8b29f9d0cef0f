//! Locks the endpoints of a batch and writes their counters.

use std::collections::BTreeMap;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::EndpointCounters;
use sea_orm::sea_query::{LockType, Value};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use crate::deliveries::sql::Sql;
use crate::entity::webhook_endpoint;
use crate::error::StoreError;
use crate::fail_point;

/// Reads and locks endpoints until the transaction ends. They are locked by id, so that two senders
/// never deadlock. Deliveries of new events go on being written: they refer to the key alone.
pub(super) async fn lock_endpoints(
    transaction: &DatabaseTransaction,
    ids: impl Iterator<Item = WebhookId>,
) -> Result<Vec<webhook_endpoint::Model>, StoreError> {
    let endpoints = webhook_endpoint::Entity::find()
        .filter(webhook_endpoint::Column::Id.is_in(ids.map(|id| id.0.to_string())))
        .order_by_asc(webhook_endpoint::Column::Id)
        .lock(LockType::NoKeyUpdate);
    Ok(endpoints.all(transaction).await?)
}

pub(super) async fn write_counters(
    transaction: &DatabaseTransaction,
    counters: &BTreeMap<WebhookId, EndpointCounters>,
) -> Result<(), StoreError> {
    let count = |count: u64| Value::from(i64::try_from(count).unwrap_or(i64::MAX));
    let row = |(id, counters): (&WebhookId, &EndpointCounters)| -> [Value; 5] {
        [
            id.0.to_string().into(),
            counters.last_delivered_at.map(Timestamp::epoch_millis).into(),
            counters.last_delivery_status.map(|status| status.as_str()).into(),
            count(counters.failure_count),
            count(counters.missed_deliveries),
        ]
    };
    let rows: Vec<_> = counters.iter().map(row).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(transaction.get_database_backend())
        .push("with counted(id, at, status, failure_count, missed_deliveries) as (values ")
        .rows(&rows)
        .push(") ")
        .update()
        .push("webhook_endpoints set last_delivered_at = counted.at, ")
        .push("last_delivery_status = counted.status, failure_count = counted.failure_count, ")
        .push("missed_deliveries = counted.missed_deliveries ")
        .push("from counted where webhook_endpoints.id = counted.id");
    fail_point::before_write();
    transaction.execute_raw(sql.statement()).await?;
    Ok(())
}
