//! The refused and failed requests of an account in one hour, by route, reason and key.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refusals")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) account_id: String,
    /// The first instant of the hour.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) hour: i64,
    #[sea_orm(primary_key)]
    pub(crate) route: String,
    #[sea_orm(primary_key)]
    pub(crate) code: String,
    #[sea_orm(primary_key)]
    pub(crate) reason: String,
    /// Empty for the account's members.
    #[sea_orm(primary_key)]
    pub(crate) key_id: String,
    pub(crate) count: i64,
    pub(crate) last_at: i64,
    pub(crate) last_request_id: String,
}

no_relations!();
