//! Snapshots: the bytes that readings were made from, compressed.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "snapshots")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) sha256: String,
    pub(crate) jurisdiction_code: String,
    pub(crate) fetched_at: i64,
    pub(crate) size: i64,
    pub(crate) gzip: Vec<u8>,
}

no_relations!();
