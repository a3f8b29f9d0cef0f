//! Watched operators: one row for each account and operator.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "watchlist_entries")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) account_id: String,
    pub(crate) operator_id: String,
    pub(crate) added_at: i64,
}

no_relations!();
