//! Events. Their ids ascend in the order of recording.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) operator_id: Option<String>,
    pub(crate) emitted_at: i64,
    pub(crate) body: String,
}

no_relations!();
