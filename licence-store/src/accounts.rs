//! Accounts and their keys (specification 5).

use licence_core::account::key::{ApiKey, KeyId, KeyLimits, RawKey};
use licence_core::account::label::Label;
use licence_core::account::plan::Plan;
use licence_core::account::{Account, AccountId};
use licence_core::audit::{Act, Action};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::Serialize;
use uuid::Uuid;

use crate::Store;
use crate::boxed;
use crate::entity::{account, api_key};
use crate::error::StoreError;
use crate::keys::{decode_key, networks_column, version};
use crate::rows::Row;

/// The reason in the audit log for an act on an unknown account.
pub(crate) const UNKNOWN_ACCOUNT: &str = "the account is not on record";

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
    /// Creates an account.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::account::plan::Plan;
    ///
    /// let account = store.create_account("Example Ltd", Plan::Pro, now).await?;
    /// assert_eq!(store.account(account.id).await?, Some(account));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn create_account(
        &self,
        name: &str,
        plan: Plan,
        now: Timestamp,
    ) -> Result<Account, StoreError> {
        let id = AccountId(self.entropy.uuid());
        let account = Account { id, name: name.to_owned(), plan, created_at: now };
        let row = account::ActiveModel {
            id: Set(id.0.to_string()),
            name: Set(account.name.clone()),
            plan: Set(plan.to_string()),
            created_at: Set(now.epoch_millis()),
        };
        let transaction = self.databases.begin_write().await?;
        account::Entity::insert(row).exec_without_returning(&transaction).await?;
        let act = Act::new(Action::AccountCreate, id.0)
            .for_account(id)
            .with("name", name)
            .with("plan", plan.as_str());
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        Ok(account)
    }

    /// Returns an account; `None` for an unknown id.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::account::AccountId;
    ///
    /// assert_eq!(store.account(AccountId(uuid::Uuid::nil())).await?, None);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        find_account(&self.databases.reader, id).await
    }

    /// Moves an account to a plan, and returns it; `None` for an unknown account.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// let account = store.set_plan(account, Plan::Business, now).await?.expect("it exists");
    /// assert_eq!(account.plan, Plan::Business);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the plan is as it was.
    #[boxed]
    pub async fn set_plan(
        &self,
        id: AccountId,
        plan: Plan,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let act = Act::new(Action::AccountSetPlan, id.0).for_account(id).with("to", plan.as_str());
        let transaction = self.databases.begin_write().await?;
        let Some(before) = find_account(&transaction, id).await? else {
            transaction.rollback().await?;
            self.record_refused(act, UNKNOWN_ACCOUNT, now).await;
            return Ok(None);
        };
        if before.plan == plan {
            return Ok(Some(before));
        }
        account::Entity::update_many()
            .col_expr(account::Column::Plan, Expr::value(plan.as_str()))
            .filter(account::Column::Id.eq(id.0.to_string()))
            .exec(&transaction)
            .await?;
        self.record_done(&transaction, act.with("from", before.plan.as_str()), now).await?;
        self.commit_key_change(transaction).await?;
        Ok(Some(Account { plan, ..before }))
    }

    /// Gives an account another name, and returns it; `None` for an unknown account.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the name is as it was.
    #[boxed]
    pub async fn rename_account(
        &self,
        id: AccountId,
        name: &Label,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let act = Act::new(Action::AccountRename, id.0).for_account(id).with("to", name.as_str());
        let transaction = self.databases.begin_short_write().await?;
        let Some(before) = find_account(&transaction, id).await? else {
            transaction.rollback().await?;
            self.record_refused(act, UNKNOWN_ACCOUNT, now).await;
            return Ok(None);
        };
        account::Entity::update_many()
            .col_expr(account::Column::Name, Expr::value(name.as_str()))
            .filter(account::Column::Id.eq(id.0.to_string()))
            .exec(&transaction)
            .await?;
        self.record_done(&transaction, act.with("from", before.name.as_str()), now).await?;
        let change = self.keys.announce_change(&transaction).await?;
        transaction.commit().await?;
        change.seen().await;
        Ok(Some(Account { name: name.as_str().to_owned(), ..before }))
    }

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
        let transaction = self.databases.begin_write().await?;
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

pub(crate) async fn find_account(
    connection: &impl ConnectionTrait,
    id: AccountId,
) -> Result<Option<Account>, StoreError> {
    let row = account::Entity::find_by_id(id.0.to_string()).one(connection).await?;
    row.map(decode_account).transpose()
}

pub(crate) fn decode_account(row: account::Model) -> Result<Account, StoreError> {
    let cell = Row { table: "accounts", id: &row.id };
    Ok(Account {
        id: AccountId(cell.parse::<Uuid>(&row.id)?),
        plan: cell.parse(&row.plan)?,
        created_at: cell.time(row.created_at)?,
        name: row.name,
    })
}
