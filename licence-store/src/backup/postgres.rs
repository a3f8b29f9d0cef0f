//! Backups of a PostgreSQL database, made and restored by PostgreSQL's own programs.

mod environment;

use std::io;
use std::path::Path;
use std::process::{Output, Stdio};
use std::str::FromStr;

use licence_core::time::Timestamp;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection};
use tokio::process::Command;

use super::catalogue_version::{RAISE_VERSION, version_at};
use super::error::FOREIGN;
use super::{BackupError, OverwritePolicy, sqlite};
use crate::connect::{CONNECT_TIMEOUT, WriterLock, require_sslmode, unavailable, without_password};
use crate::driver::driver_error_text;
use crate::error::{StoreError, one_line};
use crate::files;

const PG_DUMP: &str = "pg_dump";
const PG_RESTORE: &str = "pg_restore";

/// Archives the database in a new file, verifies the archive and names it. Returns its schema.
pub(super) async fn create(
    url: &str,
    file: &Path,
    overwrite: OverwritePolicy,
) -> Result<String, BackupError> {
    require_sslmode(url)?;
    inspect(url).await?;
    let draft = files::draft_beside(file).map_err(|error| BackupError::io(file, error))?;
    let mut dump = program(PG_DUMP);
    dump.args(["--format=custom", "--no-owner", "--no-privileges", "--no-password", "--file"]);
    run(PG_DUMP, dump.arg(draft.path()).envs(environment::from_url(url)?)).await?;
    let schema = verify(draft.path()).await?;
    sqlite::keep(draft, file, overwrite).await?;
    Ok(schema)
}

