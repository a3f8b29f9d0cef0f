//! Webhook endpoints of accounts, with what they keep of their deliveries.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "webhook_endpoints")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) url: String,
    pub(crate) description: Option<String>,
    /// A JSON array of names.
    pub(crate) events: String,
    pub(crate) active: bool,
    pub(crate) watchlist_only: bool,
    pub(crate) created_at: i64,
    pub(crate) last_delivered_at: Option<i64>,
    pub(crate) last_delivery_status: Option<String>,
    pub(crate) failure_count: i64,
    pub(crate) missed_deliveries: i64,
}

no_relations!();
