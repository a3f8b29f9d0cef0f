//! The usage buffer: stored counts, gathered here and written to the database every second.
//!
//! Counts of callers without a key end with the process; those of customers are kept. Two processes
//! that share an SQLite file and count for themselves read each other's counts twice a second.

mod unconfirmed;

use std::collections::HashMap;
use std::sync::Mutex;

use foldhash::fast::RandomState;
use licence_core::account::key::KeyId;
use licence_core::time::Timestamp;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, Statement,
};
use uuid::Uuid;

use super::daily::{self, DailyBuffer, DailyChanges};
use super::quota::Charge;
use crate::boxed;
use crate::connect::Databases;
use crate::entity::{api_key, usage};
use crate::error::StoreError;
use crate::mutex::lock;

type Counts = HashMap<Charge, i64, RandomState>;
type Uses = HashMap<KeyId, Timestamp, RandomState>;
type Totals = Vec<(Charge, i64)>;

/// What one transaction writes.
#[derive(Default)]
struct Batch {
    changes: Counts,
    last_used: Uses,
    daily: DailyChanges,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.last_used.is_empty() && self.daily.is_empty()
    }
}

/// A batch whose commit got no reply.
struct UnconfirmedBatch {
    batch: Batch,
    transaction_id: i64,
    totals: Totals,
}

/// A batch that is being written. If the write fails, or is dropped because the process stops, the counts go
/// back into the buffer.
struct Writing<'b> {
    buffer: &'b UsageBuffer,
    batch: Batch,
    commit: Commit,
}

/// How far the commit of a batch is.
enum Commit {
    NotBegun,
    /// One that is dropped may be done. Its counts are lost then, in the customer's favour.
    OnSqlite,
    /// PostgreSQL tells later whether it is done.
    OnPostgres(i64, Totals),
}

impl<'b> Writing<'b> {
    fn begin(buffer: &'b UsageBuffer) -> Self {
        let batch = Batch {
            changes: std::mem::take(&mut *lock(&buffer.changes)),
            last_used: std::mem::take(&mut *lock(&buffer.last_used)),
            daily: buffer.daily.take(),
        };
        Self { buffer, batch, commit: Commit::NotBegun }
    }

    /// Returns the counts, which are in the database now.
    fn end(mut self) -> Counts {
        self.commit = Commit::NotBegun;
        std::mem::take(&mut self.batch).changes
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        let batch = std::mem::take(&mut self.batch);
        match std::mem::replace(&mut self.commit, Commit::NotBegun) {
            Commit::NotBegun => self.buffer.restore(batch),
            Commit::OnSqlite => {}
            Commit::OnPostgres(transaction_id, totals) => {
                let unconfirmed = UnconfirmedBatch { batch, transaction_id, totals };
                *lock(&self.buffer.unconfirmed) = Some(unconfirmed);
            }
        }
    }
}

/// Counts and times of use that are not in the database yet.
#[derive(Default)]
pub(super) struct UsageBuffer {
    changes: Mutex<Counts>,
    /// The totals at the last read of the database.
    totals: Mutex<Counts>,
    last_used: Mutex<Uses>,
    unconfirmed: Mutex<Option<UnconfirmedBatch>>,
    pub(super) daily: DailyBuffer,
}

impl UsageBuffer {
    /// Adds to the counts of those charges that are stored.
    pub(super) fn add(&self, charges: &[Charge], by: i64) {
        let mut kept = charges.iter().filter(|charge| charge.counter.limit.is_kept()).peekable();
        if kept.peek().is_some() {
            let mut changes = lock(&self.changes);
            kept.for_each(|charge| *changes.entry(*charge).or_default() += by);
        }
    }

    pub(super) fn note_use(&self, key: KeyId, at: Timestamp) {
        lock(&self.last_used).insert(key, at);
    }

    /// Forgets totals of windows that ended long before.
    pub(super) fn forget_before(&self, at: Timestamp) {
        let oldest = at.epoch_millis() - 3_600_000;
        lock(&self.totals).retain(|charge, _| {
            let window = charge.counter.limit.span().window(charge.window_start);
            window.end.epoch_millis() > oldest
        });
    }

    fn unwritten(&self, charge: &Charge) -> i64 {
        lock(&self.changes).get(charge).copied().unwrap_or(0)
    }

    /// Returns the use of a counter in its window: the stored count and the unwritten part.
    #[boxed]
    pub(super) async fn used(
        &self,
        databases: &Databases,
        charge: &Charge,
    ) -> Result<u64, StoreError> {
        let written = stored_use(databases, charge).await?;
        lock(&self.totals).entry(*charge).or_insert(written);
        Ok(u64::try_from(written + self.unwritten(charge)).unwrap_or(0))
    }

