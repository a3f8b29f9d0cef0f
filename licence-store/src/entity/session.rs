//! The sessions of members that were not ended: only the hashes of their secrets.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) member_id: String,
    pub(crate) token_sha256: String,
    pub(crate) created_at: i64,
    pub(crate) seen_at: i64,
    pub(crate) proven_at: i64,
    pub(crate) browser: String,
    pub(crate) address: String,
    pub(crate) proven_by: String,
}

belongs_to!(Member(member) by MemberId);
