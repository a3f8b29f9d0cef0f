//! Proofs of clients that were used.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "oauth_assertions")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) sha256: String,
    pub(crate) expires_at: i64,
}

no_relations!();
