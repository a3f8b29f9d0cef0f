//! Licences: one row for each licence and jurisdiction.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "licences")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) operator_id: String,
    pub(crate) jurisdiction_code: String,
    pub(crate) identity: String,
    pub(crate) license_number: String,
    pub(crate) status: String,
    pub(crate) status_qualifier: Option<String>,
    pub(crate) upstream_status: Option<String>,
    pub(crate) license_types: String,
    pub(crate) license_type_raw: String,
    pub(crate) license_category: String,
    pub(crate) issued_date: Option<String>,
    pub(crate) expiry_date: Option<String>,
    pub(crate) source_kind: String,
    pub(crate) source_url: Option<String>,
    pub(crate) status_source_url: Option<String>,
    pub(crate) raw_data: String,
    pub(crate) last_verified_at: i64,
    pub(crate) status_observed_at: i64,
    pub(crate) last_listed_at: i64,
    pub(crate) not_listed_since: Option<i64>,
}

no_relations!();
