//! Revokes keys at once, whatever else is written meanwhile.
//!
//! | database | how |
//! |---|---|
//! | SQLite file | a line in the log beside the file, which needs no write lock; the row follows when the lock is free |
//! | PostgreSQL | a short transaction without the writers' lock; a transaction that holds the row is ended |
//! | SQLite in memory | a transaction like any other: this process is the only one |

use licence_core::account::key::{ApiKey, KeyId};
use licence_core::audit::{Act, Action};
use licence_core::time::Timestamp;

use super::epoch::Epoch;
use super::log::{KeyLog, Revocation};
use super::revocation::{mark_revoked, revocation_act, write_revocation};
use super::rows::{decode_key, find, version};
use crate::Store;
use crate::audit::entries;
use crate::error::StoreError;

impl Store {
    /// Revokes a key, and returns it; `None` for an unknown key. Every process refuses the key from
    /// the moment this returns. The call never waits for a reading that is being applied. Revoking
    /// a revoked key keeps the first time.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// let key = store.create_key(account, "leaked", now).await?.expect("it exists");
    /// let revoked = store.revoke_key(key.id, now).await?.expect("it exists");
    /// assert_eq!(revoked.revoked_at, Some(now));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    pub async fn revoke_key(
        &self,
        id: KeyId,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        let key = match &self.keys.epoch {
            Epoch::Log(log) => self.revoke_in_log(log, id, now).await?,
            Epoch::Nowhere => self.revoke_in_short_transaction(id, now).await?,
            Epoch::Process(_) => {
                let transaction = self.databases.begin_write().await?;
                write_revocation(&transaction, id, now, &self.actor).await?;
                let row = find(&transaction, id).await?;
                self.keys.announce_change(&transaction).await?;
                transaction.commit().await?;
                row.map(decode_key).transpose()?
            }
        };
        if key.is_none() {
            self.record_unknown_key(id, now).await;
        }
        Ok(key)
    }

    /// Records the revocation of an unknown key. Does not wait for a reading that is being applied,
    /// because a typing error while a key leaks must not cost two minutes. Without the entry, the
    /// log of the process says so.
    async fn record_unknown_key(&self, id: KeyId, now: Timestamp) {
        let (act, reason) = (Act::new(Action::KeyRevoke, id.0), "the key is not on record");
        if !matches!(self.keys.epoch, Epoch::Log(_)) {
            return self.record_refused(act, reason, now).await;
        }
        let recorded = async {
            let Some(urgent) = self.databases.begin_urgent_write().await? else { return Ok(false) };
            let refused = Some(reason.to_owned());
            entries::insert(&urgent.transaction, &self.actor, act, refused, now).await?;
            urgent.commit().await.map(|()| true)
        };
        if !matches!(recorded.await, Ok::<bool, StoreError>(true)) {
            tracing::error!(key = %id.0, "a refused revocation is not in the audit log");
        }
    }

    async fn revoke_in_log(
        &self,
        log: &KeyLog,
        id: KeyId,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        match self.key(id).await? {
            Some(key) if key.revoked_at.is_none() => {}
            known => return Ok(known),
        }
        let committed = version(&self.databases.reader).await?;
        let (log, line) =
            (log.clone(), Revocation::Key { id, at: now, by: self.actor.to_string() });
        let appended =
            tokio::task::spawn_blocking(move || log.append_revocation(&line, committed)).await;
        appended
            .map_err(|stopped| StoreError::not_announced(&stopped))?
            .map_err(|error| StoreError::not_announced(&error))?;
        if let Err(error) = self.fold_unless_busy().await {
            tracing::warn!(%error, "a revocation is in the log, but not in the database yet");
        }
        self.key(id).await
    }

    /// Writes the revocations that only the log holds into the database. If another process writes,
    /// that process does it.
    pub(crate) async fn settle_log(&self) -> Result<(), StoreError> {
        let committed = version(&self.databases.reader).await?;
        if self.keys.tail(committed)?.revoked.is_empty() {
            return Ok(());
        }
        self.fold_unless_busy().await
    }

    /// Writes the revocations of the log into the database, unless another process writes.
    async fn fold_unless_busy(&self) -> Result<(), StoreError> {
        let Some(urgent) = self.databases.begin_urgent_write().await? else { return Ok(()) };
        let folded = self.keys.announce_change(&urgent.transaction).await;
        match &folded {
            Ok(()) => urgent.commit().await?,
            Err(_) => urgent.rollback().await?,
        }
        folded
    }

    async fn revoke_in_short_transaction(
        &self,
        id: KeyId,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let revoked = mark_revoked(&transaction, id, now);
        let revoked = self.databases.over_others(&transaction, revoked).await?;
        let key = find(&transaction, id).await?.map(decode_key).transpose()?;
        if let Some(key) = key.as_ref().filter(|_| revoked) {
            entries::insert(&transaction, &self.actor, revocation_act(key), None, now).await?;
        }
        transaction.commit().await?;
        Ok(key)
    }

    /// Returns a key with its revocation in the log; `None` for an unknown key.
    async fn key(&self, id: KeyId) -> Result<Option<ApiKey>, StoreError> {
        let committed = version(&self.databases.reader).await?;
        let Some(row) = find(&self.databases.reader, id).await? else { return Ok(None) };
        let revoked = self.keys.tail(committed)?.revoked;
        let mut key = decode_key(row)?;
        key.revoked_at = key.revoked_at.or_else(|| revoked.get(&id).map(|revoked| revoked.at));
        Ok(Some(key))
    }
}
