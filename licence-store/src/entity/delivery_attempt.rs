//! Failed and manual attempts of deliveries.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "delivery_attempts")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) endpoint_id: String,
    pub(crate) event_id: String,
    pub(crate) number: i32,
    pub(crate) at: i64,
    pub(crate) millis: i32,
    pub(crate) status: Option<i32>,
    pub(crate) error: Option<String>,
    pub(crate) body_head: Option<String>,
    pub(crate) manual: bool,
}

no_relations!();
