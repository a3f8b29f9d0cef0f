//! Creates the keys of accounts, and lists them (specification 5).

use licence_core::account::AccountId;
use licence_core::account::key::{ApiKey, KeyId, KeyLimits, RawKey};
use licence_core::audit::{Act, Action};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::Serialize;

use super::rows::{decode_key, networks_column, version};
use crate::Store;
use crate::accounts::{UNKNOWN_ACCOUNT, find_account};
use crate::boxed;
use crate::entity::api_key;
use crate::error::StoreError;

/// A new key. Only this value holds its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewKey {
    /// Its id.
    pub id: KeyId,
    /// The account that owns it.
    pub account_id: AccountId,
    /// Its label.
    pub label: String,
    /// The raw key.
    #[serde(serialize_with = "serialize_key")]
    pub key: RawKey,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires, and from which networks it may be used.
    #[serde(flatten)]
    pub limits: KeyLimits,
}

fn serialize_key<S: serde::Serializer>(key: &RawKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(key.reveal())
}

impl Store {
    /// Creates a key without limits; `None` for an unknown account. Only this result holds the text
    /// of the key.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// let key = store.create_key(account, "production", now).await?.expect("it exists");
    /// println!("{}", key.key.reveal());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no key.
    #[boxed]
    pub async fn create_key(
        &self,
        account_id: AccountId,
        label: &str,
        now: Timestamp,
    ) -> Result<Option<NewKey>, StoreError> {
        self.create_limited_key(account_id, label, KeyLimits::default(), now).await
    }

    /// Creates a key that expires, or works only from some networks; `None` for an unknown account.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::account::key::KeyLimits;
    ///
    /// let networks = vec!["203.0.113.0/24".parse()?];
    /// let limits = KeyLimits { networks, ..KeyLimits::default() };
    /// let key = store.create_limited_key(account, "office", limits, now).await?;
    /// assert_eq!(key.expect("it exists").limits.networks.len(), 1);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no key.
    #[boxed]
    pub async fn create_limited_key(
        &self,
        account_id: AccountId,
        label: &str,
        limits: KeyLimits,
        now: Timestamp,
    ) -> Result<Option<NewKey>, StoreError> {
        let id = KeyId(self.new_id());
        let networks: Vec<String> = limits.networks.iter().map(ToString::to_string).collect();
        let act = Act::new(Action::KeyCreate, id.0)
            .for_account(account_id)
            .with("label", label)
            .with("expires_at", limits.expires_at.map(|at| at.to_string()))
            .with("networks", networks);
        let transaction = self.databases.begin_account_write().await?;
        if find_account(&transaction, account_id).await?.is_none() {
            transaction.rollback().await?;
            self.record_refused(act, UNKNOWN_ACCOUNT, now).await;
            return Ok(None);
        }
        let key = RawKey::generate(&mut self.entropy.bytes());
        let row = api_key::ActiveModel {
            id: Set(id.0.to_string()),
            account_id: Set(account_id.0.to_string()),
            label: Set(label.to_owned()),
            hash: Set(key.hash().to_string()),
            hint: Set(key.hint()),
            created_at: Set(now.epoch_millis()),
            last_used_at: Set(None),
            revoked_at: Set(None),
            expires_at: Set(limits.expires_at.map(Timestamp::epoch_millis)),
            networks: Set(networks_column(&limits)),
            last_characters: Set(Some(key.last_characters().to_owned())),
        };
        let inserted = api_key::Entity::insert(row).exec_without_returning(&transaction).await;
        inserted.map_err(|error| self.insert_error(error))?;
        self.record_done(&transaction, act.with("hint", key.hint()), now).await?;
        self.commit_key_change(transaction).await?;
        let (label, created_at) = (label.to_owned(), now);
        Ok(Some(NewKey { id, account_id, label, key, created_at, limits }))
    }

    /// Returns the keys of an account, the oldest first, with revoked ones; `None` for an unknown
    /// account.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// store.create_key(account, "production", now).await?;
    /// let keys = store.keys(account).await?.expect("it exists");
    /// assert_eq!(keys[0].label, "production");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn keys(&self, account_id: AccountId) -> Result<Option<Vec<ApiKey>>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        if find_account(&transaction, account_id).await?.is_none() {
            return Ok(None);
        }
        let committed = version(&transaction).await?;
        let rows = api_key::Entity::find()
            .filter(api_key::Column::AccountId.eq(account_id.0.to_string()))
            .order_by_asc(api_key::Column::CreatedAt)
            .order_by_asc(api_key::Column::Id)
            .all(&transaction)
            .await?;
        transaction.commit().await?;
        let mut keys: Vec<ApiKey> = rows.into_iter().map(decode_key).collect::<Result<_, _>>()?;
        let tail = self.keys.tail(committed)?;
        for key in &mut keys {
            key.revoked_at = tail.revoked_at(key);
        }
        Ok(Some(keys))
    }
}
