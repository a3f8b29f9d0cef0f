//! Enforcement actions.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "regulatory_actions")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) identity: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) operator_id: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) upstream_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) action_type: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) outcomes: String,
    pub(crate) fine_amount_cents: Option<i64>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) fine_currency: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) decision_date: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) description: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) source_url: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) subject_name: String,
    pub(crate) first_seen_at: i64,
    pub(crate) last_verified_at: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
