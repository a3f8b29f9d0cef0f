//! Licences: one row for each licence and jurisdiction.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "licences")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) operator_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) identity: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) license_number: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) status: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) status_qualifier: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) upstream_status: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) license_types: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) license_type_raw: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) license_category: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) issued_date: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) expiry_date: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) source_kind: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) source_url: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) status_source_url: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) raw_data: String,
    pub(crate) last_verified_at: i64,
    pub(crate) status_observed_at: i64,
    pub(crate) last_listed_at: i64,
    pub(crate) not_listed_since: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
