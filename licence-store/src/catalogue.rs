//! The catalogue over the whole database. A new version is built beside the old one and replaces
//! it.

mod kept_file;
mod loaded;
mod loader;
mod publish;
mod records;
mod state;
pub(crate) mod table_pages;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::Store;
use crate::boxed;
use crate::connect::unavailable;
use crate::error::StoreError;
pub(crate) use kept_file::KeptFile;
pub use loaded::Checker;
pub(crate) use loaded::LoadedCatalogue;
pub use publish::{CataloguePublication, PublishedCatalogue};
pub use records::CatalogueRecords;
pub(crate) use state::{CatalogueState, record_state};

impl Store {
    /// Loads the readings that other processes applied into the catalogue, and returns whether it
    /// was out of date. The first call loads the catalogue: from the kept file (see
    /// [`catalogue_folder`](crate::StoreOptions::catalogue_folder)) if it is of the newest state,
    /// else from the tables. The directory of searches is brought up to date too, if there was a
    /// search. Costs one small query for each that is current.
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
    /// [`StoreError`] when the database cannot be read, or an SQLite file was overwritten with an
    /// earlier state; the old catalogue stays.
    #[boxed]
    pub async fn refresh_catalogue(&self) -> Result<bool, StoreError> {
        let was_out_of_date = self.refresh_checker().await?;
        self.directory.refresh(&self.databases).await?;
        Ok(was_out_of_date)
    }

    /// Brings only the catalogue up to date, because a check needs no directory of searches.
    #[boxed]
    pub(crate) async fn refresh_checker(&self) -> Result<bool, StoreError> {
        if self.holds(&self.newest_state().await?) {
            return Ok(false);
        }
        // One rebuild at a time, because a second one would repeat the first.
        let _rebuilding = self.rebuilding.lock().await;
        let newest = self.newest_state().await?;
        if self.holds(&newest) {
            return Ok(false);
        }
        self.require_later_state(&newest)?;
        let kept = self.kept_catalogue(&newest).await;
        if let Some(kept) = &kept
            && kept.state == newest
        {
            self.catalogue.store(Some(Arc::clone(kept)));
            return Ok(true);
        }
        let loaded = Arc::new(self.merge_or_build(kept).await?);
        self.catalogue.store(Some(Arc::clone(&loaded)));
        if let Some(kept) = &self.kept_file {
            kept.keep(loaded, Arc::clone(&self.catalogue));
        }
        Ok(true)
    }

    /// Refuses a state of an SQLite file that does not follow the held one. Every reading raises the
    /// version, so the file was overwritten, and a licence revoked since would be licensed again.
    fn require_later_state(&self, newest: &CatalogueState) -> Result<(), StoreError> {
        let is_later = self.held_catalogue_version().is_none_or(|held| held < newest.version);
        if is_later || self.databases.file.is_none() {
            return Ok(());
        }
        self.databases.is_overwritten.store(true, Ordering::Relaxed);
        let why = "its file was overwritten with another state of the registers";
        Err(unavailable(self.databases.url(), why))
    }

    /// Returns the kept catalogue of the newest state, or of an earlier one if none is held.
    async fn kept_catalogue(&self, newest: &CatalogueState) -> Option<Arc<LoadedCatalogue>> {
        let is_first = self.catalogue.load().is_none();
        self.kept_file.as_ref()?.open((!is_first).then_some(newest)).await.map(Arc::new)
    }

    /// Merges the newest readings into the catalogue that is held, else into the kept one. If they
    /// did not record what they changed, builds it from all rows.
    async fn merge_or_build(
        &self,
        kept: Option<Arc<LoadedCatalogue>>,
    ) -> Result<LoadedCatalogue, StoreError> {
        if let Some(earlier) = self.catalogue.load_full().or(kept)
            && let Some(merged) = loaded::merge_readings(&self.databases, &earlier).await?
        {
            return Ok(merged);
        }
        loaded::load(&self.databases).await
    }

    /// Brings a loaded catalogue up to date, and loads none, because a command that only writes
    /// needs none.
    pub(crate) async fn refresh_held_catalogue(&self) -> Result<(), StoreError> {
        if self.catalogue.load().is_some() {
            self.refresh_checker().await?;
        }
        self.directory.refresh(&self.databases).await
    }

    /// Brings a loaded catalogue up to date after a commit. If that fails, the commit holds, and the next
    /// refresh catches up.
    pub(crate) async fn refresh_after_write(&self) {
        if let Err(error) = self.refresh_held_catalogue().await {
            tracing::warn!(%error, "the catalogue lacks the last reading until its next refresh");
        }
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
            self.refresh_checker().await?;
        }
    }

    /// Returns a checker on the newest readings.
    pub(crate) async fn newest_checker(&self) -> Result<Checker, StoreError> {
        self.refresh_checker().await?;
        self.checker().await
    }

    /// Waits until the catalogue that this process built is kept for the next start. A process that
    /// ends without [`Store::close`] calls it, because an unfinished file is lost.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.refresh_catalogue().await?;
    /// store.wait_until_kept().await;
    /// # Ok(()) }).unwrap();
    /// ```
    #[boxed]
    pub async fn wait_until_kept(&self) {
        if let Some(kept_file) = &self.kept_file {
            kept_file.wait_for_writer().await;
        }
    }

    /// Returns the version of the catalogue that checks are answered from; `None` before it is loaded.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert_eq!(store.held_catalogue_version(), None, "no check was asked yet");
    /// store.refresh_catalogue().await?;
    /// assert_eq!(store.held_catalogue_version(), Some(store.newest_catalogue_version().await?));
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn held_catalogue_version(&self) -> Option<i64> {
        self.catalogue.load().as_ref().map(|loaded| loaded.state.version)
    }

    /// Returns the version of the newest applied reading, as the database has it
    /// ([`Self::held_catalogue_version`]). Every applied reading raises it.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn newest_catalogue_version(&self) -> Result<i64, StoreError> {
        Ok(self.newest_state().await?.version)
    }

    async fn newest_state(&self) -> Result<CatalogueState, StoreError> {
        CatalogueState::load(&self.databases.reader).await
    }

    fn holds(&self, state: &CatalogueState) -> bool {
        self.catalogue.load().as_ref().is_some_and(|loaded| loaded.state == *state)
    }
}
