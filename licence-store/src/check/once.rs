//! Answering a process that asks once: it should not pay for a catalogue of the whole database.

use licence_core::check::{BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use crate::Store;
use crate::catalogue::Extract;
use crate::error::StoreError;

/// Domains that are still looked up one by one: from here on, the names that a miss needs are all
/// but sure to be needed.
pub const MAX_LOOKED_UP: usize = 100;

impl Store {
    /// Answers as [`Store::check`] does, for a process that asks once: while no catalogue is
    /// loaded, from the few rows of the database that the question is about. The catalogue is
    /// loaded only where these cannot tell: what a *name* says of a domain that is not on record,
    /// and the near names beside related hosts, need the names of all operators.
    ///
    /// Never another answer than [`Store::check`] gives, byte for byte. Where there is a catalogue
    /// it answers: a process that asks often loads it with [`Store::refresh_catalogue`].
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn check_once(
        &self,
        query: &CheckQuery,
        as_of: Option<AsOf>,
        now: Timestamp,
    ) -> Result<CheckResult, StoreError> {
        let extract = self.extract([query]).await?;
        let Some(mut result) = extract.and_then(|extract| extract.check(query, now)) else {
            return self.check(query, as_of, now).await;
        };
        if let Some(as_of) = as_of {
            result.as_of = Some(self.past(&result, as_of).await?);
        }
        Ok(result)
    }

    /// Answers rows of a batch as [`Checker::check_row`](crate::Checker::check_row) does, in the
    /// order asked: up to [`MAX_LOOKED_UP`] of them likewise from the rows they are about.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn check_rows_once(&self, domains: &[&str]) -> Result<Vec<BatchRow>, StoreError> {
        let extract = self.extract_for_rows(domains).await?;
        match extract.and_then(|extract| extract.check_rows(domains)) {
            Some(rows) => Ok(rows),
            None => {
                let checker = self.checker().await?;
                Ok(domains.iter().map(|domain| checker.check_row(domain)).collect())
            }
        }
    }

    /// Answers a batch as [`Checker::check_batch`](crate::Checker::check_batch) does, likewise.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn check_batch_once(
        &self,
        domains: &[&str],
        now: Timestamp,
    ) -> Result<BatchResult, StoreError> {
        let extract = self.extract_for_rows(domains).await?;
        match extract.and_then(|extract| extract.check_batch(domains, now)) {
            Some(batch) => Ok(batch),
            None => Ok(self.checker().await?.check_batch(domains.iter().copied(), now)),
        }
    }

    /// Whether a catalogue is loaded: every answer comes from it, then.
    pub fn has_catalogue(&self) -> bool {
        self.catalogue.load().is_some()
    }

    async fn extract_for_rows(&self, domains: &[&str]) -> Result<Option<Extract>, StoreError> {
        if domains.len() > MAX_LOOKED_UP {
            return Ok(None);
        }
        let queries = domains.iter().filter_map(|domain| CheckQuery::domain(domain).ok());
        let queries: Vec<CheckQuery> = queries.collect();
        self.extract(&queries).await
    }

    /// What these questions are about; `None` where a catalogue answers them.
    async fn extract(
        &self,
        queries: impl IntoIterator<Item = &CheckQuery>,
    ) -> Result<Option<Extract>, StoreError> {
        if self.has_catalogue() {
            return Ok(None);
        }
        Extract::load(&self.databases, queries).await
    }
}
