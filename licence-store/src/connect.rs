//! Opening the database: pools and schema.

mod address;
mod channel;
mod failure;
mod options;
#[cfg(test)]
mod tests;
mod transactions;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use backon::{ConstantBuilder, Retryable};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement,
};
use sea_orm_migration::MigratorTrait;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::driver::{Fault, error_text, fault};
use crate::error::StoreError;
use crate::files::DatabaseFile;
use crate::migration::{self, Migrator, SchemaState};
pub use address::sqlite_file;
pub(crate) use address::{
    Backend, announcements, backend, is_plain_redis_elsewhere, key_epoch, secret_key_location,
    unavailable, without_password,
};
pub(crate) use channel::listen;
use failure::{is_timeout, refusal};
pub(crate) use options::{
    CONNECT_TIMEOUT, absolute_address, immediate, sqlite_settings, urgent_options,
};
use options::{postgres_options, sqlite_options, writer_options};
pub(crate) use transactions::{WriterLock, lock_accounts};

/// One handle that writes and a pool that reads.
///
/// SQLite has one writer; a second connection that begins to read and then writes fails at once
/// whatever the timeout, so every write goes through one connection that takes its lock first.
#[derive(Clone)]
pub(crate) struct Databases {
    url: Arc<str>,
    pub(crate) writer: DatabaseConnection,
    pub(crate) reader: DatabaseConnection,
    /// The file of a SQLite database.
    pub(crate) file: Option<DatabaseFile>,
    /// Whether the connection that writes must be reopened before its next use.
    reopens_writer: Arc<AtomicBool>,
    /// Whether the last inspection of the whole database found damage.
    pub(crate) is_damaged: Arc<AtomicBool>,
    /// Whether the SQLite file was overwritten in place with an earlier state.
    pub(crate) is_overwritten: Arc<AtomicBool>,
    /// Let one caller at a time wait for each of PostgreSQL's locks of writers.
    waiting: [Arc<Semaphore>; 2],
}

const SQLITE_READERS: u32 = 4;
/// The pause before a locked database is opened again.
const RETRY_PAUSE: Duration = Duration::from_millis(20);
/// Versions before 3.51.3 can corrupt a WAL database when two connections write and checkpoint.
const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);

/// Opens the database, creating it and bringing its schema up to date.
pub(crate) async fn open(url: &str) -> Result<Databases, StoreError> {
    let databases = match backend(url)? {
        Backend::Memory => {
            let only = connect(url, sqlite_options(url, 1, false)).await?;
            Databases::new(url, only.clone(), only)
        }
        Backend::SqliteFile => open_file(url).await?,
        Backend::Postgres => {
            require_sslmode(url)?;
            let pool = connect(url, postgres_options(url)).await?;
            Databases::new(url, pool.clone(), pool)
        }
    };
    refuse_old_sqlite(&databases.writer).await?;
    databases.migrate().await?;
    Ok(databases)
}

async fn open_file(url: &str) -> Result<Databases, StoreError> {
    let file = DatabaseFile::prepare(&sqlite_file(url)?)
        .map_err(|error| unavailable(url, &error.to_string()))?;
    let reopens_writer = Arc::new(AtomicBool::new(false));
    let writer = connect(url, writer_options(url, Arc::clone(&reopens_writer))).await?;
    let opened = match connect(url, sqlite_options(url, SQLITE_READERS, true)).await {
        // A restore may have replaced the file meanwhile. This process would then write to the old
        // file.
        Ok(reader) if !file.is_in_place() => {
            let _ = reader.close().await;
            Err(unavailable(url, "the file was replaced meanwhile; try again"))
        }
        opened => opened,
    };
    match opened {
        Ok(reader) => {
            let file = Some(file);
            Ok(Databases { file, reopens_writer, ..Databases::new(url, writer, reader) })
        }
        Err(error) => {
            // The next attempt must not meet a connection that removes the log of the old file.
            let _ = writer.close().await;
            Err(error)
        }
    }
}

