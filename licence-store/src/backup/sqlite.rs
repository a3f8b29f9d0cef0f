//! Backups of a SQLite file.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePoolOptions};
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection};
use sea_orm::{SqlxSqliteConnector, TransactionTrait};
use tempfile::NamedTempFile;

use super::{BackupError, OverwritePolicy, seal};
use crate::driver::{self, driver_error_text, driver_fault};
use crate::error::{StoreError, one_line};
use crate::files;
use crate::health::row_of_each;
use crate::keys::{KeyLog, fold_tail, version};
use crate::migration::{self, SchemaState};

/// How long the backup waits for a process that recovers the database or applies a schema.
const BUSY_TIMEOUT: Duration = Duration::from_secs(120);

/// Copies the database into a new file, verifies the copy and gives it its name; returns its
/// schema. The copy is of one moment, whatever others write meanwhile.
pub(super) async fn create(
    database: &Path,
    file: &Path,
    overwrite: OverwritePolicy,
) -> Result<String, BackupError> {
    let is_the_database = file
        .canonicalize()
        .is_ok_and(|file| database.canonicalize().is_ok_and(|database| file == database));
    if is_the_database {
        return Err(BackupError::IsOfDatabase { file: file.to_owned() });
    }
    let draft = files::draft_beside(file).map_err(|error| BackupError::io(file, error))?;
    vacuum_into(database, draft.path(), file).await?;
    write_ends(draft.path(), database).await?;
    let schema = verify(draft.path(), INTEGRITY_CHECK).await.map_err(|fault| match fault {
        Fault::Damaged(why) => BackupError::Store(StoreError::Damaged { why }),
        Fault::Foreign => BackupError::Foreign { database: database.display().to_string() },
        Fault::Schema(error) => error.into(),
    })?;
    keep(draft, file, overwrite).await?;
    Ok(schema)
}

/// Copies the database. `VACUUM INTO` reads one state and builds every index again from the rows. What
/// fills up is the disk of the backup, `file`.
async fn vacuum_into(database: &Path, copy: &Path, file: &Path) -> Result<(), BackupError> {
    if !database.exists() {
        let (url, why) = (database.display().to_string(), "there is no such file".to_owned());
        return Err(StoreError::DatabaseUnavailable { url, why }.into());
    }
    let is_whole = files::require_finished_restore(database);
    is_whole.map_err(|error| BackupError::io(database, error))?;
    let mut connection = open(database).await?;
    let copied = sqlx::query("vacuum into ?").bind(copy.to_string_lossy().into_owned());
    let copied = copied.execute(&mut connection).await;
    connection.close().await.map_err(StoreError::from)?;
    copied.map(drop).map_err(|error| match driver_fault(&error) {
        Some(driver::Fault::Disk) => BackupError::io(file, ErrorKind::StorageFull.into()),
        _ => StoreError::unreadable(error).into(),
    })
}

/// Writes what only the log beside the database ended into a copy, because the log is not part of a
/// backup, and a restored one must bring back no key, session, member or grant. Called after the copy
/// is made: the log only grows, so it holds every end that the copy lacks.
async fn write_ends(copy: &Path, database: &Path) -> Result<(), BackupError> {
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
    fold_tail(&transaction, log.tail(committed).map_err(failed)?).await?;
    transaction.commit().await.map_err(StoreError::from)?;
    Ok(copy.close().await.map_err(StoreError::from)?)
}

/// Opens a database as it is: in its journal mode, without a migration.
async fn open(database: &Path) -> Result<SqliteConnection, BackupError> {
    let options = SqliteConnectOptions::new().filename(database).create_if_missing(false);
    let options = options.busy_timeout(BUSY_TIMEOUT).disable_statement_logging();
    Ok(options.connect().await.map_err(StoreError::from)?)
}

/// Checks rows, indices and their agreement: half a minute for 600 MB.
const INTEGRITY_CHECK: &str = "pragma integrity_check(1)";
/// Checks rows, and the structure of indices: a second for 600 MB.
pub(super) const QUICK_CHECK: &str = "pragma quick_check(1)";

