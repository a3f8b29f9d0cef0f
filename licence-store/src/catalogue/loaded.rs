//! The catalogue over the whole database, and the version it was loaded from.

use licence_core::catalogue::{Catalogue, CatalogueBuilder, RegisterRows};
use sea_orm::{ConnectionTrait, EntityTrait};

use super::loader::{self, CatalogueLoader};
use crate::connect::Databases;
use crate::entity::{catalogue_version, operator, trading_name};
use crate::error::StoreError;

/// A catalogue and the version of the database it was loaded from.
pub(crate) struct LoadedCatalogue {
    pub(crate) version: i64,
    pub(crate) catalogue: Catalogue,
}

/// Returns the version of the catalogue, which every applied reading raises.
pub(crate) async fn version(connection: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let row = catalogue_version::Entity::find().one(connection).await?;
    row.map(|row| row.version)
        .ok_or_else(|| StoreError::corrupt("catalogue_version", "1", "the row is missing"))
}

/// Loads everything that a check needs, in one read transaction, so that it sees each reading whole
/// or not at all.
pub(crate) async fn load(databases: &Databases) -> Result<LoadedCatalogue, StoreError> {
    let (version, builder): (_, CatalogueBuilder) = load_rows(databases).await?;
    // Sorting and hashing a large register would block other requests on this thread.
    let catalogue = tokio::task::spawn_blocking(move || builder.finish())
        .await
        .map_err(|error| StoreError::corrupt("licences", "all", error))??;
    Ok(LoadedCatalogue { version, catalogue })
}

/// Loads the rows of all registers, and the version of the database that they are of.
pub(crate) async fn load_rows<B: RegisterRows + Default>(
    databases: &Databases,
) -> Result<(i64, B), StoreError> {
    let transaction = databases.begin_read().await?;
    let version = version(&transaction).await?;
    let mut loader = CatalogueLoader::new(&transaction).await?;
    loader.operators(operator::Entity::find().all(&transaction).await?);
    loader.trading_names(trading_name::Entity::find().all(&transaction).await?);
    loader.licences(loader::licences().all(&transaction).await?)?;
    loader.domains(loader::domains().all(&transaction).await?)?;
    transaction.commit().await?;
    Ok((version, loader.builder))
}
