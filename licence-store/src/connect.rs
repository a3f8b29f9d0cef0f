//! Opening the database: pools and schema, and the transactions on them.

mod address;
mod failure;
#[cfg(test)]
mod killed_while_migrating;
mod options;
mod protection;
mod unavailable;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use backon::{ConstantBuilder, Retryable};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend,
    DbErr, IsolationLevel, Statement, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;
use tokio::sync::Semaphore;

use crate::error::StoreError;
use crate::files::DatabaseFile;
use crate::migration::{self, Migrator, SchemaState};
pub(crate) use address::{
    Backend, announcements, backend, key_epoch, secret_key_location, sqlite_file,
};
pub(crate) use failure::is_locked;
use failure::{is_timeout, refusal};
pub(crate) use options::{CONNECT_TIMEOUT, immediate, sqlite_settings, urgent_options};
use options::{POSTGRES_LIMITS, postgres_options, sqlite_options};
pub(crate) use protection::is_plain_redis_elsewhere;
pub(crate) use unavailable::{one_line, unavailable, without_password};

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
    /// Whether the last inspection of the whole database found damage.
    pub(crate) is_damaged: Arc<AtomicBool>,
    /// Lets one caller at a time wait for PostgreSQL's lock of writers.
    waiting: Arc<Semaphore>,
}

const SQLITE_READERS: u32 = 4;
/// How long a writer waits on PostgreSQL for earlier writers: longer than applying the largest
/// register takes.
const WRITER_LOCK_TIMEOUT: &str = "600s";
/// The pause before a locked database is opened again.
const RETRY_PAUSE: Duration = Duration::from_millis(20);
/// Versions before 3.51.3 can corrupt a WAL database when two connections write and checkpoint.
const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);
/// Any number: one lock for everything that writes to a PostgreSQL database.
const WRITER_LOCK: i64 = 0x6c69_6365_6e63_6521;

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
    let writer = connect(url, sqlite_options(url, 1, false)).await?;
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
        Ok(reader) => Ok(Databases { file: Some(file), ..Databases::new(url, writer, reader) }),
        Err(error) => {
            // The next attempt must not meet a connection that removes the log of the old file.
            let _ = writer.close().await;
            Err(error)
        }
    }
}

/// Refuses a PostgreSQL address that does not say whether the connection is encrypted.
pub(crate) fn require_sslmode(url: &str) -> Result<(), StoreError> {
    protection::require_sslmode(url, std::env::var("PGSSLMODE").ok().as_deref())
}

