//! The catalogue over the whole database, and the state it was loaded from.

use licence_core::catalogue::{Catalogue, CatalogueBuilder, RegisterRows};
use sea_orm::{ConnectionTrait, EntityTrait};

use super::loader::load_registers;
use crate::connect::Databases;
use crate::entity::catalogue_version;
use crate::error::StoreError;

/// A catalogue and the state of the database it was loaded from.
pub(crate) struct LoadedCatalogue {
    pub(crate) state: CatalogueState,
    pub(crate) catalogue: Catalogue,
}

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

/// Loads everything that a check needs, in one read transaction, so that it sees each reading whole
/// or not at all.
pub(crate) async fn load(databases: &Databases) -> Result<LoadedCatalogue, StoreError> {
    let (state, builder): (_, CatalogueBuilder) = load_rows(databases).await?;
    // Sorting and hashing a large register would block other requests on this thread.
    let catalogue = tokio::task::spawn_blocking(move || builder.finish())
        .await
        .map_err(|error| StoreError::corrupt("licences", "all", error))??;
    Ok(LoadedCatalogue { state, catalogue })
}

/// Loads the rows of all registers, and the state of the database that they are of.
pub(crate) async fn load_rows<B: RegisterRows + Default>(
    databases: &Databases,
) -> Result<(CatalogueState, B), StoreError> {
    let transaction = databases.begin_read().await?;
    let state = CatalogueState::load(&transaction).await?;
    let builder = load_registers(&transaction).await?;
    transaction.commit().await?;
    Ok((state, builder))
}
