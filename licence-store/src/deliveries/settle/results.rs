//! Writes results of any kind, one row each.

use std::collections::BTreeMap;

use licence_core::time::Timestamp;
use licence_core::webhook::delivery::{Delivery, Outcome};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, Set, UpdateMany};

use crate::deliveries::claimed::{AttemptResult, ClaimedDelivery, FinishedDelivery};
use crate::entity::delivery;
use crate::error::StoreError;
use crate::fail_point;

/// A delivery after its attempt.
pub(super) struct AttemptedDelivery<'f> {
    pub(super) claimed: &'f ClaimedDelivery,
    pub(super) outcome: &'f Outcome,
    /// When the attempt ended.
    pub(super) at: Timestamp,
    pub(super) delivery: Delivery,
}

/// Writes a delivery after its attempt, and returns whether its lease still held.
pub(super) async fn write_attempt(
    transaction: &DatabaseTransaction,
    attempted: &AttemptedDelivery<'_>,
    is_active: bool,
) -> Result<bool, StoreError> {
    let AttemptedDelivery { claimed, outcome, delivery, .. } = attempted;
    let next_retry_at = delivery.next_retry_at.epoch_millis();
    let is_due = !delivery.status.is_settled() && is_active;
    let row = delivery::ActiveModel {
        lease: Set(None),
        leased_until: Set(None),
        status: Set(delivery.status.as_str().to_owned()),
        attempt_count: Set(i32::try_from(delivery.attempt_count).unwrap_or(i32::MAX)),
        next_retry_at: Set(next_retry_at),
        due_at: Set(is_due.then_some(next_retry_at)),
        last_attempt_at: Set(delivery.last_attempt_at.map(Timestamp::epoch_millis)),
        last_response_status: Set(delivery.last_response_status.map(i32::from)),
        last_error: Set(outcome.error()),
        delivered_at: Set(delivery.delivered_at.map(Timestamp::epoch_millis)),
        ..Default::default()
    };
    fail_point::before_write();
    let endpoint = claimed.target.id.0.to_string();
    let update = leased_rows(&endpoint, &claimed.lease)
        .set(row)
        .filter(delivery::Column::EventId.eq(delivery.event_id.to_string()));
    Ok(update.exec(transaction).await?.rows_affected > 0)
}

/// Ends the leases of deliveries that were not attempted.
pub(super) async fn give_back(
    transaction: &DatabaseTransaction,
    finished: &[FinishedDelivery],
) -> Result<(), StoreError> {
    let mut events: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for FinishedDelivery { claimed, result } in finished {
        if let AttemptResult::GivenBack = result {
            let lease = (claimed.target.id.0.to_string(), &*claimed.lease);
            events.entry(lease).or_default().push(claimed.delivery.event_id.to_string());
        }
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

/// The rows of an endpoint while this lease holds.
fn leased_rows(endpoint: &str, lease: &str) -> UpdateMany<delivery::Entity> {
    delivery::Entity::update_many()
        .filter(delivery::Column::EndpointId.eq(endpoint))
        .filter(delivery::Column::Lease.eq(lease))
}
