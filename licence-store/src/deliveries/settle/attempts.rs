//! The deliveries that are written back.

use std::collections::{BTreeMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::DeliveryStatus;
use sea_orm::sea_query::Value;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, FromQueryResult};

use super::endpoints::Endpoint;
use super::{Ask, Attempted, Ours};
use crate::deliveries::sql::Sql;
use crate::deliveries::{End, Finished};
use crate::error::StoreError;
use crate::fail_point;

#[derive(FromQueryResult)]
struct Id {
    id: String,
}

/// Writes the deliveries whose lease still holds, and tells which these are; `None` when they are
/// not all and it did not ask which.
pub(super) async fn write_attempts(
    transaction: &DatabaseTransaction,
    attempted: &[Attempted<'_>],
    endpoints: &BTreeMap<WebhookId, Endpoint>,
    ask: Ask,
) -> Result<Option<Ours>, StoreError> {
    let backend = transaction.get_database_backend();
    let (mut written, mut ids) = (0, HashSet::new());
    for sql in statements(backend, attempted, endpoints) {
        fail_point::before_write();
        match ask {
            Ask::HowMany => {
                written += transaction.execute_raw(sql.statement()).await?.rows_affected();
            }
            Ask::Which => {
                let sql = sql.push(" returning deliveries.id as id");
                let rows = Id::find_by_statement(sql.statement()).all(transaction).await?;
                ids.extend(rows.into_iter().map(|row| row.id));
            }
        }
    }
    Ok(match ask {
        Ask::HowMany => (written == attempted.len() as u64).then_some(Ours::All),
        Ask::Which => Some(Ours::These(ids)),
    })
}

/// A statement that fails takes its transaction with it: SQLite need not keep for it what each row
/// was before.
const OR_FAIL: &str = "or fail ";

/// What the deliveries of one statement have in common: lease, attempt and answer.
type Common<'a> = (&'a str, u32, Option<u16>);

/// Deliveries that succeeded, and nearly all do, differ in their ids and times alone: two values a
/// row cost a third of ten.
fn statements(
    backend: DbBackend,
    attempted: &[Attempted<'_>],
    endpoints: &BTreeMap<WebhookId, Endpoint>,
) -> Vec<Sql> {
    let mut delivered: BTreeMap<Common<'_>, BTreeMap<String, i64>> = BTreeMap::new();
    let mut others = Vec::new();
    for attempted in attempted {
        let delivery = &attempted.delivery;
        match delivery.delivered_at {
            Some(at) => {
                let status = delivery.last_response_status;
                let common = (&*attempted.claimed.lease, delivery.attempt_count, status);
                let id = delivery.id.0.to_string();
                delivered.entry(common).or_default().insert(id, at.epoch_millis());
            }
            None => others.push(row(attempted, endpoints)),
        }
    }
    let delivered =
        delivered.into_iter().map(|(common, rows)| write_delivered(backend, common, &rows));
    let others = (!others.is_empty()).then(|| write_others(backend, &others));
    delivered.chain(others).collect()
}

/// Writes deliveries that succeeded at these times.
fn write_delivered(
    backend: DbBackend,
    (lease, attempt_count, status): Common<'_>,
    rows: &BTreeMap<String, i64>,
) -> Sql {
    Sql::new(backend)
        .push("with ended as (select key, cast(value as bigint) as at from ")
        .members(rows)
        .push(") update ")
        .push_for_sqlite(OR_FAIL)
        .push("deliveries set lease = null, leased_until = null, due_at = null, status = ")
        .bind(DeliveryStatus::Delivered.as_str())
        .push(", attempt_count = ")
        .bind(i32::try_from(attempt_count).unwrap_or(i32::MAX))
        .push(", last_response_status = ")
        .bind(status.map(i32::from))
        .push(", last_error = null, last_attempt_at = ended.at, delivered_at = ended.at")
        .push(" from ended where deliveries.id = ended.key and deliveries.lease = ")
        .bind(lease)
        .push_for_postgres(" and deliveries.id = any(array(select key from ended))")
}

fn row(attempted: &Attempted<'_>, endpoints: &BTreeMap<WebhookId, Endpoint>) -> [Value; 9] {
    let (delivery, claimed) = (&attempted.delivery, attempted.claimed);
    let is_active = endpoints.get(&claimed.target.id).is_some_and(|it| it.is_active);
    let is_due = !delivery.status.is_settled() && is_active;
    let next_retry_at = delivery.next_retry_at.epoch_millis();
    [
        delivery.id.0.to_string().into(),
        claimed.lease.to_string().into(),
        delivery.status.as_str().into(),
        i32::try_from(delivery.attempt_count).unwrap_or(i32::MAX).into(),
        next_retry_at.into(),
        is_due.then_some(next_retry_at).into(),
        delivery.last_attempt_at.map(Timestamp::epoch_millis).into(),
        delivery.last_response_status.map(i32::from).into(),
        attempted.outcome.error().into(),
    ]
}

/// Writes deliveries that were not taken.
fn write_others(backend: DbBackend, rows: &[[Value; 9]]) -> Sql {
    Sql::new(backend)
        .push(
            "with attempted(id, lease, status, attempt_count, next_retry_at, due_at, \
             last_attempt_at, last_response_status, last_error) as (values ",
        )
        .rows(rows)
        .push(
            ") update deliveries set lease = null, leased_until = null, \
             status = attempted.status, \
             attempt_count = attempted.attempt_count, next_retry_at = attempted.next_retry_at, \
             due_at = attempted.due_at, last_attempt_at = attempted.last_attempt_at, \
             last_response_status = attempted.last_response_status, \
             last_error = attempted.last_error from attempted \
             where deliveries.id = attempted.id and deliveries.lease = attempted.lease",
        )
        .push_for_postgres(" and deliveries.id = any(array(select id from attempted))")
}

/// Ends the leases of deliveries that were not attempted.
pub(super) async fn give_back(
    transaction: &DatabaseTransaction,
    finished: &[Finished],
) -> Result<(), StoreError> {
    let given_back = finished.iter().filter(|it| matches!(it.end, End::GivenBack));
    let rows: Vec<[Value; 2]> = given_back
        .map(|it| {
            [it.claimed.delivery.id.0.to_string().into(), it.claimed.lease.to_string().into()]
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(transaction.get_database_backend())
        .push("with returned(id, lease) as (values ")
        .rows(&rows)
        .push(
            ") update deliveries set lease = null, leased_until = null \
             from returned where deliveries.id = returned.id and deliveries.lease = returned.lease",
        )
        .push_for_postgres(" and deliveries.id = any(array(select id from returned))");
    fail_point::before_write();
    transaction.execute_raw(sql.statement()).await?;
    Ok(())
}
