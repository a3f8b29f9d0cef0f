//! Expiry warnings: one row for each licence, window and date.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "expiry_warnings")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) licence_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) days_ahead: i32,
    #[sea_orm(primary_key)]
    pub(crate) expiry_date: String,
    pub(crate) warned_at: i64,
}

no_relations!();
