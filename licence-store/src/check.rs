//! Answers a question, now or as of an instant (specification 2.6 and 2.7).

use licence_core::check::{CheckQuery, CheckResult, PastSubject};
use licence_core::history::HistoryEntry;
use licence_core::point_in_time::{AsOf, PointInTime};
use licence_core::time::Timestamp;

use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use crate::history::entries::entries;

impl Store {
    /// Answers a question. Without `as_of` the answer comes from memory. With `as_of` the history
    /// of the matched licence is read from the database, after the catalogue is brought up to date,
    /// so that both are of the same readings.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::check::{CheckQuery, Verdict};
    ///
    /// let result = store.check(&CheckQuery::domain("lanternspin.example")?, None, now).await?;
    /// assert_eq!(result.verdict, Verdict::Licensed);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the catalogue is not loaded yet or a history is needed, and the database
    /// cannot be read.
    pub async fn check(
        &self,
        query: &CheckQuery,
        as_of: Option<AsOf>,
        now: Timestamp,
    ) -> Result<CheckResult, StoreError> {
        match as_of {
            None => Ok(self.checker().await?.check(query, now)),
            Some(as_of) => self.check_as_of(query, as_of, now).await,
        }
    }

    /// Answers a question as [`Store::check`] does, and returns with it what is known of the present
    /// instant: the entry that established today's status.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn check_with_evidence(
        &self,
        query: &CheckQuery,
        as_of: Option<AsOf>,
        now: Timestamp,
    ) -> Result<(CheckResult, PointInTime), StoreError> {
        let (result, history) = self.check_with_history(query, now).await?;
        let today = result.past(&history, AsOf::now(now));
        let past = as_of.map(|as_of| result.past(&history, as_of));
        let result = match past {
            Some(past) => result.with_past(past, now),
            None => result,
        };
        Ok((result, today))
    }

    #[boxed]
    async fn check_as_of(
        &self,
        query: &CheckQuery,
        as_of: AsOf,
        now: Timestamp,
    ) -> Result<CheckResult, StoreError> {
        let (result, history) = self.check_with_history(query, now).await?;
        let past = result.past(&history, as_of);
        Ok(result.with_past(past, now))
    }

    /// Returns the answer, and the history of the licence that it resolved to, both of the same readings.
    async fn check_with_history(
        &self,
        query: &CheckQuery,
        now: Timestamp,
    ) -> Result<(CheckResult, Vec<HistoryEntry>), StoreError> {
        let mut checker = self.newest_checker().await?;
        loop {
            let result = checker.check(query, now);
            let history = self.history_of(&result).await?;
            // The history may have entries of a reading that the answer does not know yet.
            let newest = self.newest_checker().await?;
            if newest.state_name() == checker.state_name() {
                return Ok((result, history));
            }
            checker = newest;
        }
    }

    /// Returns the history of the licence that an answer resolved to; empty if to none.
    pub(crate) async fn history_of(
        &self,
        result: &CheckResult,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        match result.past_subject() {
            PastSubject::Licence(id) => entries(&self.databases.reader, id).await,
            PastSubject::NoSuchLicense | PastSubject::NoLicenseResolved => Ok(Vec::new()),
        }
    }
}
