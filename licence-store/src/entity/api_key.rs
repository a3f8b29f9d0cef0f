//! API keys: only their hashes.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "api_keys")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) account_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) label: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) hash: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) hint: String,
    pub(crate) created_at: i64,
    pub(crate) last_used_at: Option<i64>,
    pub(crate) revoked_at: Option<i64>,
    pub(crate) expires_at: Option<i64>,
    /// A JSON array of CIDR notations; null when there are none.
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) networks: Option<String>,
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) last_characters: Option<String>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {
    #[sea_orm(
        belongs_to = "super::account::Entity",
        from = "Column::AccountId",
        to = "super::account::Column::Id"
    )]
    Account,
}

impl Related<super::account::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Account.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}
