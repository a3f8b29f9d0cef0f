//! The catalogue over the whole database. A new version is built beside the old one and replaces
//! it.

mod checker;
mod extract;
mod loaded;
mod loader;
mod publish;

use std::sync::Arc;

use crate::Store;
use crate::error::StoreError;
pub use checker::Checker;
pub(crate) use extract::answer_from_few;
pub(crate) use loaded::{LoadedCatalogue, version};
pub use publish::{CataloguePublication, CatalogueRecords, PublishedCatalogue};

impl Store {
    /// Loads the readings that other processes applied into the catalogue, and returns whether it
    /// was out of date. The first call loads the catalogue. The directory of searches is brought up
    /// to date too, if there was a search. Costs one small query for each that is current.
    ///
    /// Requests are answered from the old catalogue until the new one is complete.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert!(store.refresh_catalogue().await?);
    /// assert!(!store.refresh_catalogue().await?, "nothing was applied meanwhile");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read; the old catalogue stays.
    pub async fn refresh_catalogue(&self) -> Result<bool, StoreError> {
        let was_out_of_date = self.refresh_checker().await?;
        self.directory.refresh(&self.databases).await?;
        Ok(was_out_of_date)
    }

    /// Brings only the catalogue up to date, because a check needs no directory of searches.
    pub(crate) async fn refresh_checker(&self) -> Result<bool, StoreError> {
        if self.holds_newest_version().await? {
            return Ok(false);
        }
        // One rebuild at a time, because a second one would repeat the first.
        let _rebuilding = self.rebuilding.lock().await;
        if self.holds_newest_version().await? {
            return Ok(false);
        }
        let loaded = loaded::load(&self.databases).await?;
        self.catalogue.store(Some(Arc::new(loaded)));
        Ok(true)
    }

    /// Brings a loaded catalogue up to date, and loads none, because a command that only writes
    /// needs none.
    pub(crate) async fn refresh_held_catalogue(&self) -> Result<(), StoreError> {
        if self.catalogue.load().is_some() {
            self.refresh_checker().await?;
        }
        self.directory.refresh(&self.databases).await
    }

    /// Returns a checker on the current catalogue, which the first call loads.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let checker = store.checker().await?;
    /// let row = checker.check_row("lanternspin.example", now);
    /// assert!(row.matched.is_some());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the catalogue is not loaded yet and the database cannot be read.
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
