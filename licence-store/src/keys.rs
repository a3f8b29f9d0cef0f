//! Creates, resolves and revokes keys (specification 5). A revoked key fails on its next request.
//!
//! | database | how |
//! |---|---|
//! | SQLite | keys are in memory; each request compares their version with the announced one ([`epoch`]) |
//! | PostgreSQL, a server | keys are in memory under a [`lease`]; a change returns once every server acknowledged it, or its lease is over |
//! | PostgreSQL without a lease | each key is a query |

mod create;
mod epoch;
mod held;
mod keep;
mod lease;
mod log;
mod renewal;
mod revocation;
mod revoke;
mod rows;
mod state;
mod unknown;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use licence_core::account::key::{KeyHash, KeyUse};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::Store;
use crate::boxed;
use crate::entity::{account, api_key};
use crate::error::StoreError;
pub use create::NewKey;
pub(crate) use epoch::Epoch;
use held::{HeldKey, HeldKeys};
pub use held::{KeyHolder, KeyStatus};
pub(crate) use lease::Lease;
pub use lease::MonotonicClock;
pub(crate) use log::KeyLog;
pub(crate) use revocation::{Ended, Tail};
pub(crate) use rows::version;
pub(crate) use state::{Keys, fold_tail};

/// How soon the log of ended keys is settled again: while another writer holds the database, and at
/// the earliest after a failure.
const SETTLE_AGAIN_AFTER: Duration = Duration::from_secs(1);

impl Store {
    /// Returns the current status of a key. `seen` returns when and from where the key is used; it
    /// is only called for keys with limits.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # let key = store.create_key(account, "production", now).await?.expect("it exists");
    /// use licence_store::core::account::key::KeyUse;
    /// use licence_store::service::KeyStatus;
    ///
    /// let seen = || KeyUse { at: now, from: "203.0.113.7".parse().unwrap() };
    /// let status = store.key_status(key.key.hash(), seen).await?;
    /// assert!(matches!(status, KeyStatus::InForce(holder) if holder.account_id == account));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database is needed and cannot be read.
    pub async fn key_status(
        &self,
        hash: KeyHash,
        seen: impl Fn() -> KeyUse + Sync,
    ) -> Result<KeyStatus, StoreError> {
        match self.keys.held_status(hash, &seen) {
            Some(status) => Ok(status),
            None => self.load_status(hash, &seen).await,
        }
    }

    /// Returns what [`Store::key_status`] returns, but remembers unknown keys. If
    /// `failed_too_often`, the caller used up its failed attempts, and its unknown keys are refused
    /// without a query each.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::key::KeyUse;
    /// # let seen = || KeyUse { at: now, from: "203.0.113.7".parse().unwrap() };
    /// use licence_store::core::account::key::RawKey;
    /// use licence_store::service::KeyStatus;
    ///
    /// let guessed = RawKey::generate(&mut || 7).hash();
    /// let status = store.key_status_for_caller(guessed, seen, true).await?;
    /// assert_eq!(status, KeyStatus::Unknown);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database is needed and cannot be read.
    pub async fn key_status_for_caller(
        &self,
        hash: KeyHash,
        seen: impl Fn() -> KeyUse + Sync,
        failed_too_often: bool,
    ) -> Result<KeyStatus, StoreError> {
        if let Some(status) = self.keys.held_status(hash, &seen) {
            return Ok(status);
        }
        match self.keys.epoch {
            Epoch::Leased(_) => self.query_key_status(hash, &seen, failed_too_often).await,
            Epoch::Process(_) | Epoch::Log(_) => self.load_status(hash, &seen).await,
        }
    }

    /// Returns the version of the keys that this server answers from memory on PostgreSQL; `None`
    /// without a lease, and on SQLite. While it is the same, no key that [`Store::key_status`] found in
    /// force was revoked.
    ///
    /// ```
    /// # licence_store::example(async |store, _now| {
    /// assert_eq!(store.leased_key_version(), None, "SQLite needs no lease");
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn leased_key_version(&self) -> Option<i64> {
        match &self.keys.epoch {
            Epoch::Leased(lease) => lease.version(),
            Epoch::Process(_) | Epoch::Log(_) => None,
        }
    }

    #[boxed]
    async fn query_key_status(
        &self,
        hash: KeyHash,
        seen: &(dyn Fn() -> KeyUse + Sync),
        failed_too_often: bool,
    ) -> Result<KeyStatus, StoreError> {
        let (unknown, now) = (&self.keys.unknown, seen().at);
        if unknown.contains(hash, now) {
            return Ok(KeyStatus::Unknown);
        }
        if failed_too_often {
            let keys = unknown.all_keys(&self.databases, &self.keys.epoch, now).await?;
            match keys.status(hash, seen) {
                KeyStatus::InForce(_) => {}
                refused => return Ok(refused),
            }
        }
        let status = self.key_status(hash, &seen).await?;
        if status == KeyStatus::Unknown {
            unknown.remember(hash, now);
        }
        Ok(status)
    }

