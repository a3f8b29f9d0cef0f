//! Backs up a whole database, and restores it.
//!
//! A backup is one file that needs no other: for SQLite a database written by `VACUUM INTO`, for
//! PostgreSQL an archive of `pg_dump --format=custom`. It is consistent even if others write
//! meanwhile. It is read back and sealed with its SHA-256 before it gets its name, and an interrupted
//! backup gets no name. A backup never contains the key of the webhook secrets, because it contains
//! the secrets.
//!
//! A restore checks the seal and reads the whole backup first, and changes nothing when that fails. Counters in Redis
//! are not backed up, because the database stores the counts of customers.

mod catalogue_version;
mod error;
mod file_kind;
mod postgres;
mod seal;
mod secret_key;
mod sqlite;
mod sqlite_restore;
mod terms;

use std::path::{Path, PathBuf};

use licence_core::time::Timestamp;
use serde::{Serialize, Serializer};

use crate::StoreOptions;
use crate::connect::{self, Backend, backend, without_password};

pub use error::BackupError;
pub use file_kind::is_of_database;
pub use secret_key::SecretKeyStatus;
pub use terms::{DatabaseKind, OverwritePolicy};

/// A new backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackupFile {
    /// The file.
    #[serde(serialize_with = "serialize_path")]
    pub file: PathBuf,
    /// The kind of its database.
    pub kind: DatabaseKind,
    /// Its size in bytes.
    pub bytes: u64,
    /// The newest migration of its schema.
    pub schema: String,
    /// The file of the key of the webhook secrets, which the backup does not contain; `None`
    /// without a file.
    #[serde(serialize_with = "serialize_path_if_any")]
    pub secret_key_file: Option<PathBuf>,
}

/// Writes a path as text, because JSON holds no name that is not UTF-8.
fn serialize_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

fn serialize_path_if_any<S: Serializer>(
    path: &Option<PathBuf>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.display().to_string()).serialize(serializer)
}

/// A restored database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RestoredDatabase {
    /// Its address, without a password.
    pub database: String,
    /// The kind of the database.
    pub kind: DatabaseKind,
    /// The newest migration of its schema; the next start of a server adds later ones.
    pub schema: String,
    /// The new name of the replaced SQLite file, and of its side files before their suffix.
    #[serde(serialize_with = "serialize_path_if_any")]
    pub kept: Option<PathBuf>,
    /// Whether the key of the webhook secrets opens the restored secrets.
    pub secret_key: SecretKeyStatus,
}

/// Backs up the database of these options into a new file with mode 0600. The database may be in
/// use, and may have an earlier schema, which stays.
///
/// # Errors
/// [`BackupError`]; then there is no new file.
pub async fn create(
    options: &StoreOptions,
    file: &Path,
    overwrite: OverwritePolicy,
) -> Result<BackupFile, BackupError> {
    let url = &options.database_url;
    file_kind::refuse_overwriting(file, overwrite)?;
    let (kind, schema) = match backend(url)? {
        Backend::Memory => return Err(BackupError::InMemory),
        Backend::SqliteFile => {
            let database = connect::sqlite_file(url)?;
            (DatabaseKind::Sqlite, sqlite::create(&database, file, overwrite).await?)
        }
        Backend::Postgres => {
            (DatabaseKind::Postgres, postgres::create(url, file, overwrite).await?)
        }
    };
    let metadata = std::fs::metadata(file).map_err(|error| BackupError::io(file, error))?;
    let secret_key_file = secret_key::file(options)?;
    Ok(BackupFile { file: file.to_owned(), kind, bytes: metadata.len(), schema, secret_key_file })
}

/// Restores a backup to the database of these options: a file of SQLite that is absent, empty or
/// replaced, or an empty PostgreSQL database. `now` names the files that are kept, and is the new version of
/// the catalogue.
///
/// # Errors
/// [`BackupError`]; then the database is as it was.
pub async fn restore(
    options: &StoreOptions,
    file: &Path,
    overwrite: OverwritePolicy,
    now: Timestamp,
) -> Result<RestoredDatabase, BackupError> {
    let url = &options.database_url;
    let (kind, schema, kept) = match backend(url)? {
        Backend::Memory => return Err(BackupError::InMemory),
        Backend::SqliteFile => {
            file_kind::expect(file, DatabaseKind::Sqlite)?;
            let content = seal::require(file).await?;
            let target = sqlite_restore::Target::new(&connect::sqlite_file(url)?)?;
            let (schema, kept) = target.restore((file, content), overwrite, now).await?;
            (DatabaseKind::Sqlite, schema, kept)
        }
        Backend::Postgres => {
            file_kind::expect(file, DatabaseKind::Postgres)?;
            seal::require(file).await?;
            (DatabaseKind::Postgres, postgres::restore(url, file, overwrite, now).await?, None)
        }
    };
    let secret_key = secret_key::status(options).await?;
    Ok(RestoredDatabase { database: without_password(url), kind, schema, kept, secret_key })
}
