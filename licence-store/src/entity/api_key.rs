//! API keys: only their hashes.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_keys")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) label: String,
    pub(crate) hash: String,
    pub(crate) hint: String,
    pub(crate) created_at: i64,
    pub(crate) last_used_at: Option<i64>,
    pub(crate) revoked_at: Option<i64>,
    pub(crate) expires_at: Option<i64>,
    /// A JSON array of CIDR notations; null when there are none.
    pub(crate) networks: Option<String>,
    pub(crate) last_characters: Option<String>,
}

belongs_to!(Account(account) by AccountId);
