//! Answers a question, now or as of an instant (specification 2.6 and 2.7).

mod once;

pub use once::MAX_LOOKED_UP;

use licence_core::check::{CheckQuery, CheckResult, PastOf};
use licence_core::point_in_time::{AsOf, PointInTime};
use licence_core::time::Timestamp;

use crate::Store;
use crate::error::StoreError;
use crate::history::entries::entries;

impl Store {
    /// Answers a question. Without `as_of` the answer comes from memory. With `as_of` the history
    /// of the matched licence is read from the database, after the catalogue is brought up to date,
    /// so that both are of the same readings. A process that asks once gets its answer sooner from
    /// [`Store::check_once`].
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
            // Boxed, so that the future of a check without a past stays small.
            Some(as_of) => Box::pin(self.check_as_of(query, as_of, now)).await,
        }
    }

    async fn check_as_of(
        &self,
        query: &CheckQuery,
        as_of: AsOf,
        now: Timestamp,
    ) -> Result<CheckResult, StoreError> {
        self.refresh_checker().await?;
        let result = self.checker().await?.check(query, now);
        let past = self.past(&result, as_of).await?;
        Ok(result.with_past(past))
    }

    async fn past(&self, result: &CheckResult, as_of: AsOf) -> Result<PointInTime, StoreError> {
        Ok(match result.past_of() {
            PastOf::Licence(id) => {
                PointInTime::from_history(&entries(&self.databases.reader, id).await?, as_of)
            }
            PastOf::NoSuchLicense => PointInTime::no_such_license(as_of),
            PastOf::NoLicenseResolved => PointInTime::no_license_resolved(as_of),
        })
    }
}
