//! Locks the endpoints of a batch and writes their counters.

use std::collections::{BTreeMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::EndpointCounters;
use sea_orm::sea_query::Value;
use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult};

use super::FinishedDelivery;
use crate::deliveries::sql::Sql;
use crate::entity::webhook_endpoint;
use crate::error::StoreError;
use crate::fail_point;
use crate::webhooks::rows;

pub(super) struct Endpoint {
    pub(super) is_active: bool,
    pub(super) counters: EndpointCounters,
}

/// Reads and locks the endpoints of a batch until the transaction ends. They are locked by id, so
/// that two senders never deadlock.
pub(super) async fn lock_endpoints(
    transaction: &DatabaseTransaction,
    finished: &[FinishedDelivery],
) -> Result<BTreeMap<WebhookId, Endpoint>, StoreError> {
    let ids: HashSet<WebhookId> = finished.iter().map(|it| it.claimed.target.id).collect();
    let ids: Vec<[Value; 1]> = ids.into_iter().map(|id| [id.0.to_string().into()]).collect();
    let sql = Sql::new(transaction.get_database_backend())
        .push("with asked(id) as (values ")
        .rows(&ids)
        .push(") select * from webhook_endpoints where id in (select id from asked) order by id")
        // Deliveries of new events go on being written: they refer to the key alone.
        .push_for_postgres(" for no key update");
    let found =
        webhook_endpoint::Model::find_by_statement(sql.statement()).all(transaction).await?;
    let endpoint = |row: webhook_endpoint::Model| {
        let counters = rows::counters(&row)?;
        Ok((rows::endpoint_id(&row)?, Endpoint { is_active: row.active, counters }))
    };
    found.into_iter().map(endpoint).collect()
}

/// Writes the counters of endpoints.
pub(super) async fn write_counters(
    transaction: &DatabaseTransaction,
    counted: impl Iterator<Item = (WebhookId, &EndpointCounters)>,
) -> Result<(), StoreError> {
    let count = |count: u64| Value::from(i64::try_from(count).unwrap_or(i64::MAX));
    let row = |(id, counters): (WebhookId, &EndpointCounters)| -> [Value; 5] {
        [
            id.0.to_string().into(),
            counters.last_delivered_at.map(Timestamp::epoch_millis).into(),
            counters.last_delivery_status.map(|status| status.as_str()).into(),
            count(counters.failure_count),
            count(counters.missed_deliveries),
        ]
    };
    let rows: Vec<_> = counted.map(row).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(transaction.get_database_backend())
        .push(
            "with counted(id, last_delivered_at, last_delivery_status, failure_count, \
             missed_deliveries) as (values ",
        )
        .rows(&rows)
        .push(") ")
        .update()
        .push(
            "webhook_endpoints set last_delivered_at = counted.last_delivered_at, \
             last_delivery_status = counted.last_delivery_status, \
             failure_count = counted.failure_count, \
             missed_deliveries = counted.missed_deliveries \
             from counted where webhook_endpoints.id = counted.id",
        );
    fail_point::before_write();
    transaction.execute_raw(sql.statement()).await?;
    Ok(())
}