pub(super) enum Fault {
    /// It is damaged.
    Damaged(String),
    /// It holds other tables than ours.
    Foreign,
    /// It is of a later version.
    Schema(StoreError),
}

/// Reads a copy back and returns its schema. Nobody else uses the file, and nothing is written
/// beside it.
pub(super) async fn verify(copy: &Path, check: &'static str) -> Result<String, Fault> {
    let damaged = |_: sqlx::Error| Fault::Damaged("it cannot be read as a database".to_owned());
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut connection = options.disable_statement_logging().connect().await.map_err(damaged)?;
    let found: String =
        sqlx::query_scalar(check).fetch_one(&mut connection).await.map_err(damaged)?;
    if found != "ok" {
        return Err(Fault::Damaged("its pages do not fit together".to_owned()));
    }
    require_length(copy, &mut connection).await.map_err(Fault::Damaged)?;
    let applied = sqlx::query_scalar("select version from seaql_migrations");
    let applied: Result<Vec<String>, _> = applied.fetch_all(&mut connection).await;
    // Every program on the same library has that table.
    let applied = applied.ok().filter(|applied| !applied.is_empty()).ok_or(Fault::Foreign)?;
    let schema = newest_migration(&applied).map_err(Fault::Schema)?;
    let reading = reading_every_table(&applied).await.map_err(Fault::Schema)?;
    let read = sqlx::query(AssertSqlSafe(reading)).fetch_one(&mut connection).await;
    read.map_err(|error| Fault::Damaged(driver_error_text(&error)))?;
    Ok(schema)
}

/// Returns the newest of the migrations that were applied. Fails when this version lacks one of them.
pub(super) fn newest_migration(applied: &[String]) -> Result<String, StoreError> {
    match migration::state_of_migrations(applied) {
        SchemaState::Later(migration) => Err(StoreError::SchemaTooNew { migration }),
        SchemaState::Current | SchemaState::Behind => {
            Ok(applied.iter().max().cloned().unwrap_or_default())
        }
    }
}

/// Returns the statement that reads a row of every table of the schema that these migrations made, as
/// `licence doctor` does.
pub(super) async fn reading_every_table(applied: &[String]) -> Result<String, StoreError> {
    Ok(row_of_each(&migration::tables_after(applied.len()).await?))
}

/// Requires the length that the pages have: SQLite reads a last page that is cut short.
async fn require_length(copy: &Path, connection: &mut SqliteConnection) -> Result<(), String> {
    let pages = "select page_count * page_size from pragma_page_count, pragma_page_size";
    let pages: i64 = sqlx::query_scalar(pages)
        .fetch_one(connection)
        .await
        .map_err(|error| one_line(&error.to_string()))?;
    let length = std::fs::metadata(copy).map_err(|error| error.to_string())?.len();
    if i64::try_from(length) == Ok(pages) {
        return Ok(());
    }
    Err(format!("it has {length} bytes, and its pages have {pages}"))
}

/// Seals a finished draft, gives it its name, and makes both last.
pub(super) async fn keep(
    draft: NamedTempFile,
    file: &Path,
    overwrite: OverwritePolicy,
) -> Result<(), BackupError> {
    let failed = |error| BackupError::io(file, error);
    let sealing = tokio::task::spawn_blocking(move || {
        seal::append(draft.as_file())?;
        draft.as_file().sync_all()?;
        Ok(draft)
    });
    let draft = sealing.await.map_err(std::io::Error::other).flatten().map_err(failed)?;
    let kept = match overwrite {
        OverwritePolicy::Refuse => draft.persist_noclobber(file),
        OverwritePolicy::Replace => draft.persist(file),
    };
    kept.map_err(|kept| match kept.error.kind() {
        std::io::ErrorKind::AlreadyExists => BackupError::FileExists { file: file.to_owned() },
        _ => failed(kept.error),
    })?;
    files::sync_folder_of(file).map_err(failed)
}
