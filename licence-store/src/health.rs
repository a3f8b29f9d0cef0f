//! The health of the service (specification 4.5): whether database and cache answer, whether the
//! database file is whole and still the opened one, and whether it takes writes.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use rustix::io::Errno;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement};
use tokio::time::timeout;

use crate::Store;
use crate::boxed;
use crate::cache;
use crate::driver::{Fault, driver_error_text, driver_fault, is_damage_in_check};
use crate::error::{StoreError, one_line};
use crate::files::DatabaseFile;

/// The longest wait for an answer of the database and the cache, which then count as unreachable.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// How much a try to write takes of the disk for a moment.
const PROBE_BYTES: usize = 64 * 1024;

/// Writes a temporary file of 70,000 bytes, 14 for each number, to the disk of the database. PostgreSQL
/// removes the file at the end of the statement.
const REQUIRE_ROOM_OF_POSTGRES: &str = "set local work_mem = '64kB'; \
                                        set local temp_tablespaces = ''; \
                                        select count(*) from generate_series(1, 5000)";

/// Every table of the schema: health reads a row of each.
const TABLES: [&str; 40] = [
    "accounts",
    "api_keys",
    "audit_entries",
    "catalogue_changes",
    "catalogue_version",
    "ceremonies",
    "coverage_states",
    "deliveries",
    "delivery_attempts",
    "domains",
    "events",
    "evidence",
    "expiry_warnings",
    "history",
    "instance",
    "invitations",
    "key_leases",
    "key_version",
    "licences",
    "members",
    "oauth_assertions",
    "oauth_clients",
    "oauth_codes",
    "oauth_grants",
    "oauth_tokens",
    "operator_keys",
    "operators",
    "passkeys",
    "refusals",
    "register_readings",
    "register_runs",
    "regulatory_actions",
    "sessions",
    "snapshots",
    "trading_names",
    "usage",
    "usage_days",
    "watchlist_entries",
    "webhook_endpoints",
    "webhook_secrets",
];

/// Whether database and cache can be used (specification 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// The database answers, with a row of every table that has one.
    pub database: bool,
    /// The cache answers.
    pub cache: bool,
}

impl Store {
    /// Returns whether database and cache answer within 3 seconds. A database answers when a row of
    /// each table can be read, the last [`Store::inspect_database`] found no damage, and its file
    /// is the one that was opened.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let health = store.health().await;
    /// assert!(health.database && health.cache);
    /// # Ok(()) }).unwrap();
    /// ```
    #[boxed]
    pub async fn health(&self) -> Health {
        // Each has its own timeout, so that the one that answers does not fail with the other.
        let database = timeout(ANSWER_TIMEOUT, read_every_table(&self.databases.reader));
        let (database, cache) =
            tokio::join!(database, timeout(ANSWER_TIMEOUT, cache::answers(&self.cache)));
        let is_whole = !self.databases.is_damaged.load(Ordering::Relaxed);
        let database = matches!(database, Ok(Ok(()))) && is_whole;
        Health { database: database && self.is_database_in_place(), cache: cache.unwrap_or(false) }
    }

    /// Returns whether the SQLite file is still the file that was opened. It is not if the name leads
    /// to another file or to none, if the file was emptied, or if [`Self::refresh_catalogue`] found
    /// an earlier state in it. The file then no longer holds what was written.
    /// Always true for other databases.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert!(store.is_database_in_place());
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn is_database_in_place(&self) -> bool {
        let is_overwritten = self.databases.is_overwritten.load(Ordering::Relaxed);
        self.databases.file.as_ref().is_none_or(DatabaseFile::is_in_place) && !is_overwritten
    }

    /// Reads the whole structure of an SQLite file (`PRAGMA quick_check`, about a second for 600
    /// MB) from disk, and a row of each table of any database. [`Store::health`] remembers the
    /// outcome.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.inspect_database().await?;
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first fault found; another [`StoreError`] when the database
    /// does not answer.
    #[boxed]
    pub async fn inspect_database(&self) -> Result<(), StoreError> {
        let outcome = match &self.databases.file {
            Some(file) => quick_check(file).await,
            None => Ok(()),
        };
        let outcome = match outcome {
            Ok(()) => read_every_table(&self.databases.reader).await,
            failed => failed,
        };
        let is_damaged = matches!(outcome, Err(StoreError::Damaged { .. }));
        if outcome.is_ok() || is_damaged {
            self.databases.is_damaged.store(is_damaged, Ordering::Relaxed);
        }
        outcome
    }