/// Connects to the database. Retries while another process turns a new SQLite file into a WAL
/// database: SQLite then reports a lock at once, whatever the timeout.
async fn connect(url: &str, options: ConnectOptions) -> Result<DatabaseConnection, StoreError> {
    let begun = Instant::now();
    let is_worth_it = |error: &DbErr| is_locked(error) && begun.elapsed() < CONNECT_TIMEOUT;
    let pauses = ConstantBuilder::default().with_delay(RETRY_PAUSE).without_max_times();
    let connected = (|| Database::connect(options.clone())).retry(pauses).when(is_worth_it).await;
    match connected {
        Ok(connection) => Ok(connection),
        Err(error) if is_timeout(&error) => Err(unavailable(url, &refusal(url).await)),
        Err(error) => Err(unavailable(url, &error.to_string())),
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
        let waiting = Arc::new(Semaphore::new(1));
        Self { url: url.into(), writer, reader, file: None, is_damaged: Arc::default(), waiting }
    }

    /// Returns the address of the database.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns an error with its cause. If the pool gave no connection in time, the cause is the
    /// server's answer.
    pub(crate) async fn explain(&self, error: DbErr) -> StoreError {
        match is_timeout(&error) {
            true => unavailable(&self.url, &refusal(&self.url).await),
            false => error.into(),
        }
    }

    /// Begins a transaction that writes. It waits for the earlier writer and sees all its writes.
    pub(crate) async fn begin_write(&self) -> Result<DatabaseTransaction, StoreError> {
        // A caller that waits for the lock holds a connection. If all connections waited, nobody
        // could read until the earlier writer ends. The semaphore is never closed.
        let _turn = self.waiting.acquire().await;
        let transaction = self.begin_short_write().await?;
        let backend = transaction.get_database_backend();
        if backend == DbBackend::Postgres {
            let [(rows, row_timeout), ..] = POSTGRES_LIMITS;
            let lock = format!(
                "set local {rows} = '{WRITER_LOCK_TIMEOUT}'; \
                 select pg_advisory_xact_lock({WRITER_LOCK}); \
                 set local {rows} = '{row_timeout}'"
            );
            transaction.execute_unprepared(&lock).await?;
        }
        Ok(transaction)
    }

    /// Begins a transaction that writes a few rows of its own. On PostgreSQL it does not wait for
    /// a register that is being applied; SQLite has one writer.
    pub(crate) async fn begin_short_write(&self) -> Result<DatabaseTransaction, StoreError> {
        let begun = match self.writer.get_database_backend() {
            DbBackend::Sqlite => self.writer.begin_with_options(immediate()).await,
            _ => self.writer.begin().await,
        };
        match begun {
            Ok(transaction) => Ok(transaction),
            Err(error) => Err(self.explain(error).await),
        }
    }

    /// Begins a transaction that reads one state of the database.
    pub(crate) async fn begin_read(&self) -> Result<DatabaseTransaction, StoreError> {
        // A SQLite transaction always reads one state, and accepts no isolation level.
        let isolation = match self.reader.get_database_backend() {
            DbBackend::Sqlite => None,
            _ => Some(IsolationLevel::RepeatableRead),
        };
        match self.reader.begin_with_config(isolation, None).await {
            Ok(transaction) => Ok(transaction),
            Err(error) => Err(self.explain(error).await),
        }
    }

    /// Updates the schema. Of two processes that start at once on an empty database, one migrates
    /// it.
    async fn migrate(&self) -> Result<(), StoreError> {
        match migration::schema_state(&self.reader).await {
            SchemaState::Current => return Ok(()),
            SchemaState::Later(migration) => return Err(StoreError::SchemaTooNew { migration }),
            SchemaState::Behind => {}
        }
        let transaction = self.begin_write().await?;
        if migration::is_of_another_program(&transaction).await? {
            return Err(StoreError::ForeignDatabase { url: self.url.to_string() });
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

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};

    use sea_orm::sqlx;
    use sea_orm::{ConnAcquireErr, RuntimeErr};

    use super::*;
    use crate::migration::fixture::addresses;

    #[tokio::test]
    async fn a_file_that_another_process_writes_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("new.db").display());
        let other = Database::connect(format!("{url}?mode=rwc")).await.unwrap();
        let writing = other.begin().await.unwrap();
        writing.execute_unprepared("pragma user_version = 1").await.unwrap();
        let held = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(100)).await;
            writing.commit().await
        });
        // Who would make a WAL database of a file that is written is told at once that it is
        // locked.
        let opened = open(&url).await;
        assert!(opened.is_ok(), "{:?}", opened.err());
        held.await.unwrap().unwrap();
    }

    /// On a full disk SQLite rolls back by itself, which the driver does not notice.
    #[tokio::test]
    async fn after_a_full_disk_what_is_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("new.db").display());
        let databases = open(&url).await.unwrap();
        databases.writer.execute_unprepared("create table a (b)").await.unwrap();
        databases.writer.execute_unprepared("pragma max_page_count = 1").await.unwrap();
        let filling = databases.begin_write().await.unwrap();
        let refused = filling.execute_unprepared("insert into a values (zeroblob(100000))").await;
        assert!(refused.unwrap_err().to_string().contains("full"));
        drop(filling);
        for ends_well in [false, true] {
            let transaction = databases.begin_write().await.unwrap();
            transaction.execute_unprepared("insert into a values (1)").await.unwrap();
            if ends_well {
                transaction.commit().await.unwrap();
            }
        }
        let other = open(&url).await.unwrap();
        let writing = other.begin_write().await.unwrap();
        let count = Statement::from_string(DbBackend::Sqlite, "select count(*) as n from a");
        let row = writing.query_one_raw(count).await.unwrap().unwrap();
        assert_eq!(row.try_get::<i64>("", "n"), Ok(1));
    }

    #[tokio::test]
    async fn a_file_of_another_program_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("other.db").display());
        let other = Database::connect(format!("{url}?mode=rwc")).await.unwrap();
        other.execute_unprepared("create table accounts (name)").await.unwrap();
        let error = open(&url).await.err().unwrap();
        assert!(matches!(&error, StoreError::ForeignDatabase { .. }), "{error}");
        let tables = Statement::from_string(DbBackend::Sqlite, "select name from sqlite_master");
        assert_eq!(other.query_all_raw(tables).await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_file_that_is_replaced_while_it_is_opened_is_not_served() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in ["old.db", "restored.db"] {
            let url = format!("sqlite://{}", file(name).display());
            open(&url).await.unwrap().writer.close().await.unwrap();
        }
        let url = format!("sqlite://{}", file("old.db").display());
        let mut opening = pin!(open(&url));
        // The file is noted before the first wait.
        assert!(opening.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        std::fs::rename(file("restored.db"), file("old.db")).unwrap();
        let refused = opening.await.err().unwrap().to_string();
        // SQLite may find first that it holds the log of another file.
        let found = ["the file was replaced meanwhile; try again", "disk I/O error"];
        assert!(found.iter().any(|it| refused.contains(it)), "{refused}");
        open(&url).await.unwrap();
    }

    #[tokio::test]
    async fn a_pool_of_sqlite_that_waited_in_vain_says_for_what() {
        let databases = open("sqlite::memory:").await.unwrap();
        for waited in [
            DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
            DbErr::Conn(RuntimeErr::SqlxError(Arc::new(sqlx::Error::PoolTimedOut))),
        ] {
            let why = databases.explain(waited).await.to_string();
            assert!(why.contains("another write of this process takes longer than 120s"), "{why}");
        }
        let other = databases.explain(DbErr::Custom("of its own".to_owned())).await.to_string();
        assert!(!other.contains("another write"), "{other}");
    }

    #[tokio::test]
    async fn every_kind_of_busy_is_a_lock_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("busy.db").display());
        let connection = async || {
            let mut options = sqlite_options(&url, 1, false);
            options.map_sqlx_sqlite_opts(|options| {
                sqlite_settings(options, false).busy_timeout(Duration::ZERO)
            });
            Database::connect(options).await.unwrap()
        };
        let (one, other) = (connection().await, connection().await);
        one.execute_unprepared("create table a (b unique)").await.unwrap();
        for (others, ours, code, expected) in [
            // A connection that read an older state cannot write: SQLITE_BUSY_SNAPSHOT.
            ("insert into a values (1)", "insert into a values (2)", "517", true),
            ("begin immediate", "insert into a values (3)", "5", true),
            ("rollback", "insert into a values (1)", "2067", false),
        ] {
            let reading = one.begin().await.unwrap();
            reading.execute_unprepared("select count(*) from a").await.unwrap();
            other.execute_unprepared(others).await.unwrap();
            let failed = reading.execute_unprepared(ours).await.unwrap_err();
            assert!(failed.to_string().contains(&format!("(code: {code})")), "{failed}");
            assert_eq!(is_locked(&failed), expected, "{failed}");
            reading.rollback().await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_postgres_connection_waits_for_nothing_for_ever() {
        for address in addresses("limits").await.into_iter().skip(1) {
            let databases = open(&address).await.unwrap();
            let transaction = databases.begin_write().await.unwrap();
            for (name, expected) in [
                ("lock_timeout", "30s"),
                ("idle_in_transaction_session_timeout", "5min"),
                ("statement_timeout", "15min"),
                ("client_min_messages", "error"),
            ] {
                let query = Statement::from_string(DbBackend::Postgres, format!("show {name}"));
                let row = transaction.query_one_raw(query).await.unwrap().unwrap();
                assert_eq!(row.try_get_by_index::<String>(0).unwrap(), expected, "{name}");
            }
            transaction.rollback().await.unwrap();
            databases.writer.close().await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_server_that_takes_no_more_connections_says_so() {
        for address in addresses("refused").await.into_iter().skip(1) {
            let databases = open(&address).await.unwrap();
            // Superusers pass limits of connections; a role that has to log in does not.
            let role = format!("licence_test_refused_{}", std::process::id());
            let (_, name) = address.rsplit_once('/').unwrap();
            for statement in [
                format!("create role {role} login connection limit 0"),
                format!("grant all on database {name} to {role}"),
            ] {
                databases.writer.execute_unprepared(&statement).await.unwrap();
            }
            let (_, host) = address.rsplit_once('@').unwrap();
            let refused = open(&format!("postgres://{role}@{host}")).await.err().unwrap();
            assert!(refused.to_string().contains("too many connections"), "{refused}");
            let waited = DbErr::ConnectionAcquire(ConnAcquireErr::Timeout);
            let in_use = databases.explain(waited).await.to_string();
            assert!(in_use.contains("all 16 connections of this process are in use"), "{in_use}");
            databases.writer.execute_unprepared(&format!("drop owned by {role}")).await.unwrap();
            databases.writer.execute_unprepared(&format!("drop role {role}")).await.unwrap();
            databases.writer.close().await.unwrap();
        }
    }
}
