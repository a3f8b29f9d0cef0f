//! The applied readings of each register.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "register_readings")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) jurisdiction_code: String,
    pub(crate) read_at: i64,
    pub(crate) snapshot_sha256: String,
    pub(crate) complete: bool,
    pub(crate) source_url: Option<String>,
    pub(crate) source_kind: String,
    pub(crate) licence_count: i64,
    pub(crate) applied_at: i64,
    pub(crate) content_sha256: Option<String>,
}

no_relations!();
