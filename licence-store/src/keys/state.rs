//! The keys that all clones of a store share.

use std::sync::atomic::AtomicBool;

use arc_swap::ArcSwapOption;
use licence_core::account::key::{KeyHash, KeyUse};
use sea_orm::sea_query::Expr;
use sea_orm::{DatabaseTransaction, EntityTrait};
use tokio::sync::Mutex;

use super::epoch::Epoch;
use super::held::{HeldKeys, KeyStatus};
use super::revocation::{Ended, Revoked, Tail};
use super::rows::{version, write_revocation};
use super::unknown::UnknownKeys;
use crate::connector::fold_grant;
use crate::entity::key_version;
use crate::error::StoreError;
use crate::members::fold_member;
use crate::sessions::fold_session;

/// A change that is announced, and that a process may not know for some milliseconds.
#[must_use = "a change waits, after its commit, until every process follows it"]
pub(crate) struct Announced<'k>(&'k Epoch);

impl Announced<'_> {
    /// Returns once every process on SQLite follows the change.
    pub(crate) async fn seen(self) {
        self.0.wait_until_seen().await;
    }
}

pub(crate) struct Keys {
    pub(super) epoch: Epoch,
    pub(super) held: ArcSwapOption<HeldKeys>,
    /// Locked by the caller that loads the keys.
    pub(super) loading: Mutex<()>,
    pub(super) is_mending: AtomicBool,
    /// Whether the last attempt to mend the log failed.
    pub(super) mending_failed: AtomicBool,
    pub(super) unknown: UnknownKeys,
}

impl Keys {
    /// Returns the state before any key was read.
    pub(crate) fn new(epoch: Epoch) -> Self {
        Self {
            epoch,
            held: ArcSwapOption::empty(),
            loading: Mutex::new(()),
            is_mending: AtomicBool::new(false),
            mending_failed: AtomicBool::new(false),
            unknown: UnknownKeys::default(),
        }
    }

    /// Raises and announces the version in this transaction, and writes revocations that only the log
    /// has. Call it before every commit that changes a key or a plan. If the commit fails,
    /// checks ask the database until the next change or repair.
    pub(crate) async fn announce_change(
        &self,
        transaction: &DatabaseTransaction,
    ) -> Result<Announced<'_>, StoreError> {
        let change = Announced(&self.epoch);
        // The triggers of PostgreSQL raise the version there.
        if matches!(self.epoch, Epoch::Leased(_)) {
            return Ok(change);
        }
        let committed = version(transaction).await?;
        let announced = self.epoch.announce_after(committed)?;
        // Later entries of the log follow the new version, and are not lost.
        fold_tail(transaction, self.tail(committed)?).await?;
        key_version::Entity::update_many()
            .col_expr(key_version::Column::Version, Expr::value(announced))
            .exec(transaction)
            .await?;
        Ok(change)
    }

    /// Returns the status of a key from memory; `None` when the database must be asked. `seen` is only
    /// called for keys with limits.
    pub(super) fn held_status(
        &self,
        hash: KeyHash,
        seen: impl FnOnce() -> KeyUse,
    ) -> Option<KeyStatus> {
        let held = self.held.load();
        let held = held.as_ref()?;
        let status = held.status(hash, seen);
        // Last, because the process may have been stopped before.
        self.epoch.covers(held.version).then_some(status)
    }

    /// Returns whether changes of members, accounts and grants are announced as those of keys are.
    /// On PostgreSQL only keys and plans raise the version.
    pub(crate) fn announces_people(&self) -> bool {
        matches!(self.epoch, Epoch::Process(_) | Epoch::Log(_))
    }

    /// Returns whether members, accounts and grants that were read under a version are those of the
    /// database now. Ask when the answer from memory is ready.
    pub(crate) fn covers_people(&self, version: i64) -> bool {
        self.announces_people() && self.epoch.covers(version)
    }

    pub(crate) fn tail(&self, committed: i64) -> Result<Tail, StoreError> {
        self.epoch.tail(committed)
    }
}

/// Writes what only the log ended (keys, sessions, members, grants) into a database.
pub(crate) async fn fold_tail(
    transaction: &DatabaseTransaction,
    tail: Tail,
) -> Result<(), StoreError> {
    for (ended, Revoked { at, by }) in tail.revoked {
        match ended {
            Ended::Key(id) => write_revocation(transaction, id, at, &by).await?,
            Ended::Session(id) => fold_session(transaction, id, at, &by).await?,
            Ended::Member(id) => fold_member(transaction, id, at, &by).await?,
            Ended::Grant(id) => fold_grant(transaction, id, at, &by).await?,
        }
    }
    Ok(())
}
