//! Records of checks that members saved.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "evidence")]
pub(crate) struct Model {
    /// 128 random bits in hexadecimal digits.
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) account_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) member_id: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) question: String,
    /// The JSON of the answer, byte for byte.
    #[sea_orm(column_type = "Text")]
    pub(crate) answer: String,
    #[sea_orm(column_type = "Text")]
    pub(crate) sha256: String,
    pub(crate) created_at: i64,
    pub(crate) revoked_at: Option<i64>,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
