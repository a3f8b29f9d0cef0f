//! The reads of a register that a saved answer rests on.

use licence_core::check::CheckResult;
use licence_core::evidence::{AnswerPart, AnswerRead};
use licence_core::history::HistoryEntry;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use crate::Store;
use crate::boxed;
use crate::error::StoreError;

impl Store {
    /// Returns the reads that an answer given at `saved_at` rests on, each once. A reading of some
    /// licences alone may be newer than the last one of the whole register.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::check::CheckQuery;
    /// use licence_store::core::evidence::AnswerPart;
    ///
    /// let result = store.check(&CheckQuery::domain("lanternspin.example")?, None, now).await?;
    /// let reads = store.reads_of_answer(&result, now).await?;
    /// assert_eq!(reads[0].shows, AnswerPart::Register);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn reads_of_answer(
        &self,
        result: &CheckResult,
        saved_at: Timestamp,
    ) -> Result<Vec<AnswerRead>, StoreError> {
        let mut reads = self.reads_of_register(result, saved_at).await?;
        let status = result.matched.as_ref().and_then(|matched| matched.status);
        let today =
            result.past(&self.history_of(result).await?, AsOf::now(saved_at)).established_by;
        // A reading that was applied after the answer may be of an instant before it.
        let today = today.filter(|entry| Some(entry.new_status) == status);
        reads.extend(today.map(|entry| read_of_entry(AnswerPart::Status, entry)));
        let past = result.as_of.as_ref().and_then(|past| past.established_by.clone());
        reads.extend(past.map(|entry| read_of_entry(AnswerPart::StatusAsOf, entry)));
        Ok(AnswerRead::without_repetitions(reads))
    }

    /// Returns the last complete read of the register, and the last one that spoke of the licence.
    async fn reads_of_register(
        &self,
        result: &CheckResult,
        saved_at: Timestamp,
    ) -> Result<Vec<AnswerRead>, StoreError> {
        let Some(register) = result.meta.register else { return Ok(Vec::new()) };
        let mut reads = Vec::new();
        for (shows, read_at) in [
            (AnswerPart::Register, register.last_successful_scrape),
            (AnswerPart::Licence, result.meta.provenance.scraped_at),
        ] {
            let Some(read_at) = read_at else { continue };
            let mut readings =
                self.readings_at(register.jurisdiction_code, read_at).await?.into_iter();
            let is_it = |complete: bool| complete || shows == AnswerPart::Licence;
            let newest = readings.rfind(|it| it.applied_at <= saved_at && is_it(it.complete));
            let snapshot_sha256 = newest.map(|it| it.snapshot_sha256);
            reads.push(AnswerRead { shows, read_at, snapshot_sha256 });
        }
        Ok(reads)
    }
}

fn read_of_entry(shows: AnswerPart, entry: HistoryEntry) -> AnswerRead {
    AnswerRead { shows, read_at: entry.changed_at, snapshot_sha256: entry.snapshot_sha256 }
}
