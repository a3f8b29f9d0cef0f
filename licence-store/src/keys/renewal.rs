//! Renews the lease of a server on PostgreSQL, and waits for the leases of all.
//!
//! A renewal locks the row of the version for reading and writes the row of the lease in one
//! statement. A change that raises the version therefore waits for renewals under way, whose rows
//! it then sees; a later renewal returns the new version. A process without a lease, such as a
//! command, waits in the same way for the servers. A version beyond the database's is one that the
//! database lost, and is written as 0: it acknowledges no change.

use std::sync::Arc;
use std::time::{Duration, Instant};

use licence_core::account::key_lease::{KEPT, KeyLease, LONGEST_WAIT, ROW_KEPT, holds_everywhere};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    Statement,
};
use tokio::time::{sleep, timeout};

use super::lease::Lease;
use crate::connect::{Databases, unavailable};
use crate::entity::key_lease;
use crate::error::StoreError;

/// How often a change looks whether all servers acknowledged it.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// For how long the row of a server that ended is kept, in milliseconds.
const FORGOTTEN_AFTER: i64 = 60_000;
/// Why a renewal failed without an answer.
const LATE: &str = "it did not answer within a second";

/// The time of the database, in epoch milliseconds.
const NOW: &str = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/// Renews a lease, again if the version changed, so that the change need not wait.
pub(super) async fn renew(lease: &Lease, databases: &Databases) -> Result<(), StoreError> {
    let _turn = lease.renewing.lock().await;
    loop {
        let acknowledged = lease.current.load().version();
        let sent_at = lease.clock.now();
        let version = write(lease, databases, acknowledged).await?;
        lease.current.store(Arc::new(KeyLease::renewed(version, sent_at)));
        if version == acknowledged {
            return Ok(());
        }
    }
}

/// Writes the row of a lease, and returns the version of the keys.
async fn write(lease: &Lease, databases: &Databases, acknowledged: i64) -> Result<i64, StoreError> {
    let row_kept = i64::try_from(ROW_KEPT.as_millis()).unwrap_or(i64::MAX);
    let values = [lease.server.to_string().into(), acknowledged.into(), row_kept.into()];
    let renewal = format!(
        "with current as (select version from key_version for share) \
         insert into key_leases (server, version, ends_at) \
         select $1, case when $2 <= version then $2 else 0 end, {NOW} + $3 from current \
         on conflict (server) do update \
         set version = excluded.version, ends_at = excluded.ends_at \
         returning (select version from current) as version"
    );
    let renewal = Statement::from_sql_and_values(DbBackend::Postgres, renewal, values);
    // A reply after this time is worth nothing.
    let row = timeout(KEPT, databases.writer.query_one_raw(renewal)).await;
    let row = row.map_err(|_| unavailable(databases.url(), LATE))??;
    let row = row.ok_or_else(|| StoreError::corrupt("key_version", "1", "the row is missing"))?;
    Ok(row.try_get("", "version")?)
}

/// Removes the rows of servers that ended long ago.
pub(super) async fn forget_ended(databases: &Databases) -> Result<(), DbErr> {
    let ended = Expr::col(key_lease::Column::EndsAt).lt(Expr::cust(NOW).sub(FORGOTTEN_AFTER));
    key_lease::Entity::delete_many().filter(ended).exec(&databases.writer).await.map(drop)
}

/// Returns once every server obeys a version that was just committed.
pub(super) async fn await_acknowledgements(databases: &Databases, version: i64) {
    let committed = Instant::now();
    loop {
        let left = LONGEST_WAIT.saturating_sub(committed.elapsed());
        // Whether the database cannot be asked or a server does not acknowledge: both end in time.
        let servers = timeout(left, unacknowledged(databases, version)).await;
        let is_acknowledged = matches!(servers, Ok(Ok(0)));
        if holds_everywhere(is_acknowledged, committed.elapsed()) {
            if !is_acknowledged {
                tracing::warn!("a server did not acknowledge a change of keys; its lease is over");
            }
            return;
        }
        sleep(LOOK_EVERY).await;
    }
}

/// Counts the servers that may still answer by older keys.
async fn unacknowledged(databases: &Databases, version: i64) -> Result<u64, DbErr> {
    key_lease::Entity::find()
        .filter(key_lease::Column::Version.lt(version))
        .filter(Expr::col(key_lease::Column::EndsAt).gt(Expr::cust(NOW)))
        .count(&databases.reader)
        .await
}