    #[boxed]
    async fn load_status(
        &self,
        hash: KeyHash,
        seen: &(dyn Fn() -> KeyUse + Sync),
    ) -> Result<KeyStatus, StoreError> {
        if self.keys.epoch.announced().is_none() {
            if matches!(self.keys.epoch, Epoch::Process(_) | Epoch::Log(_)) {
                self.mend_keys();
            }
            return self.query_status(hash, seen).await;
        }
        // One load at a time: a caller that waited finds the keys loaded.
        let loading = self.keys.loading.lock().await;
        if let Some(status) = self.keys.held_status(hash, seen) {
            return Ok(status);
        }
        let committed = version(&self.databases.reader).await?;
        let tail = self.keys.tail(committed)?;
        if tail.end != committed {
            self.mend_keys();
        }
        if !tail.is_settled {
            drop(loading);
            return self.query_status(hash, seen).await;
        }
        if tail.end == committed {
            self.note_announced();
        }
        let (loaded, is_settled) = HeldKeys::load(&self.databases, &self.keys.epoch).await?;
        let status = loaded.status(hash, seen);
        // The lease does not know this version yet. Without a renewal the next caller would load again;
        // if it fails, the status is the database's all the same.
        if self.keys.epoch.announced() != Some(loaded.version)
            && let Err(error) = self.renew_key_lease().await
        {
            tracing::debug!(%error, "the lease is not renewed after a change");
        }
        if is_settled {
            self.keys.held.store(Some(Arc::new(loaded)));
        }
        Ok(status)
    }

    /// Reads a key from the database, then the log, so that the log covers every change after the
    /// version.
    async fn query_status(
        &self,
        hash: KeyHash,
        seen: &(dyn Fn() -> KeyUse + Sync),
    ) -> Result<KeyStatus, StoreError> {
        let committed = match self.keys.epoch {
            Epoch::Leased(_) => 0,
            Epoch::Process(_) | Epoch::Log(_) => version(&self.databases.reader).await?,
        };
        let found = api_key::Entity::find()
            .filter(api_key::Column::Hash.eq(hash.to_string()))
            .find_also_related(account::Entity)
            .one(&self.databases.reader)
            .await;
        let found = self.databases.explained(found).await?;
        let Some((row, account)) = found else { return Ok(KeyStatus::Unknown) };
        let tail = self.keys.tail(committed)?;
        Ok(HeldKey::from_rows(&row, account.as_ref(), &tail)?.status(seen))
    }

    /// Makes database and log agree, in the background because this waits for the writer. Needed
    /// when the log is new, damaged, lost or ahead, or a process died between announcement and
    /// commit.
    pub(crate) fn mend_keys(&self) {
        if self.keys.is_mending.swap(true, Ordering::AcqRel) {
            return;
        }
        let store = self.clone();
        tokio::spawn(async move {
            let settled = loop {
                match store.settle_keys().await {
                    Ok(false) => tokio::time::sleep(SETTLE_AGAIN_AFTER).await,
                    settled => break settled,
                }
            };
            if let Err(error) = settled {
                if !store.keys.mending_failed.swap(true, Ordering::AcqRel) {
                    tracing::warn!(%error, "the version of the keys was not announced");
                }
                // Every request asks for this until it succeeds.
                tokio::time::sleep(SETTLE_AGAIN_AFTER).await;
            }
            store.keys.is_mending.store(false, Ordering::Release);
        });
    }

    /// Makes database and log agree, under the write lock, which excludes announcements without a
    /// commit. It waits for no other writer, because a command that ends would wait with it: false if
    /// another writer holds the database.
    async fn settle_keys(&self) -> Result<bool, StoreError> {
        let Some(write) = self.databases.begin_urgent_write().await? else { return Ok(false) };
        let settled = self.announce_unsettled(&write.transaction).await;
        match &settled {
            Ok(()) => write.commit().await?,
            Err(_) => write.rollback().await?,
        }
        settled?;
        self.note_announced();
        Ok(true)
    }

    /// Logs that the version is announced again, by whatever process.
    fn note_announced(&self) {
        if self.keys.mending_failed.swap(false, Ordering::AcqRel) {
            tracing::warn!("the version of the keys is announced again");
        }
    }

    async fn announce_unsettled(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<(), StoreError> {
        let committed = version(transaction).await?;
        let tail = self.keys.tail(committed)?;
        if !tail.is_settled || tail.end != committed {
            // The process that made the change waits itself, unless it has ended.
            let _ = self.keys.announce_change(transaction).await?;
        }
        Ok(())
    }
}
