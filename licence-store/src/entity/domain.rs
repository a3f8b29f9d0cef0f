//! Domains: one row for each licence and host, or cell without a host.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "domains")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) licence_id: String,
    pub(crate) jurisdiction_code: String,
    pub(crate) domain: String,
    pub(crate) host: Option<String>,
    pub(crate) cell: String,
    pub(crate) status_text: Option<String>,
    pub(crate) domain_status: Option<String>,
    pub(crate) domain_association: String,
    pub(crate) verification_url: Option<String>,
    pub(crate) verification_page_status: Option<String>,
    pub(crate) verification_page_read_at: Option<i64>,
    pub(crate) first_seen_at: i64,
    pub(crate) last_listed_at: i64,
    pub(crate) unseen_since: Option<i64>,
}

no_relations!();
