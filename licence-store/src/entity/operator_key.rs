//! The keys that identify an operator within one jurisdiction.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "operator_keys")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(primary_key)]
    pub(crate) operator_key: String,
    pub(crate) operator_id: String,
    pub(crate) upstream_id: Option<String>,
}

no_relations!();
