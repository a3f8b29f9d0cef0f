//! The trading names each register lists.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "trading_names")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) operator_id: String,
    #[sea_orm(primary_key)]
    pub(crate) jurisdiction_code: String,
    #[sea_orm(primary_key)]
    pub(crate) name: String,
}

no_relations!();
