//! Writes batches of successes, which nearly all batches are. They differ in their times only, so
//! that one statement writes all that share their other values; the earlier counters of their
//! endpoints do not matter.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use licence_core::webhook::WebhookId;
use licence_core::webhook::attempt::whole_millis;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend};

use super::results::{AttemptedDelivery, lock_endpoints, write_counters};
use crate::deliveries::claimed::EndedAttempt;
use crate::deliveries::sql::Sql;
use crate::error::StoreError;
use crate::fail_point;

/// The values that some successes share.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Common<'f> {
    lease: &'f str,
    attempt_count: u32,
    last_response_status: Option<u16>,
}

/// Writes successes and the counters of their endpoints, and returns these counters. `None` if not
/// all could be written, because leases were lost or rows moved: then the caller rolls back.
pub(super) async fn write_successes(
    transaction: &DatabaseTransaction,
    successes: &[AttemptedDelivery<'_>],
) -> Result<Option<BTreeMap<WebhookId, EndpointCounters>>, StoreError> {
    let mut counters: BTreeMap<WebhookId, EndpointCounters> = BTreeMap::new();
    let mut groups: BTreeMap<Common<'_>, Vec<&AttemptedDelivery<'_>>> = BTreeMap::new();
    for success in successes {
        let AttemptedDelivery { claimed, ended, delivery } = success;
        let counted = counters.entry(claimed.target.id).or_default();
        *counted = counted.after(DeliveryStatus::Delivered, ended.at);
        let common = Common {
            lease: &claimed.lease,
            attempt_count: delivery.attempt_count,
            last_response_status: delivery.last_response_status,
        };
        groups.entry(common).or_default().push(success);
    }
    let backend = transaction.get_database_backend();
    // SQLite has one writer and needs no locks.
    if backend == DbBackend::Postgres {
        lock_endpoints(transaction, counters.keys().copied()).await?;
    }
    let mut written = 0;
    for (common, successes) in &groups {
        fail_point::before_write();
        let update = update(backend, common, successes);
        written += transaction.execute_raw(update.statement()).await?.rows_affected();
    }
    if written != successes.len() as u64 {
        return Ok(None);
    }
    write_counters(transaction, &counters).await?;
    Ok(Some(counters))
}

/// Returns the statement that writes successes of the same lease. On SQLite a row id never changes,
/// so that the lease proves that the row is the same; on PostgreSQL rows move, so that the id is
/// compared too.
fn update(backend: DbBackend, common: &Common<'_>, successes: &[&AttemptedDelivery<'_>]) -> Sql {
    let location = |it: &&AttemptedDelivery<'_>| it.claimed.location.clone();
    let ended = |key: &dyn Fn(&&AttemptedDelivery<'_>) -> String| -> BTreeMap<String, i64> {
        successes.iter().map(|it| (key(it), end_and_duration(it.ended))).collect()
    };
    let sql = Sql::new(backend)
        .update()
        .push(
            "deliveries set lease = null, leased_until = null, due_at = null, last_error = null, ",
        )
        .push("status = ")
        .bind(DeliveryStatus::Delivered.as_str())
        .push(", attempt_count = ")
        .bind(common.attempt_count)
        .push(", last_response_status = ")
        .bind(common.last_response_status)
        .push(", last_attempt_at = ended.packed >> 15, ")
        .push("delivered_at = ended.packed >> 15, millis = ended.packed & 32767 from (select ");
    let sql = match backend {
        // It calls no function, so that SQLite keeps no old pages ([`Sql::update`]).
        DbBackend::Sqlite => sql
            .push("cast(key as integer) as location, value as packed from json_each(")
            .bind_json(&ended(&location))
            .push(")) as ended where deliveries.rowid = ended.location"),
        _ => sql
            .push("key as id, cast(value as bigint) as packed from json_each_text(cast(")
            .bind_json(&ended(&|it| it.delivery.id.0.to_string()))
            .push(" as json))) as ended where deliveries.ctid = any(cast(")
            .texts(&successes.iter().map(location).collect::<Vec<_>>())
            .push(" as tid[])) and deliveries.id = ended.id"),
    };
    sql.push(" and deliveries.lease = ").bind(common.lease)
}

/// Returns when an attempt ended and how long it took as one number, whose last 15 bits are the
/// milliseconds. A JSON object has one value for each key, and a statement that takes a list apart
/// calls a function, which makes SQLite keep old pages. A longer attempt counts as 32,767 ms.
fn end_and_duration(ended: &EndedAttempt) -> i64 {
    ended.at.epoch_millis() << 15 | i64::from(whole_millis(ended.took).min(32_767))
}
