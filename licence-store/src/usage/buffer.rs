//! The usage buffer: stored counts, gathered here and written to the database every second.
//!
//! Counts of callers without a key end with the process; those of customers are kept. Two processes
//! that share an SQLite file and count for themselves read each other's counts twice a second.

use std::collections::HashMap;
use std::sync::Mutex;

use licence_core::account::key::KeyId;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Statement};
use uuid::Uuid;

use super::Charge;
use crate::Store;
use crate::entity::{api_key, usage};
use crate::error::StoreError;

/// Counts and times of use that are not in the database yet.
#[derive(Default)]
pub(super) struct UsageBuffer {
    changes: Mutex<HashMap<Charge, i64>>,
    /// The totals at the last read of the database.
    totals: Mutex<HashMap<Charge, i64>>,
    last_used: Mutex<HashMap<KeyId, Timestamp>>,
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

    fn note_use(&self, key: KeyId, at: Timestamp) {
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

    /// Returns the part of a count that is not written yet.
    fn unwritten(&self, charge: &Charge) -> i64 {
        lock(&self.changes).get(charge).copied().unwrap_or(0)
    }
}

/// A poisoned lock is harmless here: every update is atomic.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Store {
    /// Records that a request used this key.
    pub fn note_use(&self, key: KeyId, at: Timestamp) {
        self.usage.buffer.note_use(key, at);
    }

    /// Returns the use of a counter in its window: the stored count and the unwritten part.
    pub(super) async fn used(&self, charge: &Charge) -> Result<u64, StoreError> {
        let row = usage::Entity::find_by_id((
            Uuid::from_u128(charge.counter.id).to_string(),
            charge.counter.limit.to_string(),
            charge.window_start.epoch_millis(),
        ));
        let written = row.one(&self.databases.reader).await?.map_or(0, |row| row.used);
        lock(&self.usage.buffer.totals).entry(*charge).or_insert(written);
        Ok(u64::try_from(written + self.usage.buffer.unwritten(charge)).unwrap_or(0))
    }

    /// Writes the counts since the last flush. The database adds up the counts of all processes, and
    /// this process learns the totals.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be written; the counts stay in the buffer.
    pub async fn flush_usage(&self) -> Result<(), StoreError> {
        let changes = std::mem::take(&mut *lock(&self.usage.buffer.changes));
        let last_used = std::mem::take(&mut *lock(&self.usage.buffer.last_used));
        if changes.is_empty() && last_used.is_empty() {
            return Ok(());
        }
        let outcome = self.write_usage(&changes, &last_used).await;
        match outcome {
            Ok(totals) => self.learn_of_others(&changes, &totals),
            Err(error) => {
                let mut unwritten = lock(&self.usage.buffer.changes);
                changes
                    .iter()
                    .for_each(|(charge, by)| *unwritten.entry(*charge).or_default() += by);
                let mut unwritten_uses = lock(&self.usage.buffer.last_used);
                last_used.iter().for_each(|(key, at)| {
                    unwritten_uses.entry(*key).or_insert(*at);
                });
                return Err(error);
            }
        }
        Ok(())
    }

    async fn write_usage(
        &self,
        changes: &HashMap<Charge, i64>,
        last_used: &HashMap<KeyId, Timestamp>,
    ) -> Result<Vec<(Charge, i64)>, StoreError> {
        let transaction = self.databases.begin_write().await?;
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
        transaction.commit().await?;
        Ok(totals)
    }

    /// Adds the counts of other processes: the growth of the total beyond this process's own part.
    /// Shared counters include everybody already.
    fn learn_of_others(&self, changes: &HashMap<Charge, i64>, totals: &[(Charge, i64)]) {
        let mut known = lock(&self.usage.buffer.totals);
        for (charge, total) in totals {
            let before = known.insert(*charge, *total);
            let written = changes.get(charge).copied().unwrap_or(0);
            let by_others = before.map_or(0, |before| total - before - written);
            if by_others != 0 && self.usage.shared.is_none() {
                self.usage.local.add(charge, by_others);
            }
        }
    }
}

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
