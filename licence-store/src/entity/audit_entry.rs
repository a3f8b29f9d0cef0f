//! The audit log. The database refuses to change or remove a row.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_entries")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) at: i64,
    pub(crate) actor: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) account_id: Option<String>,
    pub(crate) outcome: String,
    pub(crate) reason: Option<String>,
    /// A JSON object.
    pub(crate) details: String,
}

no_relations!();
