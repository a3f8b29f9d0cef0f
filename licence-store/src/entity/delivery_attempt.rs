//! Failed and manual attempts of deliveries.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "delivery_attempts")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    #[sea_orm(column_type = "Text")]
    pub(crate) endpoint_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) event_id: String,
    pub(crate) number: i32,
    pub(crate) at: i64,
    pub(crate) millis: i32,
    pub(crate) status: Option<i32>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) error: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) body_head: Option<String>,
    pub(crate) manual: bool,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
