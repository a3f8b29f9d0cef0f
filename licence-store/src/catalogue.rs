//! The catalogue over the whole database: loaded, versioned, swapped.

mod checker;
mod extract;
mod loaded;
mod loader;

use std::sync::Arc;

use crate::Store;
use crate::error::StoreError;
pub use checker::Checker;
pub(crate) use extract::answer_from_few;
pub(crate) use loaded::{LoadedCatalogue, version};

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
        let loaded = loaded::load(&self.databases).await?;
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
