//! History entries, in the order of recording.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "history")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) seq: i64,
    #[sea_orm(column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) licence_id: String,
    pub(crate) changed_at: i64,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) previous_status: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) new_status: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) change_type: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) source_url: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) detected_by: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) note: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) snapshot_sha256: Option<String>,
    pub(crate) snapshot_fetched_at: Option<i64>,
    pub(crate) corrected_at: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) correction_note: Option<String>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
