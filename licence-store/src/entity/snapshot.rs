//! Snapshots: the bytes that readings were made from, compressed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "snapshots")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) sha256: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) jurisdiction_code: String,
    pub(crate) fetched_at: i64,
    pub(crate) size: i64,
    pub(crate) gzip: Vec<u8>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
