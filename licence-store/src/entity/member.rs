//! The members of accounts.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "members")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) created_at: i64,
    pub(crate) last_seen_at: Option<i64>,
    pub(crate) disabled_at: Option<i64>,
}

belongs_to!(Account(account) by AccountId);
