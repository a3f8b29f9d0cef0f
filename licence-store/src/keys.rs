//! Whose key it is (specification 5): held in memory where every process learns of a change at
//! once, else asked of the database. A revoked key fails on its very next request.

mod epoch;
mod log;
mod revoke;
mod unknown;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::ArcSwapOption;
use licence_core::account::AccountId;
use licence_core::account::key::{KeyHash, KeyId, KeyLimits, KeyRefusal, KeyUse};
use licence_core::account::plan::Plan;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::Store;
use crate::connect::Databases;
use crate::entity::{account, api_key, key_version};
use crate::error::StoreError;
use crate::rows::Row;

pub(crate) use epoch::Epoch;
pub(crate) use log::{KeyLog, Revoked, Tail};
pub(crate) use revoke::write_revocation;
use unknown::UnknownKeys;

/// What a key is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStatus {
    /// No such key.
    Unknown,
    /// It was revoked.
    Revoked,
    /// It expired.
    Expired,
    /// It may not be used from the caller's network.
    OtherNetwork(KeyId),
    /// It is in force.
    InForce(KeyHolder),
}

/// The owner of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHolder {
    /// The key.
    pub key_id: KeyId,
    /// Its account.
    pub account_id: AccountId,
    /// The account's plan.
    pub plan: Plan,
}

/// A key that exists, and what its use is limited to.
#[derive(Debug)]
struct HeldKey {
    status: KeyStatus,
    /// Apart: most keys have none.
    limits: Option<Box<KeyLimits>>,
}

/// The keys of all accounts under one announced version.
struct HeldKeys {
    version: i64,
    keys: HashMap<KeyHash, HeldKey, foldhash::fast::RandomState>,
}

/// The keys as this process holds them.
pub(crate) struct Keys {
    epoch: Epoch,
    held: ArcSwapOption<HeldKeys>,
    loading: Mutex<()>,
    is_mending: AtomicBool,
    unknown: UnknownKeys,
}

impl Keys {
    pub(crate) fn new(epoch: Epoch) -> Self {
        Self {
            epoch,
            held: ArcSwapOption::empty(),
            loading: Mutex::new(()),
            is_mending: AtomicBool::new(false),
            unknown: UnknownKeys::default(),
        }
    }

    /// Raises and announces the version in this transaction, and writes revocations that only the log
    /// has. Call it before every commit that changes a key or a plan. If the commit fails, checks ask
    /// the database until the next change or [`Store::settle_keys`].
    pub(crate) async fn announce_change(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<(), StoreError> {
        if matches!(self.epoch, Epoch::Nowhere) {
            return Ok(());
        }
        let committed = version(transaction).await?;
        let announced = self.epoch.announce_after(committed);
        let announced = announced.map_err(|error| StoreError::not_announced(&error))?;
        // Later entries of the log follow the new version, and are not lost.
        for (id, Revoked { at, by }) in self.tail(committed)?.revoked {
            revoke::write_revocation(transaction, id, at, &by).await?;
        }
        key_version::Entity::update_many()
            .col_expr(key_version::Column::Version, Expr::value(announced))
            .exec(transaction)
            .await?;
        Ok(())
    }

    /// Returns the entries that were announced after the version in the database.
    pub(crate) fn tail(&self, committed: i64) -> Result<Tail, StoreError> {
        self.epoch.tail(committed).map_err(|error| StoreError::not_announced(&error))
    }
}

impl Store {
    /// Returns the current status of a key. `seen` returns when and from where the key is used; it is
    /// only called for keys with limits.
    ///
    /// # Errors
    /// [`StoreError`] when the database is needed and cannot be read.
    pub async fn key_status(
        &self,
        hash: KeyHash,
        seen: impl FnOnce() -> KeyUse,
    ) -> Result<KeyStatus, StoreError> {
        let announced = self.keys.epoch.announced();
        if let Some(held) = self.keys.held.load().as_ref()
            && Some(held.version) == announced
        {
            return Ok(status(held.keys.get(&hash), seen));
        }
        // Boxed, so that the future of a key in memory stays small.
        Box::pin(self.load_status(hash, announced, seen)).await
    }

