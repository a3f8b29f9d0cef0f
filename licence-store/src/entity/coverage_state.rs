//! The last announced coverage of each register.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "coverage_states")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) jurisdiction_code: String,
    pub(crate) status: String,
    pub(crate) changed_at: i64,
}

no_relations!();
