//! Operators: one row for each legal entity.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "operators")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) slug: String,
    pub(crate) display_name: String,
    pub(crate) registered_name: Option<String>,
    pub(crate) country: Option<String>,
    pub(crate) home_jurisdiction: String,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// `None` in a row that a release without hashes wrote.
    pub(crate) name_hash: Option<i64>,
}

no_relations!();
