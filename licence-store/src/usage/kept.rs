//! Counts that outlive the process: gathered here, written to the database every second.
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

/// What is not in the database yet.
#[derive(Default)]
pub(super) struct Kept {
    changes: Mutex<HashMap<Charge, i64>>,
    /// What the database held when it was last asked.
    totals: Mutex<HashMap<Charge, i64>>,
    last_used: Mutex<HashMap<KeyId, Timestamp>>,
}

impl Kept {
    /// Counts charges whose counts are kept.
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

    /// What is not written yet of a count.
    fn unwritten(&self, charge: &Charge) -> i64 {
        lock(&self.changes).get(charge).copied().unwrap_or(0)
    }
}

/// Maps of numbers: whoever panicked left whole ones.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Store {
    /// Notes that a request came with this key.
    pub fn note_use(&self, key: KeyId, at: Timestamp) {
        self.usage.kept.note_use(key, at);
    }

    /// What was used of a counter in its window: what the database holds, and what is not there
    /// yet.
    pub(super) async fn used(&self, charge: &Charge) -> Result<u64, StoreError> {
        let row = usage::Entity::find_by_id((
            Uuid::from_u128(charge.counter.id).to_string(),
            charge.counter.limit.to_string(),
            charge.window_start.epoch_millis(),
        ));
        let written = row.one(&self.databases.reader).await?.map_or(0, |row| row.used);
        lock(&self.usage.kept.totals).entry(*charge).or_insert(written);
        Ok(u64::try_from(written + self.usage.kept.unwritten(charge)).unwrap_or(0))
    }

    /// Writes what was counted since the last time. Processes on one database add up what they
    /// counted, and each learns of the others here.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be written; nothing is forgotten.
    pub async fn flush_usage(&self) -> Result<(), StoreError> {
        let changes = std::mem::take(&mut *lock(&self.usage.kept.changes));
        let last_used = std::mem::take(&mut *lock(&self.usage.kept.last_used));
        if changes.is_empty() && last_used.is_empty() {
            return Ok(());
        }
        let outcome = self.write_usage(&changes, &last_used).await;
        match outcome {
            Ok(totals) => self.learn_of_others(&changes, &totals),
            Err(error) => {
                let mut unwritten = lock(&self.usage.kept.changes);
                changes
                    .iter()
                    .for_each(|(charge, by)| *unwritten.entry(*charge).or_default() += by);
                let mut unnoted = lock(&self.usage.kept.last_used);
                last_used.iter().for_each(|(key, at)| {
                    unnoted.entry(*key).or_insert(*at);
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

    /// What the total grew by beyond what this process wrote, others counted. Shared counters know
    /// of everybody without this.
    fn learn_of_others(&self, changes: &HashMap<Charge, i64>, totals: &[(Charge, i64)]) {
        let mut known = lock(&self.usage.kept.totals);
        for (charge, total) in totals {
            let before = known.insert(*charge, *total);
            let written = changes.get(charge).copied().unwrap_or(0);
            let by_others = before.map_or(0, |before| total - before - written);
            if by_others != 0 && self.usage.shared.is_none() {
                self.usage.here.add(charge, by_others);
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
