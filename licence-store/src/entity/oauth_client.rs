//! Clients of the connector.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_clients")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) kind: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) metadata: String,
    pub(crate) created_at: i64,
    pub(crate) last_used_at: i64,
    pub(crate) fetched_at: Option<i64>,
    pub(crate) fresh_until: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
