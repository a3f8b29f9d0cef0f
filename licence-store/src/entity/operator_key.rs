//! The keys that identify an operator within one jurisdiction.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "operator_keys")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) operator_key: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) operator_id: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) upstream_id: Option<String>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