/// Restores a whole archive to an empty database, or nothing. Returns its schema.
pub(super) async fn restore(
    url: &str,
    file: &Path,
    overwrite: OverwritePolicy,
    now: Timestamp,
) -> Result<String, BackupError> {
    require_sslmode(url)?;
    let mut connection = connect(url).await?;
    // Held until this function returns. A connection that is lost by then fails no restore.
    let mut lock = connection.begin().await.map_err(StoreError::from)?;
    keep_writers_out(&mut lock, url).await?;
    refuse_data(&mut lock, url, overwrite).await?;
    let schema = verify(file).await.map_err(|error| match error {
        BackupError::ToolFailed { why, .. } => BackupError::not_a_backup(file, why),
        other => other,
    })?;
    let environment = environment::from_url(url)?;
    let mut restore = program(PG_RESTORE);
    restore.args(["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]);
    restore.args(["--no-password", "--dbname", &environment::database(&environment)]);
    run(PG_RESTORE, restore.arg(file).envs(environment)).await?;
    let raised = sqlx::query(RAISE_VERSION).bind(version_at(now)).execute(&mut *lock).await;
    if let Err(error) = raised.and(lock.commit().await) {
        tracing::warn!(%error, "the version of the catalogue is that of the backup");
    }
    Ok(schema)
}

/// Reads the whole archive, and returns the schema that it holds.
async fn verify(archive: &Path) -> Result<String, BackupError> {
    run(PG_RESTORE, program(PG_RESTORE).arg("--file=/dev/null").arg(archive)).await?;
    let mut list = program(PG_RESTORE);
    list.args(["--data-only", "--table=seaql_migrations", "--file=-"]).arg(archive);
    let applied = applied(&run(PG_RESTORE, &mut list).await?);
    if applied.is_empty() {
        return Err(BackupError::not_a_backup(archive, FOREIGN));
    }
    Ok(sqlite::newest_migration(&applied)?)
}

/// Returns the migrations in the rows that `pg_restore` writes between `COPY … FROM stdin;` and
/// `\.`.
fn applied(script: &str) -> Vec<String> {
    let rows = script.lines().skip_while(|line| !line.starts_with("COPY ")).skip(1);
    let rows = rows.take_while(|line| *line != "\\.");
    rows.filter_map(|row| Some(row.split('\t').next()?.to_owned())).collect()
}

/// Refuses a database that is no licence database, one of a later version, and one that lacks a table.
async fn inspect(url: &str) -> Result<(), BackupError> {
    let mut connection = connect(url).await?;
    let applied = sqlx::query_scalar("select version from seaql_migrations");
    let applied: Result<Vec<String>, _> = applied.fetch_all(&mut connection).await;
    let applied = applied.map_err(|_| BackupError::Foreign { database: without_password(url) })?;
    sqlite::newest_migration(&applied)?;
    let reading = sqlite::reading_every_table(&applied).await?;
    let read = sqlx::query(AssertSqlSafe(reading)).fetch_one(&mut connection).await;
    read.map_err(StoreError::unreadable)?;
    connection.close().await.map_err(StoreError::from)?;
    Ok(())
}

/// Counts the tables, views, sequences and other objects that are not PostgreSQL's own.
const COUNT_OBJECTS: &str = "select count(*) from pg_class \
     join pg_namespace on pg_namespace.oid = relnamespace \
     where nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'";

/// Takes the lock of writers until the transaction ends: a server that starts meanwhile waits for it
/// before it makes its tables.
async fn keep_writers_out(lock: &mut PgConnection, url: &str) -> Result<(), BackupError> {
    // The transaction is idle while `pg_restore` works.
    let no_timeout = "set local idle_in_transaction_session_timeout = 0";
    sqlx::query(no_timeout).execute(&mut *lock).await.map_err(StoreError::from)?;
    let taken = sqlx::query_scalar("select pg_try_advisory_xact_lock($1)")
        .bind(WriterLock::Registers.number());
    if taken.fetch_one(lock).await.map_err(StoreError::from)? {
        return Ok(());
    }
    Err(BackupError::InUse { database: without_password(url) })
}

async fn refuse_data(
    connection: &mut PgConnection,
    url: &str,
    overwrite: OverwritePolicy,
) -> Result<(), BackupError> {
    let count = sqlx::query_scalar::<_, i64>(COUNT_OBJECTS).fetch_one(connection).await;
    let count = count.map_err(StoreError::from)?;
    if count == 0 {
        return Ok(());
    }
    let remedy = match overwrite {
        OverwritePolicy::Refuse => "restore to a new database (createdb NAME)",
        OverwritePolicy::Replace => {
            "--force replaces files of SQLite alone: restore to a new database (createdb NAME)"
        }
    };
    Err(BackupError::HoldsData { database: without_password(url), remedy })
}

async fn connect(url: &str) -> Result<PgConnection, BackupError> {
    let options = PgConnectOptions::from_str(url).map_err(StoreError::from)?;
    let connecting = options.disable_statement_logging();
    let connected = tokio::time::timeout(CONNECT_TIMEOUT, connecting.connect()).await;
    let connected = connected.map_err(|_| unavailable(url, "it does not answer in time"))?;
    Ok(connected.map_err(|error| unavailable(url, &driver_error_text(&error)))?)
}

/// Returns a command that is killed when its caller is interrupted.
fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.stdin(Stdio::null()).kill_on_drop(true);
    command
}

async fn run(tool: &'static str, command: &mut Command) -> Result<String, BackupError> {
    let Output { status, stdout, stderr } = match command.output().await {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(BackupError::ToolMissing { tool });
        }
        output => output.map_err(|error| BackupError::io(Path::new(tool), error))?,
    };
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    let printed = String::from_utf8_lossy(&stderr);
    let printed = printed.trim().strip_prefix(&format!("{tool}: ")).unwrap_or(printed.trim());
    Err(BackupError::ToolFailed { tool, why: one_line(printed) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_migrations_of_an_archive_are_its_rows() {
        let script = "--\nSET x = y;\n\nCOPY public.seaql_migrations (version, applied_at) FROM \
                      stdin;\nm0001_a\t17\nm0002_b\t17\n\\.\n\n--\n";
        assert_eq!(applied(script), ["m0001_a", "m0002_b"]);
        assert!(applied("-- nothing of it\n").is_empty());
    }

    #[tokio::test]
    async fn a_server_elsewhere_is_asked_for_nothing_without_its_sslmode() {
        let file = Path::new("/nowhere/licence.dump");
        let now = Timestamp::from_epoch_millis(0).unwrap();
        for url in ["postgres://me:hush@db.invalid/licence", "postgresql://10.0.0.5/licence"] {
            for refused in [
                create(url, file, OverwritePolicy::Refuse).await,
                restore(url, file, OverwritePolicy::Refuse, now).await,
            ] {
                let refused = refused.unwrap_err();
                let is_by_rule =
                    matches!(refused, BackupError::Store(StoreError::UnprotectedDatabase { .. }));
                assert!(is_by_rule && !refused.to_string().contains("hush"), "{refused}");
            }
        }
    }
}
