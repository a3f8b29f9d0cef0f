//! One row: a number that every applied reading raises, and a random name that it makes anew.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "catalogue_version")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: i32,
    pub(crate) version: i64,
    pub(crate) state: String,
    /// The rules and the state that the hashes of all operators are of.
    pub(crate) name_hashes_of: Option<String>,
}

no_relations!();
