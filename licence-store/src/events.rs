//! Recorded events, and their pruning (specification 6.5).

use licence_core::period::Period;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;

use crate::Store;
use crate::entity::event;
use crate::error::StoreError;
use crate::fail_point;

/// What a run of the pruning job deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PruneRun {
    /// The instant it judged.
    pub at: Timestamp,
    /// Events older than their retention.
    pub events: u64,
}

impl Store {
    /// Deletes the events that were emitted more than `retention` before `now`; the history
    /// is never pruned. The newest event stays whatever its age: ids go on after it.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was deleted.
    pub async fn prune(&self, retention: Period, now: Timestamp) -> Result<PruneRun, StoreError> {
        let retained = i64::try_from(retention.0.as_millis()).unwrap_or(i64::MAX);
        let cutoff = now.epoch_millis().saturating_sub(retained);
        let transaction = self.databases.begin_write().await?;
        let newest: Option<String> = event::Entity::find()
            .select_only()
            .column(event::Column::Id)
            .order_by_desc(event::Column::Id)
            .into_tuple()
            .one(&transaction)
            .await?;
        fail_point::before_write();
        let deleted = event::Entity::delete_many()
            .filter(event::Column::EmittedAt.lt(cutoff))
            .filter(event::Column::Id.ne(newest.unwrap_or_default()))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(PruneRun { at: now, events: deleted.rows_affected })
    }
}
