//! The catalogue over the whole database, with the state it was loaded from, and its answers.

use std::sync::Arc;

use licence_core::catalogue::{Catalogue, CatalogueBuilder, RegisterRows};
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::time::Timestamp;

use super::loader::{load_operators, load_registers};
use super::state::{CatalogueState, operators_changed_since};
use crate::connect::Databases;
use crate::error::StoreError;

/// A catalogue and the state of the database it was loaded from.
pub(crate) struct LoadedCatalogue {
    pub(crate) state: CatalogueState,
    pub(crate) catalogue: Catalogue,
    /// How many bytes of text it had before the readings that were merged into it.
    text_bytes_before_merges: usize,
}

/// A merge leaves texts in the catalogue that no row uses. The catalogue is built again once its text
/// is a quarter (1/4) longer than before the merges.
const PARTS_OF_TEXT: usize = 4;

impl LoadedCatalogue {
    pub(super) fn new(state: CatalogueState, catalogue: Catalogue) -> Self {
        Self { state, text_bytes_before_merges: catalogue.text_bytes(), catalogue }
    }

    fn has_much_unused_text(&self) -> bool {
        let before = self.text_bytes_before_merges;
        self.catalogue.text_bytes() > before + before / PARTS_OF_TEXT
    }
}

/// Loads everything that a check needs, in one read transaction, so that it sees each reading whole
/// or not at all.
pub(crate) async fn load(databases: &Databases) -> Result<LoadedCatalogue, StoreError> {
    let (state, builder): (_, CatalogueBuilder) = load_rows(databases).await?;
    // Sorting and hashing a large register would block other requests on this thread.
    let catalogue = blocking(move || builder.finish()).await??;
    Ok(LoadedCatalogue::new(state, catalogue))
}

/// Merges the readings that were applied since an earlier state into its catalogue. `None` if they
/// did not record what they changed, or if the catalogue must be built again.
pub(super) async fn merge_readings(
    databases: &Databases,
    earlier: &LoadedCatalogue,
) -> Result<Option<LoadedCatalogue>, StoreError> {
    if earlier.has_much_unused_text() {
        return Ok(None);
    }
    let transaction = databases.begin_read().await?;
    let state = CatalogueState::load(&transaction).await?;
    let changed = operators_changed_since(&transaction, &earlier.state, &state).await?;
    let Some(operators) = changed else { return Ok(None) };
    let builder: CatalogueBuilder = load_operators(&transaction, &operators).await?;
    transaction.commit().await?;
    let before = earlier.catalogue.clone();
    let catalogue = blocking(move || before.merge(builder)).await??;
    let text_bytes_before_merges = earlier.text_bytes_before_merges;
    Ok(Some(LoadedCatalogue { state, catalogue, text_bytes_before_merges }))
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

/// Runs work that would block other requests on this thread.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let work = tokio::task::spawn_blocking(work).await;
    work.map_err(|error| StoreError::corrupt("licences", "all", error))
}

/// Answers questions from one state of the registers in memory, without the database. Cheap to
/// clone; all clones answer from the same state, however long they live.
#[derive(Clone)]
pub struct Checker {
    pub(super) loaded: Arc<LoadedCatalogue>,
}

impl From<Catalogue> for Checker {
    /// Returns a checker without a database.
    fn from(catalogue: Catalogue) -> Self {
        let no_database = CatalogueState { version: 0, name: String::new() };
        Self { loaded: Arc::new(LoadedCatalogue::new(no_database, catalogue)) }
    }
}

impl Checker {
    /// Returns the name of the state of the database that answers, which every applied reading
    /// replaces; empty without a database.
    pub fn state_name(&self) -> &str {
        &self.loaded.state.name
    }

    /// Answers a question (specification 2.6).
    pub fn check(&self, query: &CheckQuery, now: Timestamp) -> CheckResult {
        check::check(&self.loaded.catalogue, query, now)
    }

    /// Answers one row of a batch (specification 4.1).
    pub fn check_row(&self, raw_domain: &str, now: Timestamp) -> BatchRow {
        check::check_row(&self.loaded.catalogue, raw_domain, now)
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
