//! The records of the whole database.

use licence_core::catalogue::HistoryBuilder;
use licence_core::records::RecordsBuilder;

use super::loaded::{blocking, load_rows};
use super::loader::load_registers;
use super::state::CatalogueState;
use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use crate::history::entries::each_entry;

/// The records of one state of the database.
#[derive(Clone, Debug)]
pub struct CatalogueRecords {
    /// The version of that state, which every applied reading raises.
    pub version: i64,
    /// The sorted lines.
    pub records: Vec<u8>,
}

impl Store {
    /// Returns the records of all registers, from one state of the database.
    /// [`Catalogue::from_records`](licence_core::catalogue::Catalogue::from_records) builds from
    /// them the catalogue that answers as this store does.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::catalogue::Catalogue;
    ///
    /// let published = store.catalogue_records().await?;
    /// let catalogue = Catalogue::from_records(&published.records)?;
    /// assert!(catalogue.licence_count() > 0);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn catalogue_records(&self) -> Result<CatalogueRecords, StoreError> {
        let (state, builder): (_, RecordsBuilder) = load_rows(&self.databases).await?;
        // Sorting a large register would block other requests on this thread.
        let records = blocking(move || builder.finish()).await?;
        Ok(CatalogueRecords { version: state.version, records })
    }

    /// Returns the records of all registers and the history of all licences, from one state of the
    /// database. [`Catalogue::with_history`](licence_core::catalogue::Catalogue::with_history)
    /// makes of both the catalogue that answers `as_of` as this store does.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::catalogue::Catalogue;
    ///
    /// let (published, history) = store.catalogue_records_with_history().await?;
    /// let catalogue = Catalogue::from_records(&published.records)?;
    /// let with_history = Catalogue::from_bytes(catalogue.with_history(history)?)?;
    /// assert!(with_history.has_history());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn catalogue_records_with_history(
        &self,
    ) -> Result<(CatalogueRecords, HistoryBuilder), StoreError> {
        let transaction = self.databases.begin_read().await?;
        let version = CatalogueState::load(&transaction).await?.version;
        let builder: RecordsBuilder = load_registers(&transaction).await?;
        let mut history = HistoryBuilder::default();
        each_entry(&transaction, |licence, entry| history.add(licence, entry)).await?;
        transaction.commit().await?;
        let records = blocking(move || builder.finish()).await?;
        Ok((CatalogueRecords { version, records }, history))
    }
}
