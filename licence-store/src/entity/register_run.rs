//! The lease and the last read of each register.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "register_runs")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) jurisdiction_code: String,
    pub(crate) lease: Option<String>,
    pub(crate) leased_until: Option<i64>,
    pub(crate) started_at: Option<i64>,
    pub(crate) finished_at: Option<i64>,
    pub(crate) error: Option<String>,
    pub(crate) failure: Option<String>,
    pub(crate) validators: String,
}

no_relations!();
