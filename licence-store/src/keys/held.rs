//! The keys of all accounts in memory, and the status of each.

use std::collections::HashMap;

use licence_core::account::AccountId;
use licence_core::account::key::{KeyHash, KeyId, KeyLimits, KeyRefusal, KeyUse};
use licence_core::account::plan::Plan;
use sea_orm::EntityTrait;
use uuid::Uuid;

use super::epoch::Epoch;
use super::revocation::{Ended, Tail};
use super::rows::version;
use crate::connect::Databases;
use crate::entity::{account, api_key};
use crate::error::StoreError;
use crate::rows::Row;

/// The status of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStatus {
    /// No key has this hash.
    Unknown,
    /// The key was revoked.
    Revoked,
    /// The key expired.
    Expired,
    /// The key does not work from the caller's network.
    OtherNetwork(KeyId),
    /// The key works.
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
pub(super) struct HeldKey {
    status: KeyStatus,
    /// Apart: most keys have none.
    limits: Option<Box<KeyLimits>>,
}

/// The keys of all accounts under one announced version.
pub(super) struct HeldKeys {
    pub(super) version: i64,
    keys: HashMap<KeyHash, HeldKey, foldhash::fast::RandomState>,
}

impl HeldKeys {
    /// Loads all keys, and returns whether they may be kept: not while a change is under way.
    pub(super) async fn load(
        databases: &Databases,
        epoch: &Epoch,
    ) -> Result<(Self, bool), StoreError> {
        // One state of the database, so that the keys match the version.
        let transaction = databases.begin_read().await?;
        let version = version(&transaction).await?;
        let rows = api_key::Entity::find().all(&transaction).await?;
        let accounts = account::Entity::find().all(&transaction).await?;
        transaction.commit().await?;
        let tail = epoch.tail(version)?;
        let accounts: HashMap<&str, &account::Model> =
            accounts.iter().map(|account| (account.id.as_str(), account)).collect();
        let mut keys = HashMap::default();
        for row in &rows {
            let account = accounts.get(row.account_id.as_str()).copied();
            let hash = Row { table: "api_keys", id: &row.id }.parse(&row.hash)?;
            keys.insert(hash, HeldKey::from_rows(row, account, &tail)?);
        }
        Ok((Self { version: tail.end, keys }, tail.is_settled))
    }

    /// Returns the status of a key. `seen` is only called for keys with limits.
    pub(super) fn status(&self, hash: KeyHash, seen: impl FnOnce() -> KeyUse) -> KeyStatus {
        self.keys.get(&hash).map_or(KeyStatus::Unknown, |key| key.status(seen))
    }
}

impl HeldKey {
    /// Returns the key of a row, revoked if the row or the tail of the log says so.
    pub(super) fn from_rows(
        row: &api_key::Model,
        account: Option<&account::Model>,
        tail: &Tail,
    ) -> Result<Self, StoreError> {
        let cell = Row { table: "api_keys", id: &row.id };
        let account = account
            .ok_or_else(|| StoreError::corrupt("api_keys", &row.id, "its account is missing"))?;
        let key_id = KeyId(cell.parse::<Uuid>(&row.id)?);
        if row.revoked_at.is_some() || tail.revoked.contains_key(&Ended::Key(key_id)) {
            return Ok(Self { status: KeyStatus::Revoked, limits: None });
        }
        let limits = row.limits()?;
        let status = KeyStatus::InForce(KeyHolder {
            key_id,
            account_id: AccountId(cell.parse::<Uuid>(&account.id)?),
            plan: Row { table: "accounts", id: &account.id }.parse(&account.plan)?,
        });
        Ok(Self { status, limits: (!limits.is_empty()).then(|| Box::new(limits)) })
    }

    /// Returns the status of the key in a use. `seen` is only called if the key has limits.
    pub(super) fn status(&self, seen: impl FnOnce() -> KeyUse) -> KeyStatus {
        let (KeyStatus::InForce(holder), Some(limits)) = (self.status, &self.limits) else {
            return self.status;
        };
        match limits.allow(seen()) {
            Ok(()) => self.status,
            Err(KeyRefusal::Expired) => KeyStatus::Expired,
            Err(KeyRefusal::OtherNetwork) => KeyStatus::OtherNetwork(holder.key_id),
        }
    }
}
