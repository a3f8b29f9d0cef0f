//! The signing secrets of endpoints, encrypted.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_secrets")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    #[sea_orm(column_type = "Text")]
    pub(crate) endpoint_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) sealed: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
