//! What a process of the connector keeps in memory: callers, the last uses of grants, which are
//! written with the usage, when there was no room for registrations, and the documents of clients that
//! could not be fetched.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use licence_core::oauth::grant::GrantId;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::callers::HeldCallers;
use super::fetches::Fetches;
use crate::connect::Databases;
use crate::entity::oauth_grant;
use crate::error::StoreError;
use crate::mutex::lock;

/// How exactly the last use of a grant is stored.
const USE_PRECISION: Duration = Duration::from_secs(60);
/// How long a process refuses new registrations without counting them again.
const FULL_FOR: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(crate) struct ConnectorState {
    uses: Mutex<HashMap<GrantId, Timestamp>>,
    pub(super) callers: HeldCallers,
    full_until: AtomicI64,
    pub(super) fetches: Fetches,
}

impl ConnectorState {
    /// Records a use of a grant, unless the use before is recent. Returns whether it did.
    pub(super) fn note_use(&self, id: GrantId, before: Option<Timestamp>, now: Timestamp) -> bool {
        let is_due = before.is_none_or(|at| now >= at.later_by(USE_PRECISION));
        if is_due {
            lock(&self.uses).insert(id, now);
        }
        is_due
    }

    /// Returns whether there was no room for another registration a minute ago or later.
    pub(super) fn is_full(&self, now: Timestamp) -> bool {
        now.epoch_millis() < self.full_until.load(Ordering::Relaxed)
    }

    /// Records that there is no room, so that a flood of registrations asks for the database's write
    /// lock once a minute.
    pub(super) fn note_full(&self, now: Timestamp) {
        self.full_until.store(now.later_by(FULL_FOR).epoch_millis(), Ordering::Relaxed);
    }

    /// Writes the uses since the last flush. If the write fails, they stay here.
    pub(crate) async fn flush_uses(&self, databases: &Databases) -> Result<(), StoreError> {
        let uses = std::mem::take(&mut *lock(&self.uses));
        if uses.is_empty() {
            return Ok(());
        }
        let written = write(databases, &uses).await;
        if written.is_err() {
            let mut unwritten = lock(&self.uses);
            uses.into_iter().for_each(|(grant, at)| {
                unwritten.entry(grant).or_insert(at);
            });
        }
        written
    }
}

async fn write(
    databases: &Databases,
    uses: &HashMap<GrantId, Timestamp>,
) -> Result<(), StoreError> {
    let transaction = databases.begin_short_write().await?;
    for (grant, at) in uses {
        oauth_grant::Entity::update_many()
            .col_expr(oauth_grant::Column::LastUsedAt, at.epoch_millis().into())
            .filter(oauth_grant::Column::Id.eq(grant.0.to_string()))
            .exec(&transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}
