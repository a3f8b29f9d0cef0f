//! The history of a licence, and its corrections (specification 2.5).

use std::collections::HashMap;

use licence_core::audit::{Act, Action};
use licence_core::history::{EntryId, HistoryEntry};
use licence_core::licence::LicenceId;
use licence_core::lookup::LicenceHistory;
use licence_core::provenance::Provenance;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;

use crate::Store;
use crate::bulk::IDS_A_STATEMENT;
use crate::entity::history;
use crate::error::StoreError;
use crate::fail_point;
use crate::lookup::licence_by_id;
use crate::rows::{Row, history_entry};

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
    /// The whole history of a licence, the newest entry first; `None` for an unknown licence.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn history(&self, id: LicenceId) -> Result<Option<LicenceHistory>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let record = licence_by_id(&transaction, id).await?;
        let Some(record) = record else { return Ok(None) };
        let mut history = entries(&transaction, id).await?;
        transaction.commit().await?;
        newest_first(&mut history);
        let meta = Provenance::of_licence(&record.licence, record.source_kind);
        Ok(Some(LicenceHistory {
            license_id: id,
            license_number: record.licence.license_number,
            history,
            meta,
        }))
    }

    /// Withdraws an entry: it stays, with `corrected_at` and the note. Withdrawn again, only the
    /// note is reworded: the moment of the withdrawal is evidence. `None` for an unknown entry.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was changed.
    pub async fn correct(
        &self,
        id: EntryId,
        note: &str,
        now: Timestamp,
    ) -> Result<Option<CorrectedEntry>, StoreError> {
        let act = Act::new(Action::HistoryCorrect, id.0).with("note", note);
        let transaction = self.databases.begin_write().await?;
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
        row.map(decode_corrected).transpose()
    }

    /// The entries of a licence in the order of recording.
    pub(crate) async fn entries(&self, id: LicenceId) -> Result<Vec<HistoryEntry>, StoreError> {
        entries(&self.databases.reader, id).await
    }
}

/// The order of an answer: the latest change first, of changes at one instant the one recorded
/// last.
pub(crate) fn newest_first(history: &mut [HistoryEntry]) {
    history.reverse();
    history.sort_by_key(|entry| std::cmp::Reverse(entry.changed_at));
}

pub(crate) async fn entries(
    connection: &impl ConnectionTrait,
    id: LicenceId,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let mut of_licences = entries_of(connection, &[id]).await?;
    Ok(of_licences.remove(&id).unwrap_or_default())
}

/// The entries of several licences, each in the order of recording.
pub(crate) async fn entries_of(
    connection: &impl ConnectionTrait,
    ids: &[LicenceId],
) -> Result<HashMap<LicenceId, Vec<HistoryEntry>>, StoreError> {
    let mut of_licences: HashMap<LicenceId, Vec<HistoryEntry>> = HashMap::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let rows = history::Entity::find()
            .filter(history::Column::LicenceId.is_in(ids.iter().map(|id| id.0.to_string())))
            .order_by_asc(history::Column::Seq)
            .all(connection)
            .await?;
        for row in rows {
            of_licences.entry(licence_of(&row)?).or_default().push(history_entry(row)?);
        }
    }
    Ok(of_licences)
}

fn licence_of(row: &history::Model) -> Result<LicenceId, StoreError> {
    Row { table: "history", id: &row.id }.parse(&row.licence_id).map(LicenceId)
}

async fn entry(
    connection: &impl ConnectionTrait,
    id: EntryId,
) -> Result<Option<history::Model>, StoreError> {
    let of_id = history::Entity::find().filter(history::Column::Id.eq(id.0.to_string()));
    Ok(of_id.one(connection).await?)
}

fn decode_corrected(row: history::Model) -> Result<CorrectedEntry, StoreError> {
    Ok(CorrectedEntry { license_id: licence_of(&row)?, entry: history_entry(row)? })
}
