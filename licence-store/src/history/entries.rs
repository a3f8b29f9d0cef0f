//! Reads the entries of licences.

use std::collections::HashMap;

use licence_core::history::HistoryEntry;
use licence_core::licence::LicenceId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::bulk::IDS_A_STATEMENT;
use crate::entity::history;
use crate::error::StoreError;
use crate::rows::{Row, history_entry};

/// The entries of a page: about a megabyte.
const PAGE_ROWS: u64 = 1_000;

/// Sorts entries for an answer: the latest change first, and among changes at one instant the one
/// recorded last.
pub(crate) fn newest_first(history: &mut [HistoryEntry]) {
    history.reverse();
    history.sort_by_key(|entry| std::cmp::Reverse(entry.changed_at));
}

/// Returns the entries of a licence in the order of recording.
pub(crate) async fn entries(
    connection: &impl ConnectionTrait,
    id: LicenceId,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let mut by_licence = entries_by_licence(connection, &[id]).await?;
    Ok(by_licence.remove(&id).unwrap_or_default())
}

/// Returns the entries of several licences, each in the order of recording.
pub(crate) async fn entries_by_licence(
    connection: &impl ConnectionTrait,
    ids: &[LicenceId],
) -> Result<HashMap<LicenceId, Vec<HistoryEntry>>, StoreError> {
    let mut by_licence: HashMap<LicenceId, Vec<HistoryEntry>> = HashMap::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let rows = history::Entity::find()
            .filter(history::Column::LicenceId.is_in(ids.iter().map(|id| id.0.to_string())))
            .order_by_asc(history::Column::Seq)
            .all(connection)
            .await?;
        for row in rows {
            by_licence.entry(licence_id(&row)?).or_default().push(history_entry(row)?);
        }
    }
    Ok(by_licence)
}

/// Passes on the entries of all licences in the order of recording. Only a page of them is in memory
/// at a time.
pub(crate) async fn each_entry(
    connection: &impl ConnectionTrait,
    mut each: impl FnMut(LicenceId, &HistoryEntry),
) -> Result<(), StoreError> {
    let mut last_seq = 0;
    loop {
        let rows = history::Entity::find()
            .filter(history::Column::Seq.gt(last_seq))
            .order_by_asc(history::Column::Seq)
            .limit(PAGE_ROWS)
            .all(connection)
            .await?;
        let Some(last) = rows.last() else { return Ok(()) };
        last_seq = last.seq;
        for row in rows {
            each(licence_id(&row)?, &history_entry(row)?);
        }
    }
}

pub(super) fn licence_id(row: &history::Model) -> Result<LicenceId, StoreError> {
    Row { table: "history", id: &row.id }.parse(&row.licence_id).map(LicenceId)
}
