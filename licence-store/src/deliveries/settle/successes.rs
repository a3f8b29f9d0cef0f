//! Writes batches of successes, which nearly all batches are. They differ in their times only, so
//! that one statement writes all that share their other values; the earlier counters of their
//! endpoints do not matter.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use licence_core::webhook::WebhookId;
use licence_core::webhook::attempt::whole_millis;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};
use sea_orm::sea_query::Value;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement};
use serde::Serialize;

use super::results::{lock_endpoints, update_keyword, write_counters};
use crate::deliveries::claim::{ClaimedDelivery, EndedAttempt};
use crate::error::StoreError;
use crate::fail_point;

type Success<'f> = (&'f ClaimedDelivery, &'f EndedAttempt);

/// The ends of the attempts, and the rows that they belong to. A row id never changes, so that the
/// lease proves that the row is the same. No function is called: see [`update_keyword`].
const FROM_ON_SQLITE: &str = "\
from (select cast(key as integer) as location, value as packed from json_each($5)) as ended
where deliveries.rowid = ended.location and deliveries.lease = $4";

/// The same for PostgreSQL. Rows move, so that the id is compared too.
const FROM_ON_POSTGRES: &str = "\
from (
  select key as id, cast(value as bigint) as packed from json_each_text(cast($5 as json))
) as ended
where deliveries.ctid
    = any(cast(array(select json_array_elements_text(cast($6 as json))) as tid[]))
  and deliveries.id = ended.id and deliveries.lease = $4";

/// Writes successes and the counters of their endpoints, and returns these counters. `None` if not
/// all could be written, because leases were lost or rows moved: then the caller rolls back.
pub(super) async fn write_successes(
    transaction: &DatabaseTransaction,
    successes: &[ClaimedDelivery],
) -> Result<Option<BTreeMap<WebhookId, EndpointCounters>>, StoreError> {
    let mut counters: BTreeMap<WebhookId, EndpointCounters> = BTreeMap::new();
    // By lease, number of attempts and status of the answer.
    let mut groups: BTreeMap<(&str, u32, Option<u16>), Vec<Success<'_>>> = BTreeMap::new();
    for claimed in successes {
        let Some(ended) = &claimed.ended else { continue };
        let counted = counters.entry(claimed.endpoint()).or_default();
        *counted = counted.after(DeliveryStatus::Delivered, ended.at);
        let delivery = &claimed.delivery;
        let common = (&*claimed.lease, delivery.attempt_count, delivery.last_response_status);
        groups.entry(common).or_default().push((claimed, ended));
    }
    let backend = transaction.get_database_backend();
    // SQLite has one writer and needs no locks.
    if backend == DbBackend::Postgres {
        lock_endpoints(transaction, counters.keys().copied()).await?;
    }
    let mut written = 0;
    for (common, successes) in groups {
        fail_point::before_write();
        let update = update(backend, common, &successes);
        written += transaction.execute_raw(update).await?.rows_affected();
    }
    if written != successes.len() as u64 {
        return Ok(None);
    }
    write_counters(transaction, &counters).await?;
    Ok(Some(counters))
}

/// Returns the statement that writes the successes which share these values.
fn update(
    backend: DbBackend,
    (lease, attempt_count, response_status): (&str, u32, Option<u16>),
    successes: &[Success<'_>],
) -> Statement {
    let locations = successes.iter().map(|(claimed, _)| claimed.location.as_str());
    let ended = successes.iter().map(|(_, ended)| end_and_duration(ended));
    let status = DeliveryStatus::Delivered.as_str();
    let mut values: Vec<Value> =
        vec![status.into(), attempt_count.into(), response_status.into(), lease.into()];
    let from = match backend {
        DbBackend::Sqlite => {
            values.push(json(&locations.zip(ended).collect::<BTreeMap<_, _>>()));
            FROM_ON_SQLITE
        }
        _ => {
            let ids = successes.iter().map(|(claimed, _)| claimed.delivery.id.0.to_string());
            values.push(json(&ids.zip(ended).collect::<BTreeMap<_, _>>()));
            values.push(json(&locations.collect::<Vec<_>>()));
            FROM_ON_POSTGRES
        }
    };
    let update = update_keyword(backend);
    let sql = format!(
        "{update} deliveries set lease = null, leased_until = null, due_at = null, \
         last_error = null, status = $1, attempt_count = $2, last_response_status = $3, \
         last_attempt_at = ended.packed >> 15, delivered_at = ended.packed >> 15, \
         millis = ended.packed & 32767 {from}"
    );
    Statement::from_sql_and_values(backend, sql, values)
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_string(value).unwrap_or_default().into()
}

/// Returns when an attempt ended and how long it took as one number, whose last 15 bits are the
/// milliseconds. A JSON object has one value for each key, and a statement that takes a list apart
/// calls a function, which makes SQLite keep old pages. A longer attempt counts as 32,767 ms.
fn end_and_duration(ended: &EndedAttempt) -> i64 {
    ended.at.epoch_millis() << 15 | i64::from(whole_millis(ended.took).min(32_767))
}
