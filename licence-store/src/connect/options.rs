//! The options of connections to databases.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_core::future::BoxFuture;
use sea_orm::sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous,
};
use sea_orm::sqlx::{self, Connection};
use sea_orm::{ConnectOptions, SqliteTransactionMode, TransactionOptions};

use super::address::{Backend, backend, sqlite_file};
use crate::error::StoreError;

pub(super) const POSTGRES_CONNECTIONS: u32 = 16;
/// How long SQLite itself waits for another process's transaction: longer than applying the largest
/// register takes.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(120);
/// The limits of PostgreSQL connections in the pools: the wait for a row of another transaction, the
/// pause between two statements of a transaction, and one statement. A reading computes for less
/// than a minute between two statements; a process that was stopped inside of one holds up every
/// writer for as long as the pause may be. Exports have connections of their own without these
/// limits, because a slow reader may take many minutes.
pub(super) const POSTGRES_LIMITS: [(&str, &str); 3] = [
    ("lock_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "120s"),
    ("statement_timeout", "900s"),
];
/// Only errors of PostgreSQL reach the log. If a job ends during its `COMMIT`, the driver rolls
/// back a transaction that is over, and PostgreSQL would warn about that at every other stop.
const POSTGRES_MESSAGES: [(&str, &str); 1] = [("client_min_messages", "error")];
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that was idle for this long is tested before its use, because the server may have
/// restarted. A busy connection is not tested, which would cost a round trip for each use; after a
/// restart it fails once.
const RESTED: Duration = Duration::from_millis(50);
/// The writer's page cache, in KiB (negative for the pragma). With the default of 2 MB a large
/// reading writes every page of an index many times.
const WRITER_CACHE: &str = "-262144";
/// The page size of a new SQLite file, in bytes. Each page costs two system calls, and rows that
/// are written together share pages.
const PAGE_SIZE: u32 = 8_192;

pub(super) fn sqlite_options(url: &str, connections: u32, read_only: bool) -> ConnectOptions {
    let mut options = ConnectOptions::new(absolute_address(url));
    // Closing the connection to `:memory:` deletes the database.
    options
        .max_connections(connections)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(BUSY_TIMEOUT)
        // A connection to a file is never lost.
        .test_before_acquire(false)
        .sqlx_logging(false)
        .record_stmt_in_spans(false)
        .map_sqlx_sqlite_opts(move |options| sqlite_settings(options, read_only))
        .map_sqlx_sqlite_pool_opts(|pool| {
            pool.after_release(|connection, _| has_no_transaction(connection))
        });
    options
}

/// Returns the address of a file with its absolute path, as a URL: the library reads it as one, in
/// which a relative path is the name of a host and may hold no space.
pub(crate) fn absolute_address(url: &str) -> String {
    let path = sqlite_file(url).ok();
    let Some(path) = path.as_ref().and_then(|path| path.to_str()) else { return url.to_owned() };
    let path = path.replace('%', "%25").replace('?', "%3F");
    let query = url.split_once('?').map(|(_, query)| format!("?{query}"));
    format!("sqlite://{path}{}", query.unwrap_or_default())
}

/// Returns the options of the writing connection to a SQLite file. Before its next use the connection is
/// reopened if `reopens` is true, which then becomes false.
pub(super) fn writer_options(url: &str, reopens: Arc<AtomicBool>) -> ConnectOptions {
    let mut options = sqlite_options(url, 1, false);
    options.map_sqlx_sqlite_pool_opts(move |pool| {
        let reopens = Arc::clone(&reopens);
        pool.after_release(|connection, _| has_no_transaction(connection)).before_acquire(
            move |_, _| {
                let stays = !reopens.swap(false, Ordering::AcqRel);
                Box::pin(async move { Ok(stays) })
            },
        )
    });
    options
}

/// Returns whether a connection that is given back has ended its transaction. On a full disk SQLite
/// rolls back by itself. The driver's rollback then fails, it counts the transaction as open, and
/// every later one would be a part of it that is never committed. Such a connection is closed.
fn has_no_transaction(connection: &mut SqliteConnection) -> BoxFuture<'_, sqlx::Result<bool>> {
    Box::pin(async {
        // A rollback may still wait in the connection's queue.
        connection.ping().await?;
        Ok(!connection.is_in_transaction())
    })
}

/// Returns the options of a connection that waits at most `busy_timeout` for another writer; `None`
/// for what is no SQLite file.
pub(crate) fn urgent_options(
    url: &str,
    busy_timeout: Duration,
) -> Result<Option<ConnectOptions>, StoreError> {
    let Backend::SqliteFile = backend(url)? else { return Ok(None) };
    let mut options = sqlite_options(url, 1, false);
    options.map_sqlx_sqlite_opts(move |options| {
        sqlite_settings(options, false).busy_timeout(busy_timeout)
    });
    Ok(Some(options))
}

/// Returns the settings of every connection to a SQLite database.
pub(crate) fn sqlite_settings(
    options: SqliteConnectOptions,
    read_only: bool,
) -> SqliteConnectOptions {
    let options = options
        .create_if_missing(true)
        .page_size(PAGE_SIZE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true);
    if read_only {
        options.pragma("query_only", "1")
    } else {
        options.pragma("cache_size", WRITER_CACHE)
    }
}

pub(super) fn postgres_options(url: &str) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(POSTGRES_CONNECTIONS)
        .connect_timeout(CONNECT_TIMEOUT)
        .acquire_timeout(CONNECT_TIMEOUT)
        .test_before_acquire_if_idle_for(RESTED)
        .map_sqlx_postgres_opts(|options| {
            options.options(POSTGRES_LIMITS).options(POSTGRES_MESSAGES)
        })
        .sqlx_logging(false)
        .record_stmt_in_spans(false);
    options
}

/// Returns the options of a transaction that takes the write lock first. A transaction that reads
/// and then writes fails at once, whatever the timeout.
pub(crate) fn immediate() -> TransactionOptions {
    TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    }
}
