//! Answers from one catalogue.

use std::sync::Arc;

use licence_core::catalogue::Catalogue;
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::time::Timestamp;

use super::loaded::LoadedCatalogue;
use super::state::CatalogueState;

/// Answers questions from one state of the registers in memory, without the database. Cheap to
/// clone; all clones answer from the same state, however long they live.
#[derive(Clone)]
pub struct Checker {
    pub(super) loaded: Arc<LoadedCatalogue>,
}

impl From<Catalogue> for Checker {
    /// A checker without a database.
    fn from(catalogue: Catalogue) -> Self {
        let no_database = CatalogueState { version: 0, name: String::new() };
        Self { loaded: Arc::new(LoadedCatalogue::new(no_database, catalogue)) }
    }
}

impl Checker {
    /// Returns the name of the state of the database that answers, which every applied reading makes
    /// anew; empty without a database.
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
