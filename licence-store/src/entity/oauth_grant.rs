//! What members let clients of the connector do.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_grants")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) member_id: String,
    pub(crate) client_id: String,
    pub(crate) client_kind: String,
    pub(crate) client_name: Option<String>,
    pub(crate) redirect_uri: String,
    pub(crate) resource: String,
    pub(crate) scopes: String,
    pub(crate) created_at: i64,
    pub(crate) ends_at: i64,
    pub(crate) last_used_at: Option<i64>,
}

belongs_to!(Member(member) by MemberId, Account(account) by AccountId);
