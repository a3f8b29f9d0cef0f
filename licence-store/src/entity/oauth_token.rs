//! The tokens of grants: only their hashes.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_tokens")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) token_sha256: String,
    pub(crate) grant_id: String,
    pub(crate) kind: String,
    pub(crate) expires_at: i64,
    pub(crate) uses: i32,
    pub(crate) first_used_at: Option<i64>,
}

no_relations!();
