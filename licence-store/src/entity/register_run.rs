//! The lease and the last read of each register.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "register_runs")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) lease: Option<String>,
    pub(crate) leased_until: Option<i64>,
    pub(crate) started_at: Option<i64>,
    pub(crate) finished_at: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) error: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) failure: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) validators: String,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
