//! Codes that clients exchange for tokens: only their hashes.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_codes")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) token_sha256: String,
    pub(crate) grant_id: String,
    pub(crate) account_id: String,
    pub(crate) member_id: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) resource: String,
    pub(crate) challenge: String,
    pub(crate) scopes: String,
    pub(crate) expires_at: i64,
    pub(crate) used_at: Option<i64>,
}

no_relations!();
