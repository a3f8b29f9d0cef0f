//! Whose key it is (specification 5): held in memory where every process learns of a change at
//! once, else asked of the database. A revoked key fails on its very next request.

mod epoch;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::ArcSwapOption;
use licence_core::account::AccountId;
use licence_core::account::key::{KeyHash, KeyId, RawKey};
use licence_core::account::plan::Plan;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter,
};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::Store;
use crate::connect::Databases;
use crate::entity::{account, api_key, key_version};
use crate::error::StoreError;
use crate::rows::Row;

pub(crate) use epoch::Epoch;

/// What a key is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStanding {
    /// No such key.
    Unknown,
    /// It was revoked.
    Revoked,
    /// It is in force.
    InForce(KeyHolder),
}

/// Whose key it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHolder {
    /// The key.
    pub key_id: KeyId,
    /// Its account.
    pub account_id: AccountId,
    /// The account's plan.
    pub plan: Plan,
}

/// The keys of all accounts at one version of theirs.
struct HeldKeys {
    version: i64,
    standings: HashMap<KeyHash, KeyStanding, foldhash::fast::RandomState>,
}

/// The keys as this process holds them.
pub(crate) struct Keys {
    epoch: Epoch,
    held: ArcSwapOption<HeldKeys>,
    loading: Mutex<()>,
    is_mending: AtomicBool,
}

impl Keys {
    pub(crate) fn new(epoch: Epoch) -> Self {
        Self {
            epoch,
            held: ArcSwapOption::empty(),
            loading: Mutex::new(()),
            is_mending: AtomicBool::new(false),
        }
    }

    /// Raises the version in this transaction and announces it. Called before every commit that
    /// changes a key or a plan; when the commit then fails, the database is asked until the next
    /// change or [`Store::announce_keys`].
    pub(crate) async fn changed(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<(), StoreError> {
        key_version::Entity::update_many()
            .col_expr(key_version::Column::Version, Expr::col(key_version::Column::Version).add(1))
            .exec(transaction)
            .await?;
        self.announce(version(transaction).await?)
    }

    fn announce(&self, version: i64) -> Result<(), StoreError> {
        self.epoch
            .announce(version)
            .map_err(|error| StoreError::KeysNotAnnounced { why: error.to_string() })
    }
}

impl Store {
    /// What a key is worth, at this moment.
    ///
    /// # Errors
    /// [`StoreError`] when the database has to be asked and cannot be read.
    pub async fn key_standing(&self, key: &RawKey) -> Result<KeyStanding, StoreError> {
        let hash = key.hash();
        let announced = self.keys.epoch.announced();
        if let Some(held) = self.keys.held.load().as_ref()
            && Some(held.version) == announced
        {
            return Ok(held.standing(hash));
        }
        // In a box: a key that is held would carry the room for the database's futures.
        Box::pin(self.look_up(hash, announced)).await
    }

    async fn look_up(
        &self,
        hash: KeyHash,
        announced: Option<i64>,
    ) -> Result<KeyStanding, StoreError> {
        let Some(announced) = announced else {
            if !matches!(self.keys.epoch, Epoch::Nowhere) {
                self.mend_announcement();
            }
            return standing(&self.databases, hash).await;
        };
        // One load at a time: whoever waits finds the keys held.
        let _loading = self.keys.loading.lock().await;
        if let Some(held) = self.keys.held.load().as_ref()
            && held.version == announced
        {
            return Ok(held.standing(hash));
        }
        if version(&self.databases.reader).await? != announced {
            self.mend_announcement();
            return standing(&self.databases, hash).await;
        }
        let loaded = load(&self.databases).await?;
        let standing = loaded.standing(hash);
        // A change that came between is announced as another version: these are then not held.
        if loaded.version == announced {
            self.keys.held.store(Some(Arc::new(loaded)));
        }
        Ok(standing)
    }

    /// Announces the version of the keys that is committed, in the background: it waits for the
    /// writer, and no request waits for it. Needed when the file is new or was removed, or when a
    /// process died between an announcement and its commit.
    fn mend_announcement(&self) {
        if self.keys.is_mending.swap(true, Ordering::AcqRel) {
            return;
        }
        let store = self.clone();
        tokio::spawn(async move {
            if let Err(error) = store.announce_keys().await {
                tracing::warn!(%error, "the version of the keys was not announced");
            }
            store.keys.is_mending.store(false, Ordering::Release);
        });
    }

    /// Under the write lock nobody else is between an announcement and a commit.
    async fn announce_keys(&self) -> Result<(), StoreError> {
        let transaction = self.databases.begin_write().await?;
        self.keys.announce(version(&transaction).await?)?;
        Ok(transaction.rollback().await?)
    }
}

impl HeldKeys {
    fn standing(&self, hash: KeyHash) -> KeyStanding {
        self.standings.get(&hash).copied().unwrap_or(KeyStanding::Unknown)
    }
}

async fn version(connection: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let row = key_version::Entity::find().one(connection).await?;
    row.map(|row| row.version)
        .ok_or_else(|| StoreError::corrupt("key_version", "1", "the row is missing"))
}

/// One read transaction: the keys are those of the version.
async fn load(databases: &Databases) -> Result<HeldKeys, StoreError> {
    let transaction = databases.begin_read().await?;
    let version = version(&transaction).await?;
    let rows = api_key::Entity::find().all(&transaction).await?;
    let accounts = account::Entity::find().all(&transaction).await?;
    transaction.commit().await?;
    let plans: HashMap<&str, &account::Model> =
        accounts.iter().map(|account| (account.id.as_str(), account)).collect();
    let mut standings = HashMap::default();
    for row in &rows {
        let account = plans.get(row.account_id.as_str()).copied();
        let hash = Row { table: "api_keys", id: &row.id }.parse(&row.hash)?;
        standings.insert(hash, standing_of(row, account)?);
    }
    Ok(HeldKeys { version, standings })
}

async fn standing(databases: &Databases, hash: KeyHash) -> Result<KeyStanding, StoreError> {
    let found = api_key::Entity::find()
        .filter(api_key::Column::Hash.eq(hash.to_string()))
        .find_also_related(account::Entity)
        .one(&databases.reader)
        .await?;
    let Some((row, account)) = found else { return Ok(KeyStanding::Unknown) };
    standing_of(&row, account.as_ref())
}

fn standing_of(
    row: &api_key::Model,
    account: Option<&account::Model>,
) -> Result<KeyStanding, StoreError> {
    let cell = Row { table: "api_keys", id: &row.id };
    let account = account
        .ok_or_else(|| StoreError::corrupt("api_keys", &row.id, "its account is missing"))?;
    if row.revoked_at.is_some() {
        return Ok(KeyStanding::Revoked);
    }
    Ok(KeyStanding::InForce(KeyHolder {
        key_id: KeyId(cell.parse::<Uuid>(&row.id)?),
        account_id: AccountId(cell.parse::<Uuid>(&account.id)?),
        plan: Row { table: "accounts", id: &account.id }.parse(&account.plan)?,
    }))
}
