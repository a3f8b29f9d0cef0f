//! The signing secrets of endpoints, encrypted.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_secrets")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) endpoint_id: String,
    pub(crate) sealed: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: Option<i64>,
}

no_relations!();
