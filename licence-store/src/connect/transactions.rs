//! Transactions, and which of them wait for each other.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, IsolationLevel, TransactionTrait};
use tokio::time::{Instant, timeout_at};

use super::Databases;
use super::options::{POSTGRES_LIMITS, immediate};
use crate::error::{StoreError, WRITER_WAIT};

/// How long a reading of a register waits for earlier writers: longer than applying the largest
/// register takes.
const PATIENT_WRITER_WAIT: Duration = Duration::from_secs(600);

/// What a writer keeps other writers from. SQLite has one writer, whatever it writes; PostgreSQL
/// has two, so that customers do not wait for a register that is being applied.
#[derive(Clone, Copy)]
pub(crate) enum WriterLock {
    /// Registers, history and events, and the schema. A transaction that takes both locks takes this
    /// one first.
    Registers,
    /// Accounts, keys, usage, watchlists, webhooks and new deliveries.
    Accounts,
}

impl WriterLock {
    /// The number of PostgreSQL's advisory lock. Any two numbers do, if every process has the same.
    pub(crate) const fn number(self) -> i64 {
        match self {
            Self::Registers => 0x6c69_6365_6e63_6521,
            Self::Accounts => 0x6c69_6365_6e63_6522,
        }
    }

    /// Returns the statements that take the lock, and wait for it so long at most.
    fn statements(self, wait: Duration) -> String {
        let [(lock_timeout, of_rows), ..] = POSTGRES_LIMITS;
        // PostgreSQL waits for ever when the limit is 0.
        let (wait, number) = (wait.as_millis().max(1), self.number());
        format!(
            "set local {lock_timeout} = '{wait}ms'; select pg_advisory_xact_lock({number}); \
             set local {lock_timeout} = '{of_rows}'"
        )
    }
}

/// Keeps other writers of accounts out until a transaction that wrote to the registers ends. Its work
/// would be lost, so it waits long.
pub(crate) async fn lock_accounts(connection: &impl ConnectionTrait) -> Result<(), StoreError> {
    if connection.get_database_backend() == DbBackend::Postgres {
        let lock = WriterLock::Accounts.statements(PATIENT_WRITER_WAIT);
        connection.execute_unprepared(&lock).await?;
    }
    Ok(())
}

impl Databases {
    /// Begins a transaction that writes to the registers. It waits for the earlier writer and sees
    /// all its writes; [`StoreError::WriterBusy`] after half a minute.
    pub(crate) async fn begin_register_write(&self) -> Result<DatabaseTransaction, StoreError> {
        self.begin_write_within(WriterLock::Registers, WRITER_WAIT).await
    }

    /// Begins a transaction that writes to the registers, and waits for the earlier writer as long
    /// as a large register may take: for work that would be lost.
    pub(crate) async fn begin_patient_write(&self) -> Result<DatabaseTransaction, StoreError> {
        self.begin_write_within(WriterLock::Registers, PATIENT_WRITER_WAIT).await
    }

    /// Begins a transaction that writes to accounts, one after the other. On PostgreSQL it does not
    /// wait for a register that is being applied.
    pub(crate) async fn begin_account_write(&self) -> Result<DatabaseTransaction, StoreError> {
        self.begin_write_within(WriterLock::Accounts, WRITER_WAIT).await
    }

    pub(super) async fn begin_write_within(
        &self,
        lock: WriterLock,
        wait: Duration,
    ) -> Result<DatabaseTransaction, StoreError> {
        let busy = || StoreError::WriterBusy { seconds: wait.as_secs() };
        let deadline = Instant::now() + wait;
        // A caller that waits for the lock holds a connection. If all connections waited, nobody
        // could read until the earlier writer ends. The semaphore is never closed.
        let turn = self.waiting[lock as usize].acquire();
        let _turn = timeout_at(deadline, turn).await.map_err(|_| busy())?;
        let transaction = self.begin_by(deadline, wait).await?;
        if transaction.get_database_backend() == DbBackend::Postgres {
            let lock = lock.statements(deadline.saturating_duration_since(Instant::now()));
            transaction.execute_unprepared(&lock).await.map_err(|error| match error.into() {
                StoreError::WriterBusy { .. } => busy(),
                error => error,
            })?;
        }
        Ok(transaction)
    }

    /// Begins a transaction that writes a few rows of its own. On PostgreSQL it waits for no lock of
    /// writers.
    pub(crate) async fn begin_short_write(&self) -> Result<DatabaseTransaction, StoreError> {
        self.begin_by(Instant::now() + WRITER_WAIT, WRITER_WAIT).await
    }

    /// Begins a transaction, on SQLite by a deadline: there it takes the lock. The error names the whole `wait`
    /// of the caller.
    async fn begin_by(
        &self,
        deadline: Instant,
        wait: Duration,
    ) -> Result<DatabaseTransaction, StoreError> {
        let begun = match self.writer.get_database_backend() {
            // The driver rolls back what begins after its caller left.
            DbBackend::Sqlite => timeout_at(deadline, self.writer.begin_with_options(immediate()))
                .await
                .map_err(|_| StoreError::WriterBusy { seconds: wait.as_secs() })?,
            _ => self.writer.begin().await,
        };
        self.explained(begun).await
    }

    /// Begins a transaction that reads one state of the database.
    pub(crate) async fn begin_read(&self) -> Result<DatabaseTransaction, StoreError> {
        // A SQLite transaction always reads one state, and accepts no isolation level.
        let isolation = match self.reader.get_database_backend() {
            DbBackend::Sqlite => None,
            _ => Some(IsolationLevel::RepeatableRead),
        };
        self.explained(self.reader.begin_with_config(isolation, None).await).await
    }
}
