//! Connections for exports: one is opened for each export, and closed after it.

use std::ops::DerefMut;
use std::str::FromStr;
use std::sync::Arc;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection};
use sea_orm::{DbErr, RuntimeErr};

use super::turns::Turn;
use crate::connect::{
    Backend, CONNECT_TIMEOUT, Databases, absolute_address, backend, sqlite_settings, unavailable,
};
use crate::error::StoreError;
use crate::registers::RegisterReads;

type SqliteLink = dyn DerefMut<Target = SqliteConnection> + Send;

/// A connection to one kind of database.
pub(super) enum Link {
    Memory(Box<SqliteLink>),
    Sqlite(Box<SqliteConnection>),
    Postgres(Box<PgConnection>),
}

/// A connection of an export. Dropped in the middle of a query it is closed, which ends the query:
/// PostgreSQL would else have to send all the rest before the connection could be used again.
pub(super) struct ExportConnection {
    pub(super) link: Link,
    _turn: Turn,
}

/// The newest complete and incomplete reading of each register.
const READS: &str = "select jurisdiction_code, complete, max(read_at) from register_readings \
                     group by jurisdiction_code, complete";

impl ExportConnection {
    /// Opens a connection inside a read transaction.
    pub(super) async fn open(turn: Turn, databases: &Databases) -> Result<Self, StoreError> {
        let url = databases.url();
        let link = match backend(url)? {
            // The only connection: nobody writes during the export.
            Backend::Memory => {
                let pool = databases.reader.get_sqlite_connection_pool();
                Link::Memory(Box::new(pool.acquire().await?))
            }
            Backend::SqliteFile => {
                let options =
                    sqlite_settings(SqliteConnectOptions::from_str(&absolute_address(url))?, true);
                let mut connection = options.disable_statement_logging().connect().await?;
                sqlx::query("begin").execute(&mut connection).await?;
                Link::Sqlite(Box::new(connection))
            }
            Backend::Postgres => {
                let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
                let connection = tokio::time::timeout(CONNECT_TIMEOUT, options.connect())
                    .await
                    .map_err(|_| unavailable(url, "it does not answer in time"))?;
                let mut connection = connection
                    .map_err(|error| DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error))))?;
                let begin = "begin transaction isolation level repeatable read, read only";
                sqlx::query(begin).execute(&mut connection).await?;
                Link::Postgres(Box::new(connection))
            }
        };
        Ok(Self { link, _turn: turn })
    }

    /// Returns whether others need this connection, so that it must not wait for a reader.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self.link, Link::Memory(_))
    }

    /// Returns the number that a query selects.
    pub(super) async fn count(&mut self, sql: &str) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql));
        let count = match &mut self.link {
            Link::Memory(link) => query.fetch_one(&mut ***link).await?,
            Link::Sqlite(link) => query.fetch_one(&mut **link).await?,
            Link::Postgres(link) => {
                sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).fetch_one(&mut **link).await?
            }
        };
        Ok(count.unsigned_abs())
    }

    pub(super) async fn reads(&mut self) -> Result<RegisterReads, StoreError> {
        let rows: Vec<(String, bool, i64)> = match &mut self.link {
            Link::Memory(link) => sqlx::query_as(READS).fetch_all(&mut ***link).await?,
            Link::Sqlite(link) => sqlx::query_as(READS).fetch_all(&mut **link).await?,
            Link::Postgres(link) => sqlx::query_as(READS).fetch_all(&mut **link).await?,
        };
        RegisterReads::from_rows(rows)
    }

    /// Closes the connection after everything was read.
    pub(super) async fn close(self) -> Result<(), StoreError> {
        match self.link {
            Link::Memory(_) => Ok(()),
            Link::Sqlite(link) => Ok(link.close().await?),
            Link::Postgres(link) => Ok(link.close().await?),
        }
    }
}
