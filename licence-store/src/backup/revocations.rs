//! Revocations of keys that are in the log beside the database, and not in the database yet.
//!
//! A restored backup must not bring back a key that was revoked before the backup was made, and the
//! log is not part of a backup: its revocations are written into the copy.

use std::path::Path;

use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sea_orm::{SqlxSqliteConnector, TransactionTrait};

use super::BackupError;
use crate::error::StoreError;
use crate::files;
use crate::keys::{KeyLog, version, write_revocation};

/// Writes the revocations that only the log of the database holds into a copy of the database.
///
/// Called after the copy is made: the log only grows, so it holds every revocation that the copy
/// lacks.
pub(super) async fn write_into(copy: &Path, database: &Path) -> Result<(), BackupError> {
    let failed = |error| BackupError::io(database, error);
    let real = database.canonicalize().map_err(failed)?;
    let log = KeyLog::new(files::beside(&real, files::KEYS));
    if log.length().is_none() {
        return Ok(());
    }
    let options = SqliteConnectOptions::new().filename(copy).create_if_missing(false);
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
    let copy = SqlxSqliteConnector::from_sqlx_sqlite_pool(pool.map_err(StoreError::from)?);
    let transaction = copy.begin().await.map_err(StoreError::from)?;
    let committed = version(&transaction).await?;
    for (id, revoked) in log.tail(committed).map_err(failed)?.revoked {
        write_revocation(&transaction, id, revoked.at, &revoked.by).await?;
    }
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(copy.close().await.map_err(StoreError::from)?)
}
