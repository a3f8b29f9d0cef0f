//! Clients of the connector.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_clients")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) metadata: String,
    pub(crate) created_at: i64,
    pub(crate) last_used_at: i64,
    pub(crate) fetched_at: Option<i64>,
    pub(crate) fresh_until: Option<i64>,
}

no_relations!();
