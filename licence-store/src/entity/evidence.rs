//! Records of checks that members saved.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "evidence")]
pub(crate) struct Model {
    /// 128 random bits in hexadecimal digits.
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) member_id: String,
    pub(crate) question: String,
    /// The JSON of the answer, byte for byte.
    pub(crate) answer: String,
    pub(crate) sha256: String,
    pub(crate) created_at: i64,
    pub(crate) revoked_at: Option<i64>,
}

no_relations!();
