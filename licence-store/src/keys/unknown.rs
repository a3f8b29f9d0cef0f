//! Refuses unknown keys without a query of their own on PostgreSQL, where the database is asked
//! about every other key. On SQLite all keys are in memory, and an unknown key costs no query.
//!
//! - A key that was unknown stays unknown for a second. Nobody asks about a key before it exists,
//!   so a new key works at once.
//! - A key of a caller that failed too often is looked for among all keys, which are read at most
//!   once a second. Only a key in force is still asked about, so that its revocation holds at once.
//!   A key created less than a second ago may be refused to that caller.

use std::sync::{Arc, Mutex};

use arc_swap::ArcSwapOption;
use licence_core::account::key::KeyHash;
use licence_core::recent_map::RecentMap;
use licence_core::time::Timestamp;

use super::epoch::Epoch;
use super::held::HeldKeys;
use crate::connect::Databases;
use crate::error::StoreError;
use crate::mutex::lock;

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
    pub(super) fn remember(&self, hash: KeyHash, now: Timestamp) {
        lock(&self.refused_at).insert(hash, now);
    }

    /// Returns whether a key was unknown within the last second.
    pub(super) fn contains(&self, hash: KeyHash, now: Timestamp) -> bool {
        lock(&self.refused_at).get_mut(&hash).is_some_and(|refused_at| is_fresh(*refused_at, now))
    }

    /// Returns all keys as they were at most a second ago.
    pub(super) async fn all_keys(
        &self,
        databases: &Databases,
        epoch: &Epoch,
        now: Timestamp,
    ) -> Result<Arc<HeldKeys>, StoreError> {
        if let Some(keys) = self.fresh_keys(now) {
            return Ok(keys);
        }
        // One load at a time: a caller that waited finds the keys loaded.
        let _loading = self.loading.lock().await;
        if let Some(keys) = self.fresh_keys(now) {
            return Ok(keys);
        }
        let (keys, _) = HeldKeys::load(databases, epoch).await?;
        let keys = Arc::new(keys);
        self.all.store(Some(Arc::new(AllKeys { read_at: now, keys: Arc::clone(&keys) })));
        Ok(keys)
    }

    fn fresh_keys(&self, now: Timestamp) -> Option<Arc<HeldKeys>> {
        let all = self.all.load();
        all.as_ref().filter(|all| is_fresh(all.read_at, now)).map(|all| Arc::clone(&all.keys))
    }
}

/// Returns whether a result is young enough. One from the future is not, because a clock may step
/// back.
fn is_fresh(read_at: Timestamp, now: Timestamp) -> bool {
    (0..MAX_AGE_MILLIS).contains(&(now.epoch_millis() - read_at.epoch_millis()))
}
