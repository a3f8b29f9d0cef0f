//! Writes results of any kind, one row each.

use std::collections::{BTreeMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::{DeliveryId, WebhookId};
use sea_orm::sea_query::Value;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, FromQueryResult};
use uuid::Uuid;

use super::AttemptedDelivery;
use super::endpoints::Endpoint;
use crate::deliveries::sql::Sql;
use crate::deliveries::{AttemptResult, ClaimedDelivery, FinishedDelivery};
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::Row;

#[derive(FromQueryResult)]
struct Id {
    id: String,
}

/// Writes the deliveries whose lease still holds, and returns their ids.
pub(super) async fn write_attempts(
    transaction: &DatabaseTransaction,
    attempted: &[AttemptedDelivery<'_>],
    endpoints: &BTreeMap<WebhookId, Endpoint>,
) -> Result<HashSet<DeliveryId>, StoreError> {
    if attempted.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<_> = attempted.iter().map(|attempted| row(attempted, endpoints)).collect();
    let sql = write(transaction.get_database_backend(), &rows);
    fail_point::before_write();
    let written = Id::find_by_statement(sql.statement()).all(transaction).await?;
    let id = |Id { id }: &Id| Row { table: "deliveries", id }.parse::<Uuid>(id).map(DeliveryId);
    written.iter().map(id).collect::<Result<_, _>>()
}

fn row(
    attempted: &AttemptedDelivery<'_>,
    endpoints: &BTreeMap<WebhookId, Endpoint>,
) -> [Value; 11] {
    let (delivery, [endpoint, event, lease]) = (&attempted.delivery, key(attempted.claimed));
    let is_active = endpoints.get(&attempted.claimed.target.id).is_some_and(|it| it.is_active);
    let is_due = !delivery.status.is_settled() && is_active;
    let next_retry_at = delivery.next_retry_at.epoch_millis();
    [
        endpoint,
        event,
        lease,
        delivery.status.as_str().into(),
        i32::try_from(delivery.attempt_count).unwrap_or(i32::MAX).into(),
        next_retry_at.into(),
        is_due.then_some(next_retry_at).into(),
        delivery.last_attempt_at.map(Timestamp::epoch_millis).into(),
        delivery.last_response_status.map(i32::from).into(),
        attempted.outcome.error().into(),
        delivery.delivered_at.map(Timestamp::epoch_millis).into(),
    ]
}

/// Returns endpoint, event and lease, which find the row of a delivery while its lease holds.
fn key(claimed: &ClaimedDelivery) -> [Value; 3] {
    let endpoint = claimed.target.id.0.to_string();
    [
        endpoint.into(),
        claimed.delivery.event_id.to_string().into(),
        claimed.lease.to_string().into(),
    ]
}

const OURS: &str = " where deliveries.endpoint_id = ours.endpoint_id \
     and deliveries.event_id = ours.event_id and deliveries.lease = ours.lease";

fn write(backend: DbBackend, rows: &[[Value; 11]]) -> Sql {
    Sql::new(backend)
        .push(
            "with ours(endpoint_id, event_id, lease, status, attempt_count, next_retry_at, due_at, \
             last_attempt_at, last_response_status, last_error, delivered_at) as (values ",
        )
        .rows(rows)
        .push(") ")
        .update()
        .push(
            "deliveries set lease = null, leased_until = null, status = ours.status, \
             attempt_count = ours.attempt_count, next_retry_at = ours.next_retry_at, \
             due_at = ours.due_at, last_attempt_at = ours.last_attempt_at, \
             last_response_status = ours.last_response_status, last_error = ours.last_error, \
             delivered_at = ours.delivered_at from ours",
        )
        .push(OURS)
        .push(" returning deliveries.id as id")
}

/// Ends the leases of deliveries that were not attempted.
pub(super) async fn give_back(
    transaction: &DatabaseTransaction,
    finished: &[FinishedDelivery],
) -> Result<(), StoreError> {
    let given_back = finished.iter().filter(|it| matches!(it.result, AttemptResult::GivenBack));
    let rows: Vec<_> = given_back.map(|it| key(&it.claimed)).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(transaction.get_database_backend())
        .push("with ours(endpoint_id, event_id, lease) as (values ")
        .rows(&rows)
        .push(") ")
        .update()
        .push("deliveries set lease = null, leased_until = null from ours")
        .push(OURS);
    fail_point::before_write();
    transaction.execute_raw(sql.statement()).await?;
    Ok(())
}
