//! The statements that write successes, one for each database. Values that deliveries share are
//! sent once.

use std::collections::{BTreeMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};
use sea_orm::DbBackend;
use serde::Serialize;

use super::AttemptedDelivery;
use crate::deliveries::sql::Sql;

/// The values that some deliveries share.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Common<'a> {
    lease: &'a str,
    attempt_count: u32,
    last_response_status: Option<u16>,
}

/// Successes with the same shared values. `ended` maps the key of a row to the end of its attempt.
#[derive(Serialize)]
struct Group<'a> {
    #[serde(flatten)]
    common: Common<'a>,
    ended: BTreeMap<String, i64>,
}

fn groups<'a>(
    attempted: &'a [AttemptedDelivery<'_>],
    key: fn(&AttemptedDelivery<'_>) -> String,
) -> Vec<Group<'a>> {
    let mut groups: BTreeMap<Common<'a>, BTreeMap<String, i64>> = BTreeMap::new();
    for it in attempted {
        let common = Common {
            lease: &it.claimed.lease,
            attempt_count: it.delivery.attempt_count,
            last_response_status: it.delivery.last_response_status,
        };
        groups.entry(common).or_default().insert(key(it), it.at.epoch_millis());
    }
    groups.into_iter().map(|(common, ended)| Group { common, ended }).collect()
}

/// Returns the values as one parameter.
fn json(values: &impl Serialize) -> String {
    // Texts and numbers can be written.
    serde_json::to_string(values).unwrap_or_default()
}

const SET_DELIVERED: &str = "deliveries set lease = null, leased_until = null, due_at = null, \
     attempt_count = ended.attempt_count, last_response_status = ended.last_response_status, \
     last_error = null, last_attempt_at = ended.at, delivered_at = ended.at, status = ";

/// Returns SQLite's statement. Row ids never change, and an unchanged lease proves that the row is
/// the same. It calls no function, so that SQLite keeps no old pages ([`Sql::update`]).
pub(super) fn update_by_row_ids(attempted: &[AttemptedDelivery<'_>]) -> Sql {
    let mut sql = Sql::new(DbBackend::Sqlite)
        .push("with ended(lease, attempt_count, last_response_status, row, at) as (");
    for (index, Group { common, ended }) in
        groups(attempted, |it| it.claimed.location.clone()).iter().enumerate()
    {
        sql = sql
            .push(if index == 0 { "select " } else { " union all select " })
            .bind(common.lease)
            .push(", ")
            .bind(common.attempt_count)
            .push(", ")
            .bind(common.last_response_status)
            .push(", cast(key as integer), value from json_each(")
            .bind(json(ended))
            .push(")");
    }
    sql.push(") ")
        .update()
        .push(SET_DELIVERED)
        .bind(DeliveryStatus::Delivered.as_str())
        .push(" from ended where deliveries.rowid = ended.row and deliveries.lease = ended.lease")
}

/// Returns PostgreSQL's statement. It finds a row at the location of the claim and compares the id.
/// It locks the endpoints first and by id, as every writer does, so that none deadlock.
pub(super) fn update_by_locations(attempted: &[AttemptedDelivery<'_>]) -> Sql {
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
        .bind(json(&groups(attempted, |it| it.delivery.id.0.to_string())))
        .push(" as json)) as common(lease text, attempt_count int, last_response_status int, ")
        .push("ended json) cross join lateral json_each_text(ended)), written as (update ")
        .push(SET_DELIVERED)
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

#[cfg(test)]
mod tests {
    use licence_core::webhook::delivery::{Delivery, Outcome};
    use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

    use super::*;
    use crate::connect::open;
    use crate::deliveries::fixture::finished;
    use crate::deliveries::result_buffer::BATCH;

    async fn database() -> DatabaseConnection {
        open("sqlite::memory:").await.unwrap().writer
    }

    /// Returns the statement for `count` successes without shared values.
    fn different(count: usize) -> Statement {
        let finished = finished(1, Some(200));
        let (claimed, at) = (&finished.claimed, Timestamp::EPOCH);
        let attempted = |attempt_count| {
            let delivery = Delivery { attempt_count, ..claimed.delivery.clone() };
            AttemptedDelivery { claimed, outcome: &Outcome::Answered(200), at, delivery }
        };
        let attempted: Vec<_> = (0..).take(count).map(attempted).collect();
        update_by_row_ids(&attempted).statement()
    }

    #[tokio::test]
    async fn sqlite_takes_a_batch_without_anything_in_common() {
        let written = database().await.execute_raw(different(BATCH)).await.unwrap();
        assert_eq!(written.rows_affected(), 0, "there is no row");
    }

    #[tokio::test]
    async fn sqlite_keeps_no_pages_for_the_statement() {
        let mut statement = different(3);
        statement.sql.insert_str(0, "explain ");
        let program = database().await.query_all_raw(statement).await.unwrap();
        let steps: Vec<String> =
            program.iter().map(|step| step.try_get("", "opcode").unwrap()).collect();
        assert!(steps.iter().any(|step| step == "VFilter"), "{steps:?}");
        let calls = steps.iter().filter(|step| step.ends_with("Func") || *step == "Function");
        assert_eq!(calls.count(), 0, "{steps:?}");
    }
}
