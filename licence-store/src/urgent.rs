//! Writes that do not wait for other writers (decisions 5: "Urgent writes").

use std::time::Duration;

use sea_orm::{
    ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    Statement, TransactionTrait,
};

use crate::connect::{Databases, immediate, urgent_options};
use crate::driver::{Fault, fault};
use crate::error::StoreError;

/// How long an urgent write waits for another SQLite writer, which otherwise writes for it.
const URGENT_BUSY_TIMEOUT: Duration = Duration::from_millis(500);
/// How long an urgent statement waits for a PostgreSQL transaction before it ends the transaction.
const COURTESY: Duration = Duration::from_millis(250);
/// The statement fails after this wait, because this user may not end the blocking transaction.
const LOCK_TIMEOUT: &str = "set local lock_timeout = '1500ms'";

pub(crate) struct UrgentWrite {
    pub(crate) transaction: DatabaseTransaction,
    /// Its own connection to an SQLite file.
    connection: Option<DatabaseConnection>,
}

impl UrgentWrite {
    /// Begins a transaction that waits for other writers after all.
    pub(crate) async fn patient(databases: &Databases) -> Result<Self, StoreError> {
        let transaction = databases.begin_short_write().await?;
        Ok(Self { transaction, connection: None })
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await?;
        close(self.connection).await
    }

    pub(crate) async fn rollback(self) -> Result<(), StoreError> {
        self.transaction.rollback().await?;
        close(self.connection).await
    }
}

async fn close(connection: Option<DatabaseConnection>) -> Result<(), StoreError> {
    match connection {
        Some(connection) => Ok(connection.close().await?),
        None => Ok(()),
    }
}

impl Databases {
    /// Begins a transaction that waits for no other writer; `None` when another writer holds the
    /// SQLite file. There it opens a connection of its own, because the store's connection for
    /// writes may be that other writer, and waits for two minutes.
    pub(crate) async fn begin_urgent_write(&self) -> Result<Option<UrgentWrite>, StoreError> {
        let Some(options) = urgent_options(self.url(), URGENT_BUSY_TIMEOUT)? else {
            return UrgentWrite::patient(self).await.map(Some);
        };
        let connection = match Database::connect(options).await {
            Err(error) if fault(&error) == Some(Fault::Busy) => return Ok(None),
            connected => connected?,
        };
        match connection.begin_with_options(immediate()).await {
            Ok(transaction) => Ok(Some(UrgentWrite { transaction, connection: Some(connection) })),
            Err(error) => {
                connection.close().await?;
                if fault(&error) == Some(Fault::Busy) { Ok(None) } else { Err(error.into()) }
            }
        }
    }

    /// Runs statements of an urgent transaction. On PostgreSQL it ends a transaction of this
    /// service that blocks them, because its process may have been stopped.
    pub(crate) async fn run_urgent<T, E: Into<StoreError>>(
        &self,
        transaction: &DatabaseTransaction,
        statements: impl Future<Output = Result<T, E>>,
    ) -> Result<T, StoreError> {
        let backend = transaction.get_database_backend();
        if backend != DbBackend::Postgres {
            return statements.await.map_err(Into::into);
        }
        transaction.execute_unprepared(LOCK_TIMEOUT).await?;
        let ours = Statement::from_string(backend, "select pg_backend_pid() as pid");
        let row = transaction.query_one_raw(ours).await?;
        let pid: i32 = row.map(|row| row.try_get("", "pid")).transpose()?.unwrap_or_default();
        let ending = async {
            loop {
                tokio::time::sleep(COURTESY).await;
                if let Err(error) = self.terminate_blockers(pid).await {
                    tracing::warn!(%error, "a transaction still blocks an urgent write");
                }
            }
        };
        tokio::select! {
            done = statements => done.map_err(Into::into),
            () = ending => unreachable!("it never ends"),
        }
    }

    async fn terminate_blockers(&self, pid: i32) -> Result<(), DbErr> {
        // A transaction that waits for a lock is only ahead in the queue. The transaction that it
        // waits for is the one that blocks.
        let sql = "with recursive before (pid) as (select unnest(pg_blocking_pids($1)) \
                   union select unnest(pg_blocking_pids(before.pid)) from before) \
                   select pid, pg_terminate_backend(pid) as ended from pg_stat_activity \
                   where pid in (select pid from before) \
                   and wait_event_type is distinct from 'Lock'";
        let backend = self.reader.get_database_backend();
        let statement = Statement::from_sql_and_values(backend, sql, [pid.into()]);
        for row in self.reader.query_all_raw(statement).await? {
            let pid: i32 = row.try_get("", "pid")?;
            if row.try_get("", "ended")? {
                tracing::warn!(pid, "ended a transaction that blocked an urgent write");
            }
        }
        Ok(())
    }
}
