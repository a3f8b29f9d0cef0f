//! Results that are all successes, and nearly all are: they differ in their times alone, and what
//! their endpoints counted before does not matter.

use std::collections::{BTreeMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult};
use serde::Serialize;

use super::Attempted;
use super::endpoints::write_counters;
use crate::connect::Databases;
use crate::deliveries::sql::Sql;
use crate::error::StoreError;
use crate::fail_point;

/// The successes that were written.
pub(super) enum Written {
    All,
    /// Of the others the lease was lost, or the row is elsewhere by now: by the ids of deliveries.
    These(HashSet<String>),
}

impl Written {
    pub(super) fn has(&self, attempted: &Attempted<'_>) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&attempted.delivery.id.0.to_string()),
        }
    }
}

/// Writes successes and what they mean to their endpoints.
pub(super) async fn write_delivered(
    databases: &Databases,
    attempted: &[Attempted<'_>],
) -> Result<Written, StoreError> {
    match databases.writer.get_database_backend() {
        DbBackend::Sqlite => all_or_none(databases, attempted).await,
        _ => in_one_statement(databases, attempted).await,
    }
}

/// What endpoints count after these successes, whatever they counted before.
pub(super) fn counters(attempted: &[Attempted<'_>]) -> BTreeMap<WebhookId, EndpointCounters> {
    let mut counters: BTreeMap<WebhookId, EndpointCounters> = BTreeMap::new();
    for attempted in attempted {
        let counted = counters.entry(attempted.claimed.target.id).or_default();
        *counted = counted.after(DeliveryStatus::Delivered, attempted.at);
    }
    counters
}

/// SQLite's driver hands over row by row, which costs several times what writing them does: so it
/// is not asked which were written.
async fn all_or_none(
    databases: &Databases,
    attempted: &[Attempted<'_>],
) -> Result<Written, StoreError> {
    let transaction = databases.begin_short_write().await?;
    fail_point::before_write();
    let written = transaction.execute_raw(by_row_ids(attempted).statement()).await?;
    if written.rows_affected() != attempted.len() as u64 {
        transaction.rollback().await?;
        return Ok(Written::These(HashSet::new()));
    }
    let counters = counters(attempted);
    write_counters(&transaction, counters.iter().map(|(id, counters)| (*id, counters))).await?;
    transaction.commit().await?;
    Ok(Written::All)
}

/// PostgreSQL is asked once: each question more costs as much as several rows.
async fn in_one_statement(
    databases: &Databases,
    attempted: &[Attempted<'_>],
) -> Result<Written, StoreError> {
    fail_point::before_write();
    let sql = by_locations(attempted);
    let ids = Ids::find_by_statement(sql.statement()).one(&databases.writer).await?;
    let (count, ids) = ids.map_or((0, None), |Ids { count, ids }| (count, ids));
    if usize::try_from(count) == Ok(attempted.len()) {
        return Ok(Written::All);
    }
    let ids = ids.unwrap_or_default();
    Ok(Written::These(ids.split_whitespace().map(str::to_owned).collect()))
}

#[derive(FromQueryResult)]
struct Ids {
    count: i64,
    ids: Option<String>,
}

/// What some deliveries have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Common<'a> {
    lease: &'a str,
    attempt_count: u32,
    last_response_status: Option<u16>,
}

/// Deliveries that succeeded, and when: by what finds their rows.
#[derive(Serialize)]
struct Group<'a> {
    #[serde(flatten)]
    common: Common<'a>,
    ended: BTreeMap<String, i64>,
}

/// As JSON: one parameter, and one statement however many there are.
fn groups<'a>(attempted: &'a [Attempted<'_>], key: fn(&Attempted<'_>) -> String) -> String {
    let mut groups: BTreeMap<Common<'a>, BTreeMap<String, i64>> = BTreeMap::new();
    for it in attempted {
        let common = Common {
            lease: &it.claimed.lease,
            attempt_count: it.delivery.attempt_count,
            last_response_status: it.delivery.last_response_status,
        };
        groups.entry(common).or_default().insert(key(it), it.at.epoch_millis());
    }
    let groups: Vec<_> =
        groups.into_iter().map(|(common, ended)| Group { common, ended }).collect();
    // Texts and numbers can be written.
    serde_json::to_string(&groups).unwrap_or_default()
}

const WRITTEN: &str = "deliveries set lease = null, leased_until = null, due_at = null, \
     attempt_count = ended.attempt_count, last_response_status = ended.last_response_status, \
     last_error = null, last_attempt_at = ended.at, delivered_at = ended.at, status = ";

/// Row ids stay what they are, and a lease that holds tells that a row is the same.
fn by_row_ids(attempted: &[Attempted<'_>]) -> Sql {
    Sql::new(DbBackend::Sqlite)
        .push("with common as materialized (select value ->> 'lease' as lease, ")
        .push("value ->> 'attempt_count' as attempt_count, ")
        .push("value ->> 'last_response_status' as last_response_status, ")
        .push("value -> 'ended' as ended from json_each(")
        .bind(groups(attempted, |it| it.claimed.location.clone()))
        .push(")), ended as (select common.*, cast(key as integer) as row, value as at ")
        .push("from common, json_each(common.ended)) ")
        // A statement that fails takes its transaction with it: SQLite need not keep for it what
        // each row was before.
        .push("update or fail ")
        .push(WRITTEN)
        .bind(DeliveryStatus::Delivered.as_str())
        .push(" from ended where deliveries.rowid = ended.row and deliveries.lease = ended.lease")
}

/// A row is found where the claim left it, and is one of ours if its id is. The endpoints are
/// locked first and in their order, as whoever changes them does: nobody waits in a circle.
fn by_locations(attempted: &[Attempted<'_>]) -> Sql {
    let endpoints: HashSet<String> =
        attempted.iter().map(|it| it.claimed.target.id.0.to_string()).collect();
    let locations: Vec<&str> = attempted.iter().map(|it| it.claimed.location.as_str()).collect();
    let success = EndpointCounters::default().after(DeliveryStatus::Delivered, Timestamp::EPOCH);
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Sql::new(DbBackend::Postgres)
        .push("with locked as materialized (select id from webhook_endpoints where id = any(")
        .texts(&endpoints)
        .push(") order by id for no key update), ended as materialized (")
        .push("select lease, attempt_count, last_response_status, key as id, ")
        .push("cast(value as bigint) as at from json_to_recordset(cast(")
        .bind(groups(attempted, |it| it.delivery.id.0.to_string()))
        .push(" as json)) as common(lease text, attempt_count int, last_response_status int, ")
        .push("ended json) cross join lateral json_each_text(ended)), written as (update ")
        .push(WRITTEN)
        .bind(DeliveryStatus::Delivered.as_str())
        .push(" from ended where (select count(*) from locked) > 0 and deliveries.ctid = any(cast(")
        .texts(&locations)
        .push(" as tid[])) and deliveries.id = ended.id and deliveries.lease = ended.lease ")
        .push("returning deliveries.id, deliveries.endpoint_id, ended.at), ")
        .push("last as (select endpoint_id, max(at) as at from written group by endpoint_id), ")
        .push("counted as (update webhook_endpoints set last_delivered_at = last.at, ")
        .push("last_delivery_status = ")
        .bind(success.last_delivery_status.map(|status| status.as_str()))
        .push(", failure_count = ")
        .bind(count(success.failure_count))
        .push(", missed_deliveries = ")
        .bind(count(success.missed_deliveries))
        .push(" from last where webhook_endpoints.id = last.endpoint_id) ")
        .push("select count(*) as count, string_agg(id, ' ') as ids from written")
}
