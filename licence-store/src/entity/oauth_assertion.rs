//! Proofs of clients that were used.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_assertions")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) sha256: String,
    pub(crate) expires_at: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
