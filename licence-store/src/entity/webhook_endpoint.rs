//! Webhook endpoints of accounts, with what they keep of their deliveries.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_endpoints")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) account_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) url: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) description: Option<String>,
    /// A JSON array of names.
    #[sea_orm(column_type = "Text")]
    pub(crate) events: String,
    pub(crate) active: bool,
    pub(crate) watchlist_only: bool,
    pub(crate) created_at: i64,
    pub(crate) last_delivered_at: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) last_delivery_status: Option<String>,
    pub(crate) failure_count: i64,
    pub(crate) missed_deliveries: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
