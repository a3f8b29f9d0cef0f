//! Enforcement actions.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "regulatory_actions")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) jurisdiction_code: String,
    pub(crate) identity: String,
    pub(crate) operator_id: Option<String>,
    pub(crate) upstream_id: Option<String>,
    pub(crate) action_type: String,
    pub(crate) outcomes: String,
    pub(crate) fine_amount_cents: Option<i64>,
    pub(crate) fine_currency: Option<String>,
    pub(crate) decision_date: String,
    pub(crate) description: Option<String>,
    pub(crate) source_url: String,
    pub(crate) subject_name: String,
    pub(crate) first_seen_at: i64,
    pub(crate) last_verified_at: i64,
}

no_relations!();