    /// Writes a row unchanged, to see whether the database takes writes. On a full disk reads still
    /// work, and so do writes to space that is used again: a temporary file on the disk of the database
    /// tells whether it has room.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.try_write().await?;
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] with the database's reason.
    #[boxed]
    pub async fn try_write(&self) -> Result<(), StoreError> {
        if let Some(file) = &self.databases.file {
            require_room_beside(file.path().to_owned()).await?;
        }
        match self.write_nothing().await {
            // A file in the place of ours is not opened beside it.
            Err(StoreError::Unusable { .. }) if self.is_database_in_place() => {
                self.databases.reopen_writer();
                self.write_nothing().await
            }
            outcome => outcome,
        }
    }

    async fn write_nothing(&self) -> Result<(), StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        if transaction.get_database_backend() == DbBackend::Postgres {
            transaction.execute_unprepared(REQUIRE_ROOM_OF_POSTGRES).await?;
        }
        transaction.execute_unprepared("update instance set name = name").await?;
        Ok(transaction.commit().await?)
    }

    /// Returns whether the last call found the database server away, without a query. Always
    /// `false` for SQLite, whose file needs no server.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert!(!store.is_database_away());
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn is_database_away(&self) -> bool {
        self.availability.is_away()
    }

    /// Records that a call failed because the database server is away. [`Store::is_database_away`]
    /// is true until a probe in the background reaches the server.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.note_database_away();
    /// assert!(!store.is_database_away(), "SQLite has no server");
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn note_database_away(&self) {
        self.availability.record_away(&self.databases.reader);
    }

    /// Keeps every connection open until the process ends. For a database file that was replaced:
    /// SQLite removes the write-ahead log when its last connection closes, and would remove the log
    /// of the file that has the name now.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.leave_open();
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn leave_open(self) {
        std::mem::forget(self);
    }
}

/// Reads a row of every table in one statement.
async fn read_every_table(database: &DatabaseConnection) -> Result<(), StoreError> {
    let sql = row_of_each(&TABLES);
    let statement = Statement::from_string(database.get_database_backend(), sql);
    match database.query_one_raw(statement).await {
        Ok(_) => Ok(()),
        Err(DbErr::Query(RuntimeErr::SqlxError(error)))
            if driver_fault(&error) == Some(Fault::Damage) =>
        {
            Err(StoreError::damaged(&driver_error_text(&error)))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the statement that reads a row of each of these tables, and so the root page of each. It
/// fails when one is missing.
pub(crate) fn row_of_each(tables: &[impl Display]) -> String {
    let count = |table| format!("(select count(*) from (select 1 from {table} limit 1) t)");
    let counts: Vec<String> = tables.iter().map(count).collect();
    format!("select {}", counts.join(" + "))
}

/// Requires that the disk of a database takes a file more. The file has no name, and is gone at once.
async fn require_room_beside(database: PathBuf) -> Result<(), StoreError> {
    let write = move || {
        let folder = database.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(&[0xa5; PROBE_BYTES])?;
        file.sync_all()
    };
    let written = tokio::task::spawn_blocking(write).await.map_err(io::Error::other);
    written.flatten().map_err(|error| {
        let why = format!("{PROBE_BYTES} bytes beside the database cannot be written: {error}");
        match error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::MFILE | Errno::NFILE | Errno::NOMEM) => StoreError::Unusable { why },
            _ => StoreError::Disk { why },
        }
    })
}

/// Checks a file on a connection of its own, because open connections cache pages in memory.
async fn quick_check(file: &DatabaseFile) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(file.path()).create_if_missing(false);
    let options = options.pragma("query_only", "1").disable_statement_logging();
    let mut connection = options.connect().await.map_err(StoreError::unreadable)?;
    let check = sqlx::query_scalar::<_, String>("pragma quick_check(1)");
    let found = check.fetch_one(&mut connection).await.map_err(StoreError::unreadable);
    connection.close().await.map_err(StoreError::unreadable)?;
    match found?.as_str() {
        "ok" => Ok(()),
        fault if is_damage_in_check(fault) => Err(StoreError::damaged(&fault)),
        fault => {
            let why = format!("the check of its file did not end: {}", one_line(fault));
            Err(StoreError::Unusable { why })
        }
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::Database;
    use sea_orm_migration::MigratorTrait;

    use super::*;
    use crate::migration::{Migrator, tables_after};

    #[tokio::test]
    async fn health_reads_every_table_of_the_schema() {
        let database = Database::connect("sqlite::memory:").await.unwrap();
        Migrator::up(&database, None).await.unwrap();
        let tables = tables_after(Migrator::migrations().len()).await.unwrap();
        assert_eq!(tables, TABLES, "add the table of a new migration to TABLES");
        read_every_table(&database).await.unwrap();
        for table in TABLES {
            database.execute_unprepared(&format!("alter table {table} rename to x")).await.unwrap();
            let lost = read_every_table(&database).await;
            assert!(matches!(lost, Err(StoreError::Damaged { .. })), "{table}: {lost:?}");
            database.execute_unprepared(&format!("alter table x rename to {table}")).await.unwrap();
        }
    }
}
