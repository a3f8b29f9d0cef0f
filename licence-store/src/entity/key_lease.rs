//! A server that answers about keys from memory.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "key_leases")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) server: String,
    /// The newest version of the keys that the server acknowledges.
    pub(crate) version: i64,
    /// In epoch milliseconds of the database's clock.
    pub(crate) ends_at: i64,
}

no_relations!();
