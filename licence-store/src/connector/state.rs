//! What the processes of the connector keep in memory: the last uses of grants, which are written
//! with the usage, and the documents of clients that could not be fetched.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::fetches::Fetches;
use crate::connect::Databases;
use crate::entity::oauth_grant;
use crate::error::StoreError;

/// How exactly the last use of a grant is stored.
const USE_PRECISION: Duration = Duration::from_secs(60);

/// The state of the connector in this process.
#[derive(Default)]
pub(crate) struct ConnectorState {
    uses: Mutex<HashMap<GrantId, Timestamp>>,
    pub(super) fetches: Fetches,
}

impl ConnectorState {
    /// Records a use of a grant.
    pub(super) fn note_use(&self, grant: &Grant, now: Timestamp) {
        let is_recent = |at: Timestamp| now < at.later_by(USE_PRECISION);
        if !grant.last_used_at.is_some_and(is_recent) {
            self.uses().insert(grant.id, now);
        }
    }

    /// Writes the uses since the last flush. If the write fails, they stay here.
    pub(crate) async fn flush_uses(&self, databases: &Databases) -> Result<(), StoreError> {
        let uses = std::mem::take(&mut *self.uses());
        if uses.is_empty() {
            return Ok(());
        }
        let written = write(databases, &uses).await;
        if written.is_err() {
            let mut unwritten = self.uses();
            uses.into_iter().for_each(|(grant, at)| {
                unwritten.entry(grant).or_insert(at);
            });
        }
        written
    }

    /// A poisoned lock is harmless here: every update is atomic.
    fn uses(&self) -> MutexGuard<'_, HashMap<GrantId, Timestamp>> {
        self.uses.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
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