    /// Returns the same as [`Self::used`], for a counter that this process does not admit by.
    pub(super) async fn peek(
        &self,
        databases: &Databases,
        charge: &Charge,
    ) -> Result<u64, StoreError> {
        let written = stored_use(databases, charge).await?;
        Ok(u64::try_from(written + self.unwritten(charge)).unwrap_or(0))
    }

    /// Writes the counts since the last flush, and returns what other processes added to each
    /// counter meanwhile. If the write fails or is dropped, the counts stay in the buffer.
    pub(super) async fn flush(&self, databases: &Databases) -> Result<Totals, StoreError> {
        let mut by_others = self.confirm(databases).await?;
        let mut writing = Writing::begin(self);
        if writing.batch.is_empty() {
            return Ok(by_others);
        }
        let (transaction, transaction_id, totals) = write(databases, &writing.batch).await?;
        writing.commit = match transaction_id {
            Some(id) => Commit::OnPostgres(id, totals.clone()),
            None => Commit::OnSqlite,
        };
        if let Err(error) = transaction.commit().await {
            if matches!(writing.commit, Commit::OnSqlite) {
                writing.commit = Commit::NotBegun;
            }
            return Err(error.into());
        }
        by_others.extend(self.learn_totals(&writing.end(), totals));
        Ok(by_others)
    }

    /// Remembers the totals, and returns their growth beyond this process's own part.
    fn learn_totals(&self, changes: &Counts, totals: Totals) -> Totals {
        let mut known = lock(&self.totals);
        let by_others = |(charge, total): (Charge, i64)| {
            let before = known.insert(charge, total)?;
            let written = changes.get(&charge).copied().unwrap_or(0);
            Some((charge, total - before - written)).filter(|(_, by)| *by != 0)
        };
        totals.into_iter().filter_map(by_others).collect()
    }

    /// Puts counts that were not written back into the buffer.
    fn restore(&self, batch: Batch) {
        let Batch { changes, last_used, daily } = batch;
        self.daily.restore(daily);
        let mut unwritten = lock(&self.changes);
        changes.iter().for_each(|(charge, by)| *unwritten.entry(*charge).or_default() += by);
        let mut unwritten_uses = lock(&self.last_used);
        last_used.iter().for_each(|(key, at)| {
            unwritten_uses.entry(*key).or_insert(*at);
        });
    }
}

/// Writes a batch, and returns the transaction to commit, its id on PostgreSQL, and the totals.
async fn write(
    databases: &Databases,
    batch: &Batch,
) -> Result<(DatabaseTransaction, Option<i64>, Totals), StoreError> {
    let Batch { changes, last_used, daily } = batch;
    let transaction = databases.begin_account_write().await?;
    let mut totals = Vec::with_capacity(changes.len());
    for (charge, by) in changes.iter().filter(|(_, by)| **by != 0) {
        totals.push((*charge, add(&transaction, charge, *by).await?));
    }
    for (key, at) in last_used {
        api_key::Entity::update_many()
            .col_expr(api_key::Column::LastUsedAt, at.epoch_millis().into())
            .filter(api_key::Column::Id.eq(key.0.to_string()))
            .exec(&transaction)
            .await?;
    }
    daily::write(&transaction, daily).await?;
    let transaction_id = UsageBuffer::transaction_id(&transaction).await?;
    Ok((transaction, transaction_id, totals))
}

async fn stored_use(databases: &Databases, charge: &Charge) -> Result<i64, StoreError> {
    let row = usage::Entity::find_by_id((
        Uuid::from_u128(charge.counter.id).to_string(),
        charge.counter.limit.to_string(),
        charge.window_start.epoch_millis(),
    ));
    Ok(row.one(&databases.reader).await?.map_or(0, |row| row.used))
}

/// Adds to a stored count, and returns the total of all processes.
async fn add(
    connection: &impl ConnectionTrait,
    charge: &Charge,
    by: i64,
) -> Result<i64, StoreError> {
    let backend = connection.get_database_backend();
    let sql = "insert into usage (subject_id, limit_name, window_start, used) \
               values ($1, $2, $3, $4) on conflict (subject_id, limit_name, window_start) \
               do update set used = usage.used + excluded.used returning used";
    let values = [
        Uuid::from_u128(charge.counter.id).to_string().into(),
        charge.counter.limit.as_str().into(),
        charge.window_start.epoch_millis().into(),
        by.into(),
    ];
    let row =
        connection.query_one_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok(row.map(|row| row.try_get("", "used")).transpose()?.unwrap_or(0))
}
