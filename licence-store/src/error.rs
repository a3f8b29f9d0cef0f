//! What can go wrong in the store.

use licence_core::catalogue::CatalogueTooLarge;
use licence_core::transition::Refusal;
use sea_orm::DbErr;
use thiserror::Error;

/// Why a use case failed. The text is one line and names no secret.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address of a database or cache has a form the store does not know.
    #[error("{what} {url:?} is not of the form {expected}")]
    InvalidUrl {
        /// Which address.
        what: &'static str,
        /// As given, without a password.
        url: String,
        /// The forms known.
        expected: &'static str,
    },
    /// The database cannot be opened or reached.
    #[error("the database {url} cannot be reached: {why}")]
    DatabaseUnavailable {
        /// As given, without a password.
        url: String,
        /// The driver's reason.
        why: String,
    },
    /// The cache cannot be reached.
    #[error("the cache {url} cannot be reached: {why}")]
    CacheUnavailable {
        /// As given, without a password.
        url: String,
        /// The driver's reason.
        why: String,
    },
    /// The bundled SQLite is one that can corrupt a WAL database.
    #[error("SQLite {found} can corrupt a WAL database; 3.51.3 or later is needed")]
    SqliteTooOld {
        /// The version found.
        found: String,
    },
    /// The reading must not be applied.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The records do not fit in memory as one catalogue.
    #[error(transparent)]
    CatalogueTooLarge(#[from] CatalogueTooLarge),
    /// A row holds what the service never writes.
    #[error("table {table}, row {id}: {why}")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The row.
        id: String,
        /// What is wrong.
        why: String,
    },
    /// A statement failed.
    #[error("the database failed: {0}")]
    Database(#[from] DbErrors),
}

/// A failure of the database driver; its type stays inside the store.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct DbErrors(#[from] DbErr);

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        Self::Database(DbErrors(error))
    }
}

impl StoreError {
    pub(crate) fn corrupt(table: &'static str, id: &str, why: impl ToString) -> Self {
        Self::Corrupt { table, id: id.to_owned(), why: why.to_string() }
    }
}
