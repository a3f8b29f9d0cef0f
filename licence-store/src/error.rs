//! The error of the store.

use std::time::Duration;

use licence_core::catalogue::CatalogueTooLarge;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::transition::Refusal;
use sea_orm::sqlx;
use thiserror::Error;
use uuid::Uuid;

use crate::driver::{DriverError, Failure, Fault, driver_error_text, driver_fault};

/// How long a request waits for earlier writers. Its caller can try again.
pub(crate) const WRITER_WAIT: Duration = Duration::from_secs(30);

/// The reason why a call of the store failed. Its text is one line and names no secret: addresses are
/// without their passwords.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the sentence of each error says what its values are")]
pub enum StoreError {
    /// The address of a database or cache has an unknown form.
    #[error("{what} {url:?} is not of the form {expected}")]
    InvalidUrl { what: &'static str, url: String, expected: String },
    /// The address of a PostgreSQL server on another machine does not say whether the connection is
    /// encrypted.
    #[error(
        "the address {url} does not say whether the connection is encrypted: add \
         ?sslmode=verify-full (and &sslrootcert=FILE for an authority of your own), or \
         ?sslmode=disable on a private network"
    )]
    UnprotectedDatabase { url: String },
    /// The database cannot be opened or reached.
    #[error("the database {url} cannot be reached: {why}")]
    DatabaseUnavailable { url: String, why: String },
    /// The cache cannot be reached.
    #[error("the cache {url} cannot be reached: {why}")]
    CacheUnavailable { url: String, why: String },
    /// The file that announces changed keys to all processes cannot be read or written.
    #[error("the change of a key cannot be announced beside the database: {why}")]
    KeysNotAnnounced { why: String },
    /// The folder that keeps the catalogue is none.
    #[error("the folder of the catalogue {folder}: {why}")]
    CatalogueFolder { folder: String, why: String },
    /// The key of the webhook secrets cannot be used.
    #[error("the key of the webhook secrets ({file}): {why}")]
    SecretKey { file: String, why: String },
    /// The client that posts webhooks could not be set up.
    #[error("{0}")]
    HttpClient(String),
    /// The linked SQLite can corrupt a WAL database.
    #[error("SQLite {found} can corrupt a WAL database; 3.51.3 or later is needed")]
    SqliteTooOld { found: String },
    /// A later version migrated the database, and may have changed the meaning of its rows.
    #[error("the database is of a later version: its schema has {migration:?}; use that version")]
    SchemaTooNew { migration: String },
    /// The database holds the tables of another program.
    #[error("{url} holds the tables of another program; name another database")]
    ForeignDatabase { url: String },
    /// The database cannot be read: its file is malformed, or a table is missing.
    #[error("the database is damaged: {why}; `licence restore` puts a backup in its place")]
    Damaged { why: String },
    /// A disk refuses what an SQLite database writes: its own, or that of its temporary files, which
    /// SQLite's error does not tell apart.
    #[error(
        "the disk of the database, or of the folder of temporary files (TMPDIR), is full or fails: \
         {why}; make room there, then try again"
    )]
    Disk { why: String },
    /// The database cannot be used as things are: it takes no writes, or the process lacks memory or
    /// files. The same call succeeds once that is mended.
    #[error("the database cannot be used: {why}")]
    Unusable { why: String },
    /// Another write, of this process or another, held the database for too long. The same call
    /// succeeds once that write has ended.
    #[error("another write holds the database, and did not end within {seconds} s; try again")]
    WriterBusy { seconds: u64 },
    /// The form that carries this id created something already.
    #[error("the form {id} was sent already, and what it creates is on record")]
    Repeated { id: Uuid },
    /// The reading must not be applied.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Another process took over the reading of the register.
    #[error("another process took over the reading of {code}; this reading is not applied")]
    LeaseLost { code: JurisdictionCode },
    /// The records do not fit in memory as one catalogue.
    #[error(transparent)]
    CatalogueTooLarge(#[from] CatalogueTooLarge),
    /// A row holds a value that the service never writes.
    #[error("table {table}, row {id}: {why}")]
    Corrupt { table: &'static str, id: String, why: String },
    /// The most exports that may run at once are running.
    #[error("{at_once} exports are running, and none of them ended within {seconds} s")]
    ExportsBusy { at_once: usize, seconds: u64 },
    /// The most exports of one account that may run at once are running.
    #[error("the account has {at_once} exports running, and none ended within {seconds} s")]
    AccountExportsBusy { at_once: usize, seconds: u64 },
    /// The export was cut because its reader took nothing for too long.
    #[error("the export was cut: its reader took nothing for {seconds} s")]
    ExportStalled { seconds: u64 },
    /// The export was cut because the task that makes its chunks ended.
    #[error("the export was cut: the service ended it before its end")]
    ExportInterrupted,
    /// A statement failed.
    #[error("the database failed: {0}")]
    Database(Failure),
}

impl<E: DriverError> From<E> for StoreError {
    fn from(error: E) -> Self {
        let failure = error.into_failure();
        match failure.fault() {
            Some(Fault::Disk) => Self::Disk { why: failure.to_string() },
            Some(Fault::ReadOnly) => Self::Unusable { why: failure.to_string() },
            Some(Fault::LockTimeout) => Self::WriterBusy { seconds: WRITER_WAIT.as_secs() },
            _ => Self::Database(failure),
        }
    }
}

impl StoreError {
    pub(crate) fn not_announced(why: &impl ToString) -> Self {
        Self::KeysNotAnnounced { why: why.to_string() }
    }

    /// Returns whether the database server cannot be reached, or closed the connection. The same
    /// call succeeds once the server is back. For SQLite, whether no connection came free in time.
    pub fn is_database_away(&self) -> bool {
        match self {
            Self::DatabaseUnavailable { .. } => true,
            Self::Database(failure) => failure.fault() == Some(Fault::Away),
            _ => false,
        }
    }

    pub(crate) fn corrupt(table: &'static str, id: &str, why: impl ToString) -> Self {
        Self::Corrupt { table, id: id.to_owned(), why: why.to_string() }
    }

    /// Returns the error of a statement that reads: damage, if the driver's error shows that.
    pub(crate) fn unreadable(error: sqlx::Error) -> Self {
        match driver_fault(&error) {
            Some(Fault::Damage) => Self::damaged(&driver_error_text(&error)),
            _ => error.into(),
        }
    }

    pub(crate) fn damaged(why: &impl ToString) -> Self {
        Self::Damaged { why: one_line(&why.to_string()) }
    }
}

/// Returns a text with every line break and run of spaces replaced by one space.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
