//! Refuses unknown keys without a query of their own on PostgreSQL, where the database is asked
//! about every other key. On SQLite all keys are in memory, and an unknown key costs no query.
//!
//! - A key that was unknown stays unknown for a second. Nobody asks about a key before it exists,
//!   so a new key works at once.
//! - A key of a caller that failed too often is looked for among all keys, which are read at most
//!   once a second. Only a key in force is still asked about, so that its revocation holds at once. A key created less than a second ago may be refused to that caller.

use std::sync::{Arc, Mutex};

use arc_swap::ArcSwapOption;
use licence_core::account::key::{KeyHash, KeyUse};
use licence_core::recent_map::RecentMap;
use licence_core::time::Timestamp;

use super::{Epoch, HeldKeys, KeyStatus, status};
use crate::Store;
use crate::error::StoreError;

/// How long a result of the database may be used, in milliseconds.
const MAX_AGE_MILLIS: i64 = 1_000;
/// The fewest unknown keys that are remembered.
const REMEMBERED: usize = 10_000;

/// The keys that were refused as unknown, and a recent copy of all keys.
pub(super) struct UnknownKeys {
    refused_at: Mutex<RecentMap<KeyHash, Timestamp>>,
    all: ArcSwapOption<AllKeys>,
    loading: tokio::sync::Mutex<()>,
}

/// All keys of the database at an instant.
struct AllKeys {
    read_at: Timestamp,
    keys: Arc<HeldKeys>,
}

impl Default for UnknownKeys {
    fn default() -> Self {
        Self {
            refused_at: Mutex::new(RecentMap::new(REMEMBERED)),
            all: ArcSwapOption::empty(),
            loading: tokio::sync::Mutex::default(),
        }
    }
}

impl UnknownKeys {
    fn remember(&self, hash: KeyHash, now: Timestamp) {
        self.refused_at().insert(hash, now);
    }

    fn contains(&self, hash: KeyHash, now: Timestamp) -> bool {
        self.refused_at().get_mut(&hash).is_some_and(|refused_at| is_fresh(*refused_at, now))
    }

    /// A poisoned lock is harmless here: every update is atomic.
    fn refused_at(&self) -> std::sync::MutexGuard<'_, RecentMap<KeyHash, Timestamp>> {
        self.refused_at.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn all_keys(&self, now: Timestamp) -> Option<Arc<HeldKeys>> {
        let all = self.all.load();
        all.as_ref().filter(|all| is_fresh(all.read_at, now)).map(|all| Arc::clone(&all.keys))
    }
}

/// Returns whether a result is young enough. One from the future is not, because a clock may step
/// back.
fn is_fresh(read_at: Timestamp, now: Timestamp) -> bool {
    (0..MAX_AGE_MILLIS).contains(&(now.epoch_millis() - read_at.epoch_millis()))
}

impl Store {
    /// As [`Store::key_status`], but remembers unknown keys. If `failed_too_often`, the caller used
    /// up its failed attempts, and its unknown keys are refused without a query each.
    ///
    /// # Errors
    /// [`StoreError`] when the database is needed and cannot be read.
    pub async fn key_status_for_caller(
        &self,
        hash: KeyHash,
        seen: impl Fn() -> KeyUse,
        failed_too_often: bool,
    ) -> Result<KeyStatus, StoreError> {
        match self.keys.epoch {
            // Boxed, so that the future of a key in memory stays small.
            Epoch::Nowhere => Box::pin(self.query_key_status(hash, seen, failed_too_often)).await,
            _ => self.key_status(hash, seen).await,
        }
    }

    async fn query_key_status(
        &self,
        hash: KeyHash,
        seen: impl Fn() -> KeyUse,
        failed_too_often: bool,
    ) -> Result<KeyStatus, StoreError> {
        let (unknown, now) = (&self.keys.unknown, seen().at);
        if unknown.contains(hash, now) {
            return Ok(KeyStatus::Unknown);
        }
        if failed_too_often {
            let held = self.keys_at_most_a_second_old(now).await?;
            match status(held.keys.get(&hash), &seen) {
                KeyStatus::InForce(_) => {}
                refused => return Ok(refused),
            }
        }
        let status = self.key_status(hash, seen).await?;
        if status == KeyStatus::Unknown {
            unknown.remember(hash, now);
        }
        Ok(status)
    }

    async fn keys_at_most_a_second_old(&self, now: Timestamp) -> Result<Arc<HeldKeys>, StoreError> {
        let unknown = &self.keys.unknown;
        if let Some(keys) = unknown.all_keys(now) {
            return Ok(keys);
        }
        // One load at a time: a caller that waited finds the keys loaded.
        let _loading = unknown.loading.lock().await;
        if let Some(keys) = unknown.all_keys(now) {
            return Ok(keys);
        }
        let (keys, _) = self.load().await?;
        let keys = Arc::new(keys);
        unknown.all.store(Some(Arc::new(AllKeys { read_at: now, keys: Arc::clone(&keys) })));
        Ok(keys)
    }
}
