//! Operators: one row for each legal entity.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "operators")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) slug: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) display_name: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) registered_name: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) country: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) home_jurisdiction: String,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// `None` in a row that a release without hashes wrote.
    pub(crate) name_hash: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
