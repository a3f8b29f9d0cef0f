//! The result buffer: results that are not written yet.

#[cfg(test)]
mod tests;

use std::time::Duration;

use licence_core::time::Timestamp;
use tokio::time::Instant;

use super::claim::ClaimedDelivery;

/// The longest time that results are gathered, because a large batch costs as much as a small one.
const GATHER: Duration = Duration::from_millis(8);
/// Results that waited this long are written before anything is claimed, well before their leases
/// end: a claim might find their deliveries due again.
const MAX_AGE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub(super) struct ResultBuffer {
    pub(super) gathered: Vec<ClaimedDelivery>,
    /// When the gathered results are written at the latest.
    write_by: Option<Instant>,
    /// The time by which no unwritten result had come, of those being written too.
    since: Option<Timestamp>,
    /// When the running write began.
    writing_since: Option<Timestamp>,
}

impl ResultBuffer {
    /// Adds a result that came at `now`.
    pub(super) fn push(&mut self, finished: ClaimedDelivery, now: Timestamp) {
        self.since.get_or_insert(now);
        self.write_by.get_or_insert_with(|| Instant::now() + GATHER);
        self.gathered.push(finished);
    }

    /// Takes all results if it is time to write them: half of the deliveries that are `under_way`
    /// have ended, or the results were gathered for long. At most one write runs.
    pub(super) fn take_if_ready(
        &mut self,
        under_way: usize,
        now: Timestamp,
    ) -> Option<Vec<ClaimedDelivery>> {
        let write_by = self.write_by()?;
        if self.gathered.len() < under_way / 2 && Instant::now() < write_by {
            return None;
        }
        self.writing_since = Some(now);
        self.write_by = None;
        Some(std::mem::take(&mut self.gathered))
    }

    /// Records that the write ended, and takes back the results that it did not write.
    pub(super) fn end_write(&mut self, unwritten: Vec<ClaimedDelivery>) {
        let begun = self.writing_since.take();
        if unwritten.is_empty() {
            // The results that are here came during the write.
            self.since = begun.filter(|_| !self.gathered.is_empty());
        } else {
            self.write_by = Some(Instant::now());
            self.gathered.splice(..0, unwritten);
        }
    }

    /// Returns when the gathered results are to be written, unless a write runs.
    pub(super) fn write_by(&self) -> Option<Instant> {
        self.write_by.filter(|_| self.writing_since.is_none())
    }

    /// Returns whether results may be close to the end of their leases, because the database was
    /// away or another process wrote for long.
    pub(super) fn is_late(&self, now: Timestamp) -> bool {
        self.since.is_some_and(|since| since.later_by(MAX_AGE) < now)
    }
}
