//! The operators that each applied reading changed, by the version that it made.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "catalogue_changes")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) version: i64,
    /// The random name of the state.
    pub(crate) state: String,
    /// The ids, as a JSON list; `None` for so many that a catalogue is to be built anew.
    pub(crate) operators: Option<String>,
}

no_relations!();
