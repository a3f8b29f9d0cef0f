//! Answers a process that asks once, without a catalogue of the whole database.

use licence_core::catalogue::Catalogue;
use licence_core::check::extract::{Wanted, check_extract, check_row_extract};
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::name_pages::NameScan;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use super::known;
use crate::Store;
use crate::catalogue::answer_from_few;
use crate::error::StoreError;

/// The most domains that are answered without a catalogue. Loading a catalogue is faster for more,
/// because each domain that is not on record leads to dozens of operators with near names.
pub const MAX_LOOKED_UP: usize = 100;

impl Store {
    /// Returns the answer of [`Store::check`], byte for byte, for a process that asks once. While
    /// no catalogue is loaded, the answer comes from the few rows that equal the question. For a
    /// domain that is not on record, a scan of all names also finds the operators with similar
    /// names.
    ///
    /// A loaded catalogue answers instead: a process that asks often loads it with
    /// [`Store::refresh_catalogue`].
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::check::CheckQuery;
    ///
    /// let query = CheckQuery::domain("lanternspin.example")?;
    /// let once = store.check_once(&query, None, now).await?;
    /// assert_eq!(once, store.check(&query, None, now).await?);
    /// # Ok(()) }).unwrap();
    /// ```
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
        let Some(result) = answer else {
            return self.check(query, as_of, now).await;
        };
        match as_of {
            None => Ok(result),
            Some(as_of) => {
                let past = known(&result, &self.history_of(&result).await?, as_of);
                Ok(result.with_past(past))
            }
        }
    }

    /// Returns the rows of [`Checker::check_row`](crate::Checker::check_row), in the order of the
    /// domains. Up to [`MAX_LOOKED_UP`] domains are answered without a catalogue, as in
    /// [`Store::check_once`].
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let rows = store.check_rows_once(&["lanternspin.example", "unheard-of.test"], now).await?;
    /// assert!(rows[0].matched.is_some() && rows[1].matched.is_none());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn check_rows_once(
        &self,
        domains: &[&str],
        now: Timestamp,
    ) -> Result<Vec<BatchRow>, StoreError> {
        match self.rows_once(domains, now, |_, rows| rows).await? {
            Some(rows) => Ok(rows),
            None => {
                let checker = self.checker().await?;
                Ok(domains.iter().map(|domain| checker.check_row(domain, now)).collect())
            }
        }
    }

    /// Returns the batch of [`Checker::check_batch`](crate::Checker::check_batch). Up to
    /// [`MAX_LOOKED_UP`] domains are answered without a catalogue, as in [`Store::check_once`].
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let batch = store.check_batch_once(&["lanternspin.example"], now).await?;
    /// assert_eq!(batch.count, 1);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn check_batch_once(
        &self,
        domains: &[&str],
        now: Timestamp,
    ) -> Result<BatchResult, StoreError> {
        let batch = |few: &Catalogue, rows| check::batch(few, rows, now);
        match self.rows_once(domains, now, batch).await? {
            Some(batch) => Ok(batch),
            None => Ok(self.checker().await?.check_batch(domains.iter().copied(), now)),
        }
    }

    /// Returns whether a catalogue is loaded. Every answer then comes from it.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert!(!store.has_catalogue());
    /// store.refresh_catalogue().await?;
    /// assert!(store.has_catalogue());
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn has_catalogue(&self) -> bool {
        self.catalogue.load().is_some()
    }

    /// Returns all rows, finished with the catalogue that they came from; `None` without enough
    /// rows.
    async fn rows_once<T>(
        &self,
        domains: &[&str],
        now: Timestamp,
        finished: impl Fn(&Catalogue, Vec<BatchRow>) -> T,
    ) -> Result<Option<T>, StoreError> {
        if domains.len() > MAX_LOOKED_UP {
            return Ok(None);
        }
        let queries = domains.iter().filter_map(|domain| CheckQuery::domain(domain).ok());
        let queries: Vec<CheckQuery> = queries.collect();
        let queries: Vec<&CheckQuery> = queries.iter().collect();
        let scan = NameScan::for_checks(queries.iter().copied());
        let by_equality = |few: &Catalogue| {
            let rows = domains.iter().map(|domain| check_row_extract(few, domain, now));
            rows.collect::<Option<Vec<BatchRow>>>().map(|rows| finished(few, rows))
        };
        let by_names = |few: &Catalogue| {
            let row = |domain: &&str| check::check_row(few, domain, now);
            finished(few, domains.iter().map(row).collect())
        };
        self.answer_once(&queries, scan, by_equality, by_names).await
    }

    /// Returns the answer from few rows; `None` if it needs the whole catalogue.
    async fn answer_once<T>(
        &self,
        queries: &[&CheckQuery],
        scan: NameScan,
        by_equality: impl FnOnce(&Catalogue) -> Option<T>,
        by_names: impl FnOnce(&Catalogue) -> T,
    ) -> Result<Option<T>, StoreError> {
        let wanted: Option<Vec<Vec<Wanted>>> =
            queries.iter().map(|query| Wanted::by(query)).collect();
        let wanted = wanted.map(|wanted| wanted.concat());
        let Some(mut wanted) = wanted.filter(|_| !self.has_catalogue()) else { return Ok(None) };
        wanted.sort_unstable();
        wanted.dedup();
        answer_from_few(&self.databases, &wanted, scan, by_equality, by_names).await
    }
}
