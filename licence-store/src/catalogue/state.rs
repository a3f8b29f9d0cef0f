//! The state of the registers in the database.

use sea_orm::{ConnectionTrait, EntityTrait};

use crate::entity::catalogue_version;
use crate::error::StoreError;

/// What tells one state of the registers from all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CatalogueState {
    /// The number that every applied reading raises.
    pub(crate) version: i64,
    /// The random name that every applied reading makes anew. A copy or a restored backup has the
    /// name for as long as it has the rows; its numbers come again with other rows.
    pub(crate) name: String,
}

impl CatalogueState {
    pub(crate) async fn load(connection: &impl ConnectionTrait) -> Result<Self, StoreError> {
        let row = catalogue_version::Entity::find().one(connection).await?;
        row.map(|row| Self { version: row.version, name: row.state })
            .ok_or_else(|| StoreError::corrupt("catalogue_version", "1", "the row is missing"))
    }
}
