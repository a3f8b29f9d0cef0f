//! The history of a licence, and its corrections (specification 2.5).

pub(crate) mod entries;

use licence_core::audit::{Act, Action};
use licence_core::history::{EntryId, HistoryEntry};
use licence_core::licence::LicenceId;
use licence_core::lookup::LicenceHistory;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use serde::Serialize;

use crate::Store;
use crate::boxed;
use crate::entity::history;
use crate::error::StoreError;
use crate::fail_point;
use crate::lookup::licence_by_id;
use crate::rows::history_entry;
use entries::{licence_id, newest_first};

/// A history entry after its correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CorrectedEntry {
    /// The licence it belongs to.
    pub license_id: LicenceId,
    /// The entry after the correction.
    #[serde(flatten)]
    pub entry: HistoryEntry,
}

impl Store {
    /// Returns the whole history of a licence, the newest entry first; `None` for an unknown
    /// licence.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// # let licences = store.operator_licences(&slug, false).await?.expect("it is in the sample");
    /// # let id = licences.licenses[0].licence.id;
    /// let history = store.history(id).await?.expect("it is in the sample");
    /// assert_eq!(history.history.len(), 1, "it was read once");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn history(&self, id: LicenceId) -> Result<Option<LicenceHistory>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let record = licence_by_id(&transaction, id).await?;
        let Some(record) = record else { return Ok(None) };
        let mut history = entries::entries(&transaction, id).await?;
        transaction.commit().await?;
        newest_first(&mut history);
        let meta = record.provenance();
        Ok(Some(LicenceHistory {
            license_id: id,
            license_number: record.licence.license_number,
            history,
            meta,
        }))
    }

    /// Marks an entry as corrected, and returns it with `corrected_at` and the note; `None` for an
    /// unknown entry. The entry stays. A second correction changes only the note, because the time
    /// of the first is evidence.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// # let licences = store.operator_licences(&slug, false).await?.expect("it is in the sample");
    /// # let id = licences.licenses[0].licence.id;
    /// # let history = store.history(id).await?.expect("it is in the sample");
    /// let entry = history.history[0].id;
    /// let corrected = store.correct(entry, "misread", now).await?.expect("it exists");
    /// assert_eq!(corrected.entry.corrected_at, Some(now));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was changed.
    #[boxed]
    pub async fn correct(
        &self,
        id: EntryId,
        note: &str,
        now: Timestamp,
    ) -> Result<Option<CorrectedEntry>, StoreError> {
        let act = Act::new(Action::HistoryCorrect, id.0).with("note", note);
        let transaction = self.databases.begin_register_write().await?;
        let Some(row) = entry(&transaction, id).await? else {
            transaction.rollback().await?;
            self.record_refused(act, "the history entry is not on record", now).await;
            return Ok(None);
        };
        let corrected_at = row.corrected_at.unwrap_or(now.epoch_millis());
        fail_point::before_write();
        history::Entity::update_many()
            .col_expr(history::Column::CorrectedAt, Expr::value(corrected_at))
            .col_expr(history::Column::CorrectionNote, Expr::value(note))
            .filter(history::Column::Seq.eq(row.seq))
            .exec(&transaction)
            .await?;
        let act = act.with("license_id", row.licence_id);
        self.record_done(&transaction, act, now).await?;
        let row = entry(&transaction, id).await?;
        transaction.commit().await?;
        let corrected =
            |row| Ok(CorrectedEntry { license_id: licence_id(&row)?, entry: history_entry(row)? });
        row.map(corrected).transpose()
    }
}

async fn entry(
    connection: &impl ConnectionTrait,
    id: EntryId,
) -> Result<Option<history::Model>, StoreError> {
    let of_id = history::Entity::find().filter(history::Column::Id.eq(id.0.to_string()));
    Ok(of_id.one(connection).await?)
}
