//! Searches operators by a part of a name.

use std::sync::Arc;

use licence_core::lookup::directory::SearchResult;
use licence_core::lookup::{FoundOperator, OperatorSearch, Page, provenance_of_operator};
use licence_core::operator::OperatorId;
use licence_core::provenance::ListProvenance;
use sea_orm::ConnectionTrait;

use super::read::licences_by_operator;
use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use crate::registers::load_operators_by_id;

impl Store {
    /// Returns the operators whose display name, slug or registered name contains `q` in any case:
    /// the exact slug first, then names that start with `q`, then the rest, each by display name
    /// (specification 4.1). The empty text finds nothing.
    ///
    /// Names are searched in memory, of the readings that a check would see; the first search loads
    /// them. Only the rows of the page are read from the database.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::lookup::Page;
    ///
    /// let found = store.search_operators("harbour", Page { limit: 10, offset: 0 }).await?;
    /// assert_eq!(found.operators[0].operator.slug.as_str(), "harbour-lantern-gaming-limited");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn search_operators(
        &self,
        q: &str,
        page: Page,
    ) -> Result<OperatorSearch, StoreError> {
        let found = self.find_operators(q, page).await?;
        let transaction = self.databases.begin_read().await?;
        let operators = found_operators(&transaction, &found.page).await?;
        transaction.commit().await?;
        Ok(OperatorSearch {
            q: q.to_owned(),
            total: found.total,
            limit: page.limit,
            offset: page.offset,
            meta: ListProvenance::from_rows(operators.iter().map(|found| &found.meta)),
            operators,
        })
    }

    /// Searches the directory on another thread, because a large register takes some milliseconds.
    async fn find_operators(&self, q: &str, page: Page) -> Result<SearchResult, StoreError> {
        let loaded = self.directory.get(&self.databases).await?;
        let (loaded, q) = (Arc::clone(&loaded), q.to_owned());
        tokio::task::spawn_blocking(move || loaded.directory.search(&q, page))
            .await
            .map_err(|error| StoreError::corrupt("operators", "all", error))
    }
}

/// Returns the operators with these ids, in their order.
async fn found_operators(
    connection: &impl ConnectionTrait,
    ids: &[OperatorId],
) -> Result<Vec<FoundOperator>, StoreError> {
    let texts: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
    let mut operators = load_operators_by_id(connection, &texts).await?;
    let licences = licences_by_operator(connection, ids).await?;
    let found = |id: &String| {
        let operator = operators.remove(id)?.operator;
        let licences = licences.get(&operator.id).into_iter().flatten();
        let read = licences.map(|record| (&record.licence, record.source_kind));
        Some(FoundOperator { meta: provenance_of_operator(read), operator })
    };
    Ok(texts.iter().filter_map(found).collect())
}
