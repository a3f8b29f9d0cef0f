//! Revokes keys at once, whatever else is written meanwhile.
//!
//! | database | how |
//! |---|---|
//! | SQLite file | a line in the log beside the file, which needs no write lock; the row follows when the lock is free |
//! | PostgreSQL | a short transaction without the writers' lock; a transaction that holds the row is ended; then every server acknowledges it, or its lease ends |
//! | SQLite in memory | a transaction like any other: this process is the only one |

use licence_core::account::AccountId;
use licence_core::account::key::{ApiKey, KeyId};
use licence_core::account::label::Label;
use licence_core::audit::{Act, Action};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::epoch::Epoch;
use super::revocation::{Ended, Revocation, Tail};
use super::rows::{decode_key, find, mark_revoked, revocation_act, version, write_revocation};
use crate::Store;
use crate::boxed;
use crate::entity::api_key;
use crate::error::StoreError;

/// The reason in the audit log for an act on an unknown key.
const UNKNOWN_KEY: &str = "the key is not on record";
/// The reason in the audit log for a new label of a revoked key.
const REVOKED_KEY: &str = "the key is revoked";

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
    #[boxed]
    pub async fn revoke_key(
        &self,
        id: KeyId,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        let key = match &self.keys.epoch {
            Epoch::Log(_) => self.revoke_in_log(id, now).await?,
            Epoch::Leased(_) => self.revoke_in_short_transaction(id, now).await?,
            Epoch::Process(_) => {
                let transaction = self.databases.begin_account_write().await?;
                write_revocation(&transaction, id, now, &self.actor).await?;
                let row = find(&transaction, id).await?;
                self.commit_key_change(transaction).await?;
                row.map(decode_key).transpose()?
            }
        };
        if key.is_none() {
            self.record_refused_urgently(Act::new(Action::KeyRevoke, id.0), UNKNOWN_KEY, now).await;
        }
        Ok(key)
    }

    /// Revokes a key of an account as [`Store::revoke_key`] does; `None` when the account has no
    /// such key.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
    pub async fn revoke_key_of(
        &self,
        account: AccountId,
        id: KeyId,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        match self.key(id).await? {
            Some(key) if key.account_id == account => self.revoke_key(id, now).await,
            _ => {
                let act = Act::new(Action::KeyRevoke, id.0).for_account(account);
                self.record_refused_urgently(act, UNKNOWN_KEY, now).await;
                Ok(None)
            }
        }
    }

    /// Gives a key of an account another label, and returns it; `None` when the account has no such
    /// key, or the key is revoked.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the label is as it was.
    #[boxed]
    pub async fn rename_key(
        &self,
        account: AccountId,
        id: KeyId,
        label: &Label,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        let act = Act::new(Action::KeyRename, id.0).for_account(account).with("to", label.as_str());
        let key = self.key(id).await?.filter(|key| key.account_id == account);
        let before = match key {
            Some(key) if key.revoked_at.is_none() => key,
            other => {
                let reason = if other.is_some() { REVOKED_KEY } else { UNKNOWN_KEY };
                self.record_refused(act, reason, now).await;
                return Ok(None);
            }
        };
        let transaction = self.databases.begin_short_write().await?;
        let renamed = api_key::Entity::update_many()
            .col_expr(api_key::Column::Label, Expr::value(label.as_str()))
            .filter(api_key::Column::Id.eq(id.0.to_string()))
            .filter(api_key::Column::RevokedAt.is_null())
            .exec(&transaction)
            .await?;
        if renamed.rows_affected == 0 {
            transaction.rollback().await?;
            self.record_refused(act, REVOKED_KEY, now).await;
            return Ok(None);
        }
        self.record_done(&transaction, act.with("from", before.label.as_str()), now).await?;
        transaction.commit().await?;
        Ok(Some(ApiKey { label: label.as_str().to_owned(), ..before }))
    }

    async fn revoke_in_log(&self, id: KeyId, now: Timestamp) -> Result<Option<ApiKey>, StoreError> {
        match self.key(id).await? {
            Some(key) if key.revoked_at.is_none() => {}
            known => return Ok(known),
        }
        self.append_revocations(vec![Ended::Key(id)], now).await?;
        if let Err(error) = self.settle_keys().await {
            tracing::warn!(%error, "a revocation is in the log, but not in the database yet");
        }
        self.key(id).await
    }

    /// Appends revocations to the log beside the SQLite file. Every process obeys them from the
    /// moment this returns.
    pub(crate) async fn append_revocations(
        &self,
        ended: Vec<Ended>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let Epoch::Log(log) = &self.keys.epoch else { return Ok(()) };
        let (log, committed) = (log.clone(), version(&self.databases.reader).await?);
        let by = self.actor.to_string();
        let append = move || {
            let mut lines = ended.into_iter().map(|ended| Revocation { ended, at, by: by.clone() });
            lines.try_for_each(|line| log.append_revocation(&line, committed))
        };
        let appended = tokio::task::spawn_blocking(append).await;
        appended
            .map_err(|stopped| StoreError::not_announced(&stopped))?
            .map_err(|error| StoreError::not_announced(&error))?;
        self.keys.epoch.wait_until_seen().await;
        Ok(())
    }

    /// Returns the revocations that only the log holds. Read the rows that they concern after this
    /// call, so that the two together miss no revocation.
    pub(crate) async fn unfolded_revocations(&self) -> Result<Tail, StoreError> {
        let committed = match self.keys.epoch {
            Epoch::Log(_) => version(&self.databases.reader).await?,
            Epoch::Leased(_) | Epoch::Process(_) => return Ok(Tail::default()),
        };
        let tail = self.keys.tail(committed)?;
        if !tail.is_folded() {
            self.mend_keys();
        }
        Ok(tail)
    }

    /// Writes the revocations that only the log holds into the database, unless another process writes
    /// to it.
    pub(crate) async fn settle_log(&self) -> Result<(), StoreError> {
        let committed = version(&self.databases.reader).await?;
        if self.keys.tail(committed)?.is_folded() {
            return Ok(());
        }
        self.settle_keys().await.map(drop)
    }

    async fn revoke_in_short_transaction(
        &self,
        id: KeyId,
        now: Timestamp,
    ) -> Result<Option<ApiKey>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let revoked = mark_revoked(&transaction, id, now);
        let revoked = self.databases.run_urgent(&transaction, revoked).await?;
        let key = find(&transaction, id).await?.map(decode_key).transpose()?;
        if let Some(key) = key.as_ref().filter(|_| revoked) {
            self.record_done(&transaction, revocation_act(key), now).await?;
        }
        self.commit_key_change(transaction).await?;
        Ok(key)
    }

    /// Returns a key with its revocation in the log; `None` for an unknown key.
    async fn key(&self, id: KeyId) -> Result<Option<ApiKey>, StoreError> {
        let committed = version(&self.databases.reader).await?;
        let Some(row) = find(&self.databases.reader, id).await? else { return Ok(None) };
        let mut key = decode_key(row)?;
        key.revoked_at = self.keys.tail(committed)?.revoked_at(&key);
        Ok(Some(key))
    }
}
