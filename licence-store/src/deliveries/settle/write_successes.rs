//! Writes batches of successes, which nearly all batches are: they differ in their times only, and
//! the earlier counters of their endpoints do not matter.

mod statements;

use std::collections::{BTreeMap, HashSet};

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{DeliveryStatus, EndpointCounters};
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult};

use self::statements::{update_by_locations, update_by_row_ids};
use super::AttemptedDelivery;
use super::endpoints::write_counters;
use crate::connect::Databases;
use crate::error::StoreError;
use crate::fail_point;

/// Which successes of a batch were written.
pub(super) enum WrittenSuccesses {
    All,
    /// Only those with these delivery ids: the others lost their lease, or their row moved.
    These(HashSet<String>),
}

impl WrittenSuccesses {
    pub(super) fn has(&self, attempted: &AttemptedDelivery<'_>) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&attempted.delivery.id.0.to_string()),
        }
    }
}

/// Writes successes and the counters of their endpoints.
pub(super) async fn write_successes(
    databases: &Databases,
    attempted: &[AttemptedDelivery<'_>],
) -> Result<WrittenSuccesses, StoreError> {
    match databases.writer.get_database_backend() {
        DbBackend::Sqlite => write_all_or_none(databases, attempted).await,
        _ => write_in_one_statement(databases, attempted).await,
    }
}

/// Returns the counters of endpoints after these successes, whatever they were before.
pub(super) fn counters_after(
    attempted: &[AttemptedDelivery<'_>],
) -> BTreeMap<WebhookId, EndpointCounters> {
    let mut counters: BTreeMap<WebhookId, EndpointCounters> = BTreeMap::new();
    for attempted in attempted {
        let counted = counters.entry(attempted.claimed.target.id).or_default();
        *counted = counted.after(DeliveryStatus::Delivered, attempted.at);
    }
    counters
}

/// Writes on SQLite without asking which rows were written, because the driver's transfer row by
/// row costs several times the write.
async fn write_all_or_none(
    databases: &Databases,
    attempted: &[AttemptedDelivery<'_>],
) -> Result<WrittenSuccesses, StoreError> {
    let transaction = databases.begin_short_write().await?;
    fail_point::before_write();
    let written = transaction.execute_raw(update_by_row_ids(attempted).statement()).await?;
    if written.rows_affected() != attempted.len() as u64 {
        transaction.rollback().await?;
        return Ok(WrittenSuccesses::These(HashSet::new()));
    }
    let counters = counters_after(attempted);
    write_counters(&transaction, counters.iter().map(|(id, counters)| (*id, counters))).await?;
    transaction.commit().await?;
    Ok(WrittenSuccesses::All)
}

/// Writes on PostgreSQL in one statement, because each further one costs as much as several rows.
async fn write_in_one_statement(
    databases: &Databases,
    attempted: &[AttemptedDelivery<'_>],
) -> Result<WrittenSuccesses, StoreError> {
    fail_point::before_write();
    let sql = update_by_locations(attempted);
    let ids = Ids::find_by_statement(sql.statement()).one(&databases.writer).await?;
    let (count, ids) = ids.map_or((0, None), |Ids { count, ids }| (count, ids));
    if usize::try_from(count) == Ok(attempted.len()) {
        return Ok(WrittenSuccesses::All);
    }
    let ids = ids.unwrap_or_default();
    Ok(WrittenSuccesses::These(ids.split_whitespace().map(str::to_owned).collect()))
}

#[derive(FromQueryResult)]
struct Ids {
    count: i64,
    ids: Option<String>,
}
