//! The use of a limit in one of its windows.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "usage")]
pub(crate) struct Model {
    /// The account, or the key, that is limited.
    #[sea_orm(primary_key)]
    pub(crate) subject_id: String,
    #[sea_orm(primary_key)]
    pub(crate) limit_name: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) window_start: i64,
    pub(crate) used: i64,
}

no_relations!();
