//! The catalogue over the whole database: loaded, versioned, swapped.

mod extract;
mod loader;

use std::sync::Arc;

use licence_core::catalogue::Catalogue;
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::time::Timestamp;
use sea_orm::{ConnectionTrait, EntityTrait};

pub(crate) use extract::answer_from_few;

use crate::Store;
use crate::connect::Databases;
use crate::entity::{catalogue_version, operator, trading_name};
use crate::error::StoreError;
use loader::CatalogueLoader;

/// A catalogue and the version of the database it was loaded from.
pub(crate) struct LoadedCatalogue {
    pub(crate) version: i64,
    pub(crate) catalogue: Catalogue,
}

impl Store {
    /// Brings the catalogue up to date with readings that other processes applied, or loads it for
    /// the first time; the directory that searches are answered from as well, once there was a
    /// search. Answers whether the catalogue was out of date. Costs a small query each when they
    /// were not.
    ///
    /// Requests go on being answered from the old ones while the new ones are built.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read; what is old stays.
    pub async fn refresh_catalogue(&self) -> Result<bool, StoreError> {
        let was_out_of_date = self.refresh_checker().await?;
        self.directory.refresh(&self.databases).await?;
        Ok(was_out_of_date)
    }

    /// Brings only the catalogue up to date, so that a check never pays for a search.
    pub(crate) async fn refresh_checker(&self) -> Result<bool, StoreError> {
        if self.holds_newest_version().await? {
            return Ok(false);
        }
        // One rebuild at a time: a second one would only repeat the first.
        let _rebuilding = self.rebuilding.lock().await;
        if self.holds_newest_version().await? {
            return Ok(false);
        }
        let loaded = load(&self.databases).await?;
        self.catalogue.store(Some(Arc::new(loaded)));
        Ok(true)
    }

    /// As [`Store::refresh_catalogue`], but loads nothing for the first time: a command that only
    /// writes never pays for it.
    pub(crate) async fn refresh_held_catalogue(&self) -> Result<(), StoreError> {
        if self.catalogue.load().is_some() {
            self.refresh_checker().await?;
        }
        self.directory.refresh(&self.databases).await
    }

    /// Returns a checker on the current catalogue, which is loaded on first use.
    ///
    /// # Errors
    /// [`StoreError`] when it is not loaded yet and the database cannot be read.
    pub async fn checker(&self) -> Result<Checker, StoreError> {
        loop {
            if let Some(loaded) = self.catalogue.load_full() {
                return Ok(Checker { loaded });
            }
            Box::pin(self.refresh_checker()).await?;
        }
    }

    async fn holds_newest_version(&self) -> Result<bool, StoreError> {
        let held = self.catalogue.load().as_ref().map(|loaded| loaded.version);
        Ok(match held {
            Some(held) => version(&self.databases.reader).await? == held,
            None => false,
        })
    }
}

/// Answers questions from one state of the registers, in memory: no database is asked. Cheap to
/// clone; all clones answer from the same state, however long they live.
#[derive(Clone)]
pub struct Checker {
    loaded: Arc<LoadedCatalogue>,
}

impl Checker {
    /// Answers a question (specification 2.6).
    pub fn check(&self, query: &CheckQuery, now: Timestamp) -> CheckResult {
        check::check(&self.loaded.catalogue, query, now)
    }

    /// Answers one row of a batch (specification 4.1).
    pub fn check_row(&self, raw_domain: &str) -> BatchRow {
        check::check_row(&self.loaded.catalogue, raw_domain)
    }

    /// Answers a batch of domains (specification 4.1).
    pub fn check_batch<'d>(
        &self,
        domains: impl IntoIterator<Item = &'d str>,
        now: Timestamp,
    ) -> BatchResult {
        check::check_batch(&self.loaded.catalogue, domains, now)
    }
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
    let transaction = databases.begin_read().await?;
    let version = version(&transaction).await?;
    let mut loader = CatalogueLoader::new(&transaction).await?;
    loader.operators(operator::Entity::find().all(&transaction).await?);
    loader.trading_names(trading_name::Entity::find().all(&transaction).await?);
    loader.licences(loader::licences().all(&transaction).await?)?;
    loader.domains(loader::domains().all(&transaction).await?)?;
    transaction.commit().await?;
    // Sorting and hashing a large register takes longer than a request should wait for a thread.
    let catalogue = tokio::task::spawn_blocking(move || loader.finish())
        .await
        .map_err(|error| StoreError::corrupt("licences", "all", error))??;
    Ok(LoadedCatalogue { version, catalogue })
}
