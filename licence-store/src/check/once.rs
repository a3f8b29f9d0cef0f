//! Answering a process that asks once: it should not pay for a catalogue of the whole database.

use licence_core::catalogue::Catalogue;
use licence_core::check::extract::{Wanted, check_extract, check_row_extract};
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::name_pages::NameScan;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use crate::Store;
use crate::catalogue::answer_from_few;
use crate::error::StoreError;

/// Domains that are still looked up by the rows they are about: more are worth a catalogue.
pub const MAX_LOOKED_UP: usize = 1_000;

impl Store {
    /// Answers as [`Store::check`] does, for a process that asks once: while no catalogue is
    /// loaded, from the few rows of the database that the question is about. These are what equals
    /// it; for a domain that is not on record, also the operators with a name that could matter,
    /// which a look through all names finds.
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
        let by_equality = |few: &Catalogue| check_extract(few, query, now);
        let by_names = |few: &Catalogue| check::check(few, query, now);
        let scan = NameScan::for_check(query);
        let answer = self.answer_once(&[query], scan, by_equality, by_names).await?;
        let Some(mut result) = answer else {
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
        match self.rows_once(domains, |_, rows| rows).await? {
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
        let batch = |few: &Catalogue, rows| check::batch(few, rows, now);
        match self.rows_once(domains, batch).await? {
            Some(batch) => Ok(batch),
            None => Ok(self.checker().await?.check_batch(domains.iter().copied(), now)),
        }
    }

    /// Whether a catalogue is loaded: every answer comes from it, then.
    pub fn has_catalogue(&self) -> bool {
        self.catalogue.load().is_some()
    }

    /// All rows or none, finished with the catalogue that they came from.
    async fn rows_once<T>(
        &self,
        domains: &[&str],
        finished: impl Fn(&Catalogue, Vec<BatchRow>) -> T,
    ) -> Result<Option<T>, StoreError> {
        if domains.len() > MAX_LOOKED_UP {
            return Ok(None);
        }
        let queries = domains.iter().filter_map(|domain| CheckQuery::domain(domain).ok());
        let queries: Vec<CheckQuery> = queries.collect();
        let queries: Vec<&CheckQuery> = queries.iter().collect();
        let scan = NameScan::for_rows(queries.iter().copied());
        let by_equality = |few: &Catalogue| {
            let rows = domains.iter().map(|domain| check_row_extract(few, domain));
            rows.collect::<Option<Vec<BatchRow>>>().map(|rows| finished(few, rows))
        };
        let by_names = |few: &Catalogue| {
            finished(few, domains.iter().map(|domain| check::check_row(few, domain)).collect())
        };
        self.answer_once(&queries, scan, by_equality, by_names).await
    }

    /// `None` where a catalogue of everything is to answer.
    async fn answer_once<T>(
        &self,
        queries: &[&CheckQuery],
        scan: NameScan,
        by_equality: impl FnOnce(&Catalogue) -> Option<T>,
        by_names: impl FnOnce(&Catalogue) -> T,
    ) -> Result<Option<T>, StoreError> {
        let wanted: Option<Vec<Wanted>> = queries.iter().map(|query| Wanted::by(query)).collect();
        let Some(mut wanted) = wanted.filter(|_| !self.has_catalogue()) else { return Ok(None) };
        wanted.sort_unstable();
        wanted.dedup();
        answer_from_few(&self.databases, &wanted, scan, by_equality, by_names).await
    }
}
