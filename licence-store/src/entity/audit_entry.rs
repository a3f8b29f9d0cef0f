//! The audit log. The database refuses to change or remove a row.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_entries")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) at: i64,
    #[sea_orm(column_type = "Text")]
    pub(crate) actor: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) action: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) subject: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) account_id: Option<String>,
    #[sea_orm(column_type = "Text")]
    pub(crate) outcome: String,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) reason: Option<String>,
    /// A JSON object.
    #[sea_orm(column_type = "Text")]
    pub(crate) details: String,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
