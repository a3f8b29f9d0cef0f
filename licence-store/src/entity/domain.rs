//! Domains: one row for each licence and host, or cell without a host.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "domains")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) licence_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) domain: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) host: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) cell: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) status_text: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) domain_status: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) domain_association: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) verification_url: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) verification_page_status: Option<String>,
    pub(crate) verification_page_read_at: Option<i64>,
    pub(crate) first_seen_at: i64,
    pub(crate) last_listed_at: i64,
    pub(crate) unseen_since: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