/// Refuses a PostgreSQL address that does not say whether the connection is encrypted.
pub(crate) fn require_sslmode(url: &str) -> Result<(), StoreError> {
    address::require_sslmode(url, std::env::var("PGSSLMODE").ok().as_deref())
}

/// Connects to the database. Retries while another process turns a new SQLite file into a WAL
/// database: SQLite then reports a lock at once, whatever the timeout.
async fn connect(url: &str, options: ConnectOptions) -> Result<DatabaseConnection, StoreError> {
    let begun = Instant::now();
    let is_worth_it =
        |error: &DbErr| fault(error) == Some(Fault::Busy) && begun.elapsed() < CONNECT_TIMEOUT;
    let pauses = ConstantBuilder::default().with_delay(RETRY_PAUSE).without_max_times();
    let connected = (|| Database::connect(options.clone())).retry(pauses).when(is_worth_it).await;
    match connected {
        Ok(connection) => Ok(connection),
        Err(error) if is_timeout(&error) => Err(unavailable(url, &refusal(url).await)),
        Err(error) => {
            let why = error_text(&error);
            match StoreError::from(error) {
                full @ StoreError::Disk { .. } => Err(full),
                _ => Err(unavailable(url, &why)),
            }
        }
    }
}

async fn refuse_old_sqlite(database: &DatabaseConnection) -> Result<(), StoreError> {
    if database.get_database_backend() != DbBackend::Sqlite {
        return Ok(());
    }
    let query = Statement::from_string(DbBackend::Sqlite, "select sqlite_version() as version");
    let found = match database.query_one_raw(query).await? {
        Some(row) => row.try_get::<String>("", "version")?,
        None => String::new(),
    };
    let mut numbers = found.split('.').map(|number| number.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    let version = (next(), next(), next());
    if version < OLDEST_SQLITE { Err(StoreError::SqliteTooOld { found }) } else { Ok(()) }
}

impl Databases {
    fn new(url: &str, writer: DatabaseConnection, reader: DatabaseConnection) -> Self {
        let (reopens_writer, is_damaged, is_overwritten) = Default::default();
        let (url, waiting) = (url.into(), std::array::from_fn(|_| Arc::new(Semaphore::new(1))));
        Self {
            url,
            writer,
            reader,
            file: None,
            reopens_writer,
            is_damaged,
            is_overwritten,
            waiting,
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns an error with its cause. If the pool gave no connection in time, the cause is the
    /// server's answer.
    async fn explain(&self, error: DbErr) -> StoreError {
        match is_timeout(&error) {
            true => unavailable(&self.url, &refusal(&self.url).await),
            false => error.into(),
        }
    }

    /// Returns a result, with its error explained.
    pub(crate) async fn explained<T>(&self, result: Result<T, DbErr>) -> Result<T, StoreError> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.explain(error).await),
        }
    }

    /// Has the writing connection to a SQLite file reopened before its next use. SQLite opens a file that
    /// is not writable for reading only, and the connection stays read-only when the file is writable
    /// again.
    pub(crate) fn reopen_writer(&self) {
        self.reopens_writer.store(true, Ordering::Release);
    }

    /// Updates the schema. Of two processes that start at once on an empty database, one migrates
    /// it.
    async fn migrate(&self) -> Result<(), StoreError> {
        match migration::schema_state(&self.reader).await {
            SchemaState::Current => return Ok(()),
            SchemaState::Later(migration) => return Err(StoreError::SchemaTooNew { migration }),
            SchemaState::Behind => {}
        }
        let transaction = self.begin_patient_write().await?;
        lock_accounts(&transaction).await?;
        if migration::is_of_another_program(&transaction).await? {
            return Err(StoreError::ForeignDatabase { url: without_password(&self.url) });
        }
        if transaction.get_database_backend() == DbBackend::Postgres {
            // A migration may rewrite a whole table.
            transaction.execute_unprepared("set local statement_timeout = 0").await?;
        }
        Migrator::up(&transaction, None).await?;
        transaction.commit().await?;
        Ok(())
    }
}
