//! Writes results of any kind, one row each, and the counters of endpoints.

use std::collections::BTreeMap;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::attempt::{DeliveryAttempt, whole_millis};
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters, Outcome};
use sea_orm::sea_query::{Expr, LockType, Value};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, Set, Statement, UpdateMany,
};

use crate::bulk::placeholders;
use crate::deliveries::claim::{ClaimedDelivery, EndedAttempt};
use crate::entity::{delivery, delivery_attempt, webhook_endpoint};
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::count_column;
use crate::webhooks::rows;

/// Returns the row of a failed attempt; `None` for a success, which the delivery itself records,
/// and for an attempt that was not made.
pub(super) fn attempt_row(
    claimed: &ClaimedDelivery,
    ended: &EndedAttempt,
) -> Option<delivery_attempt::ActiveModel> {
    let EndedAttempt { outcome, at, took, response_body } = ended;
    if outcome.is_success() || matches!(outcome, Outcome::NotAttempted(_)) {
        return None;
    }
    let number = claimed.delivery.attempt_count;
    let attempt = DeliveryAttempt::new(number, outcome, response_body, *at, *took, false);
    Some(rows::new_attempt(claimed.endpoint(), claimed.delivery.event_id, attempt))
}

/// Writes a delivery after its attempt, and returns whether its lease still held.
pub(super) async fn write_attempt(
    transaction: &DatabaseTransaction,
    claimed: &ClaimedDelivery,
    ended: &EndedAttempt,
    is_active: bool,
) -> Result<bool, StoreError> {
    let delivery = &claimed.delivery;
    let is_delivered = delivery.status == DeliveryStatus::Delivered;
    let next_retry_at = delivery.next_retry_at.epoch_millis();
    let is_due = !delivery.status.is_settled() && is_active;
    let row = delivery::ActiveModel {
        lease: Set(None),
        leased_until: Set(None),
        status: Set(delivery.status.as_str().to_owned()),
        attempt_count: Set(rows::integer(delivery.attempt_count)),
        next_retry_at: Set(next_retry_at),
        due_at: Set(is_due.then_some(next_retry_at)),
        last_attempt_at: Set(delivery.last_attempt_at.map(Timestamp::epoch_millis)),
        last_response_status: Set(delivery.last_response_status.map(i32::from)),
        last_error: Set(ended.outcome.error()),
        delivered_at: Set(delivery.delivered_at.map(Timestamp::epoch_millis)),
        millis: Set(is_delivered.then(|| rows::integer(whole_millis(ended.took)))),
        ..Default::default()
    };
    fail_point::before_write();
    let update = leased_rows(&claimed.endpoint().0.to_string(), &claimed.lease)
        .set(row)
        .filter(delivery::Column::EventId.eq(delivery.event_id.to_string()));
    Ok(update.exec(transaction).await?.rows_affected > 0)
}

/// Ends the leases of deliveries that were not attempted.
pub(super) async fn give_back(
    transaction: &DatabaseTransaction,
    batch: &[ClaimedDelivery],
) -> Result<(), StoreError> {
    let mut events: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for claimed in batch.iter().filter(|it| it.ended.is_none()) {
        let lease = (claimed.endpoint().0.to_string(), &*claimed.lease);
        events.entry(lease).or_default().push(claimed.delivery.event_id.to_string());
    }
    for ((endpoint, lease), events) in events {
        fail_point::before_write();
        let update = leased_rows(&endpoint, lease)
            .col_expr(delivery::Column::Lease, Expr::value(Option::<String>::None))
            .col_expr(delivery::Column::LeasedUntil, Expr::value(Option::<i64>::None))
            .filter(delivery::Column::EventId.is_in(events));
        update.exec(transaction).await?;
    }
    Ok(())
}

/// Returns the rows of an endpoint while this lease holds.
fn leased_rows(endpoint: &str, lease: &str) -> UpdateMany<delivery::Entity> {
    delivery::Entity::update_many()
        .filter(delivery::Column::EndpointId.eq(endpoint))
        .filter(delivery::Column::Lease.eq(lease))
}

/// Reads and locks endpoints until the transaction ends. They are locked by id, so that two senders
/// never deadlock. Deliveries of new events are still written: they refer to the key alone.
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

pub(crate) async fn write_counters(
    transaction: &DatabaseTransaction,
    counters: &BTreeMap<WebhookId, EndpointCounters>,
) -> Result<(), StoreError> {
    if counters.is_empty() {
        return Ok(());
    }
    let row = |(id, counters): (&WebhookId, &EndpointCounters)| -> [Value; 5] {
        [
            id.0.to_string().into(),
            counters.last_delivered_at.map(Timestamp::epoch_millis).into(),
            counters.last_delivery_status.map(|status| status.as_str()).into(),
            count_column(counters.failure_count).into(),
            count_column(counters.missed_deliveries).into(),
        ]
    };
    let backend = transaction.get_database_backend();
    let sql = format!(
        "with counted(id, at, status, failure_count, missed_deliveries) as (values {rows}) \
         {update} webhook_endpoints set last_delivered_at = counted.at, \
         last_delivery_status = counted.status, failure_count = counted.failure_count, \
         missed_deliveries = counted.missed_deliveries \
         from counted where webhook_endpoints.id = counted.id",
        rows = placeholders(backend, counters.len(), 5),
        update = update_keyword(backend),
    );
    let update = Statement::from_sql_and_values(backend, sql, counters.iter().flat_map(row));
    fail_point::before_write();
    transaction.execute_raw(update).await?;
    Ok(())
}

/// Returns `update`, for a transaction that rolls back on failure. With `or fail`, SQLite keeps no
/// old pages. If the statement calls a function, SQLite keeps them in a file nevertheless.
pub(super) fn update_keyword(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Sqlite => "update or fail",
        _ => "update",
    }
}