    async fn load_status(
        &self,
        hash: KeyHash,
        announced: Option<i64>,
        seen: impl FnOnce() -> KeyUse,
    ) -> Result<KeyStatus, StoreError> {
        if announced.is_none() {
            if !matches!(self.keys.epoch, Epoch::Nowhere) {
                self.mend_keys();
            }
            return self.query_status(hash, seen).await;
        }
        // One load at a time: whoever waits finds the keys held.
        let loading = self.keys.loading.lock().await;
        if let Some(held) = self.keys.held.load().as_ref()
            && Some(held.version) == announced
        {
            return Ok(status(held.keys.get(&hash), seen));
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
        let (loaded, is_settled) = self.load().await?;
        let status = status(loaded.keys.get(&hash), seen);
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
        seen: impl FnOnce() -> KeyUse,
    ) -> Result<KeyStatus, StoreError> {
        let committed = match self.keys.epoch {
            Epoch::Nowhere => 0,
            _ => version(&self.databases.reader).await?,
        };
        let found = api_key::Entity::find()
            .filter(api_key::Column::Hash.eq(hash.to_string()))
            .find_also_related(account::Entity)
            .one(&self.databases.reader)
            .await;
        let found = match found {
            Ok(found) => found,
            Err(error) => return Err(self.databases.explain(error).await),
        };
        let Some((row, account)) = found else { return Ok(KeyStatus::Unknown) };
        let tail = self.keys.tail(committed)?;
        Ok(status(Some(&held_key(&row, account.as_ref(), &tail)?), seen))
    }

    /// Loads all keys, and returns whether they may be kept: not while a change is under way.
    async fn load(&self) -> Result<(HeldKeys, bool), StoreError> {
        let Rows { version, keys, accounts } = load(&self.databases).await?;
        let tail = self.keys.tail(version)?;
        let accounts: HashMap<&str, &account::Model> =
            accounts.iter().map(|account| (account.id.as_str(), account)).collect();
        let mut held = HashMap::default();
        for row in &keys {
            let account = accounts.get(row.account_id.as_str()).copied();
            let hash = Row { table: "api_keys", id: &row.id }.parse(&row.hash)?;
            held.insert(hash, held_key(row, account, &tail)?);
        }
        Ok((HeldKeys { version: tail.end, keys: held }, tail.is_settled))
    }

    /// Makes database and log agree, in the background because this waits for the writer. Needed when
    /// the log is new, damaged, lost or ahead, or a process died between announcement and commit.
    fn mend_keys(&self) {
        if self.keys.is_mending.swap(true, Ordering::AcqRel) {
            return;
        }
        let store = self.clone();
        tokio::spawn(async move {
            if let Err(error) = store.settle_keys().await {
                tracing::warn!(%error, "the version of the keys was not announced");
            }
            store.keys.is_mending.store(false, Ordering::Release);
        });
    }

    /// Makes database and log agree, under the write lock, which excludes announcements without a
    /// commit.
    async fn settle_keys(&self) -> Result<(), StoreError> {
        let transaction = self.databases.begin_write().await?;
        let committed = version(&transaction).await?;
        let tail = self.keys.tail(committed)?;
        if tail.is_settled && tail.end == committed {
            return Ok(transaction.rollback().await?);
        }
        self.keys.announce_change(&transaction).await?;
        Ok(transaction.commit().await?)
    }
}

fn status(key: Option<&HeldKey>, seen: impl FnOnce() -> KeyUse) -> KeyStatus {
    let Some(HeldKey { status, limits }) = key else { return KeyStatus::Unknown };
    let (KeyStatus::InForce(holder), Some(limits)) = (status, limits) else {
        return *status;
    };
    match limits.allow(seen()) {
        Ok(()) => *status,
        Err(KeyRefusal::Expired) => KeyStatus::Expired,
        Err(KeyRefusal::OtherNetwork) => KeyStatus::OtherNetwork(holder.key_id),
    }
}

/// Returns the version of the keys in the database.
pub(crate) async fn version(connection: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let row = key_version::Entity::find().one(connection).await?;
    row.map(|row| row.version)
        .ok_or_else(|| StoreError::corrupt("key_version", "1", "the row is missing"))
}

/// All keys and accounts, and their version.
struct Rows {
    version: i64,
    keys: Vec<api_key::Model>,
    accounts: Vec<account::Model>,
}

/// Loads all keys in one read transaction, so that they match the version.
async fn load(databases: &Databases) -> Result<Rows, StoreError> {
    let transaction = databases.begin_read().await?;
    let version = version(&transaction).await?;
    let keys = api_key::Entity::find().all(&transaction).await?;
    let accounts = account::Entity::find().all(&transaction).await?;
    transaction.commit().await?;
    Ok(Rows { version, keys, accounts })
}

fn held_key(
    row: &api_key::Model,
    account: Option<&account::Model>,
    tail: &Tail,
) -> Result<HeldKey, StoreError> {
    let cell = Row { table: "api_keys", id: &row.id };
    let account = account
        .ok_or_else(|| StoreError::corrupt("api_keys", &row.id, "its account is missing"))?;
    let key_id = KeyId(cell.parse::<Uuid>(&row.id)?);
    if row.revoked_at.is_some() || tail.revoked.contains_key(&key_id) {
        return Ok(HeldKey { status: KeyStatus::Revoked, limits: None });
    }
    let limits = row.limits()?;
    let status = KeyStatus::InForce(KeyHolder {
        key_id,
        account_id: AccountId(cell.parse::<Uuid>(&account.id)?),
        plan: Row { table: "accounts", id: &account.id }.parse(&account.plan)?,
    });
    Ok(HeldKey { status, limits: (!limits.is_empty()).then(|| Box::new(limits)) })
}
