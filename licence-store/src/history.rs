//! The history of a licence, and its corrections (specification 2.5).

use licence_core::history::{EntryId, HistoryEntry};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::provenance::{ConfidenceHint, Provenance};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;

use crate::Store;
use crate::entity::{history, licence};
use crate::error::StoreError;
use crate::fail_point;
use crate::registers::RegisterReads;
use crate::rows::{history_entry, licence_record};

/// The whole timeline of a licence (specification 4.1, `GET /v1/licenses/{id}/history`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LicenceHistory {
    /// Whose history.
    pub license_id: LicenceId,
    /// Its number.
    pub license_number: String,
    /// Its entries, the newest first.
    pub history: Vec<HistoryEntry>,
    /// Where the licence was read.
    #[serde(rename = "_meta")]
    pub meta: Provenance,
}

/// A history entry after its correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Corrected {
    /// The licence it belongs to.
    pub license_id: LicenceId,
    /// The entry as it stands now.
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
        let row = licence::Entity::find_by_id(id.0.to_string()).one(&transaction).await?;
        let Some(row) = row else { return Ok(None) };
        let code: Result<JurisdictionCode, _> = row.jurisdiction_code.parse();
        let code = code.map_err(|error| StoreError::corrupt("licences", &row.id, error))?;
        let reads = RegisterReads::load(&transaction).await?;
        let record = licence_record(row, Vec::new())?.seen_until(reads.newest_complete(code));
        let mut history = entries(&transaction, id).await?;
        transaction.commit().await?;
        newest_first(&mut history);
        let licence = record.licence;
        Ok(Some(LicenceHistory {
            license_id: id,
            license_number: licence.license_number,
            history,
            meta: Provenance {
                scraped_at: Some(licence.last_verified_at),
                source_modified_at: None,
                source_url: licence.source_url,
                confidence_hint: ConfidenceHint::from(record.source_kind),
            },
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
    ) -> Result<Option<Corrected>, StoreError> {
        let transaction = self.databases.begin_write().await?;
        let Some(row) = entry(&transaction, id).await? else { return Ok(None) };
        let corrected_at = row.corrected_at.unwrap_or(now.epoch_millis());
        fail_point::before_write();
        history::Entity::update_many()
            .col_expr(history::Column::CorrectedAt, Expr::value(corrected_at))
            .col_expr(history::Column::CorrectionNote, Expr::value(note))
            .filter(history::Column::Seq.eq(row.seq))
            .exec(&transaction)
            .await?;
        let row = entry(&transaction, id).await?;
        transaction.commit().await?;
        row.map(corrected).transpose()
    }

    /// The entries of a licence in the order of recording.
    pub(crate) async fn entries(&self, id: LicenceId) -> Result<Vec<HistoryEntry>, StoreError> {
        entries(&self.databases.reader, id).await
    }
}

/// The order of an answer: the latest change first, of changes at one instant the one recorded
/// last.
fn newest_first(history: &mut [HistoryEntry]) {
    history.reverse();
    history.sort_by_key(|entry| std::cmp::Reverse(entry.changed_at));
}

async fn entries(
    connection: &impl ConnectionTrait,
    id: LicenceId,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let rows = history::Entity::find()
        .filter(history::Column::LicenceId.eq(id.0.to_string()))
        .order_by_asc(history::Column::Seq)
        .all(connection)
        .await?;
    rows.into_iter().map(history_entry).collect()
}

async fn entry(
    connection: &impl ConnectionTrait,
    id: EntryId,
) -> Result<Option<history::Model>, StoreError> {
    let of_id = history::Entity::find().filter(history::Column::Id.eq(id.0.to_string()));
    Ok(of_id.one(connection).await?)
}

fn corrected(row: history::Model) -> Result<Corrected, StoreError> {
    let licence_id = row.licence_id.parse();
    let licence_id = licence_id.map_err(|error| StoreError::corrupt("history", &row.id, error))?;
    Ok(Corrected { license_id: LicenceId(licence_id), entry: history_entry(row)? })
}
