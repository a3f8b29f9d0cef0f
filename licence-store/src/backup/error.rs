//! The errors of backups and restores.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::terms::DatabaseKind;
use crate::error::StoreError;

/// The text for a database that is not one of ours.
pub(super) const FOREIGN: &str = "it does not hold the tables of a licence database";

/// The reason why a backup was not made, or not restored. Its text is one line and names no secret.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the sentence of each error says what its values are")]
pub enum BackupError {
    /// The database cannot be used, or its address is of no known form.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A database in memory ends with its process.
    #[error("sqlite::memory: ends with its process: there is nothing to back up or restore")]
    InMemory,
    /// The database is not one of ours.
    #[error("{database}: {FOREIGN}")]
    Foreign {
        /// Its address or file.
        database: String,
    },
    /// The file of a new backup exists.
    #[error("{} exists; --force replaces an earlier backup", .file.display())]
    FileExists { file: PathBuf },
    /// The file of a new backup is the database, or has the name of a file beside one.
    #[error("{} is a database or a file of one; name another file", .file.display())]
    IsOfDatabase { file: PathBuf },
    /// The file is no backup, or not a finished one.
    #[error("{} is not a backup: {why}", .file.display())]
    NotABackup { file: PathBuf, why: String },
    /// The content of the backup is damaged.
    #[error("{} is damaged: {why}", .file.display())]
    Damaged { file: PathBuf, why: String },
    /// The backup is of another kind of database.
    #[error("{} is a backup of {found}, and the database is {expected}", .file.display())]
    OtherKind { file: PathBuf, found: DatabaseKind, expected: DatabaseKind },
    /// A process uses the database that was to be replaced.
    #[error("{database} is in use; stop the server and every `licence` command that uses it")]
    InUse {
        /// Its address or file.
        database: String,
    },
    /// The database that was to be replaced is not empty.
    #[error("{database} holds data; {remedy}")]
    HoldsData {
        /// Its address or file.
        database: String,
        remedy: &'static str,
    },
    /// A program of PostgreSQL is not installed.
    #[error("{tool} was not found: install the PostgreSQL client tools of the server's version")]
    ToolMissing { tool: &'static str },
    /// A program of PostgreSQL failed.
    #[error("{tool} failed: {why}")]
    ToolFailed { tool: &'static str, why: String },
    /// A file cannot be read or written.
    #[error("{}: {error}", .file.display())]
    Io { file: PathBuf, error: io::Error },
}

impl BackupError {
    pub(super) fn io(file: &Path, error: io::Error) -> Self {
        Self::Io { file: file.to_owned(), error }
    }

    pub(super) fn not_a_backup(file: &Path, why: impl ToString) -> Self {
        Self::NotABackup { file: file.to_owned(), why: why.to_string() }
    }

    pub(super) fn damaged(file: &Path, why: String) -> Self {
        Self::Damaged { file: file.to_owned(), why }
    }

    /// Returns whether the caller asked for what must not be done; otherwise something failed.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::InMemory
            | Self::Foreign { .. }
            | Self::FileExists { .. }
            | Self::IsOfDatabase { .. }
            | Self::NotABackup { .. }
            | Self::Damaged { .. }
            | Self::OtherKind { .. }
            | Self::InUse { .. }
            | Self::HoldsData { .. }
            | Self::Store(
                StoreError::InvalidUrl { .. }
                | StoreError::UnprotectedDatabase { .. }
                | StoreError::SchemaTooNew { .. },
            ) => true,
            Self::Store(_)
            | Self::ToolMissing { .. }
            | Self::ToolFailed { .. }
            | Self::Io { .. } => false,
        }
    }
}
