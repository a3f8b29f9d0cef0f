//! The requests of an account in one UTC day, by key and class of routes.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "usage_days")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) account_id: String,
    /// `YYYY-MM-DD`.
    #[sea_orm(primary_key)]
    pub(crate) day: String,
    /// Empty for the account's members.
    #[sea_orm(primary_key)]
    pub(crate) key_id: String,
    #[sea_orm(primary_key)]
    pub(crate) route_class: String,
    pub(crate) answered: i64,
    pub(crate) refused: i64,
    pub(crate) failed: i64,
}

no_relations!();
