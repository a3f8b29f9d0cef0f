//! History entries, in the order of recording.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "history")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) seq: i64,
    pub(crate) id: String,
    pub(crate) licence_id: String,
    pub(crate) changed_at: i64,
    pub(crate) previous_status: Option<String>,
    pub(crate) new_status: String,
    pub(crate) change_type: String,
    pub(crate) source_url: String,
    pub(crate) detected_by: String,
    pub(crate) note: String,
    pub(crate) snapshot_sha256: Option<String>,
    pub(crate) snapshot_fetched_at: Option<i64>,
    pub(crate) corrected_at: Option<i64>,
    pub(crate) correction_note: Option<String>,
}

no_relations!();
