//! Codes that clients exchange for tokens: only their hashes.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_codes")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) token_sha256: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) grant_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) account_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) member_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) client_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) redirect_uri: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) resource: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) challenge: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) scopes: String,
    pub(crate) expires_at: i64,
    pub(crate) used_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
