//! The result buffer: results that are not written yet, in batches.

use std::collections::HashSet;

use licence_core::webhook::WebhookId;

use super::FinishedDelivery;

/// The most results of one batch, because SQLite joins at most 500 selects in one statement.
pub(super) const BATCH: usize = 500;

/// Results that are not written yet. A batch stays in the buffer until it is written.
#[derive(Default)]
pub(super) struct ResultBuffer {
    finished: Vec<FinishedDelivery>,
    batch: usize,
}

impl ResultBuffer {
    pub(super) fn is_empty(&self) -> bool {
        self.finished.is_empty()
    }

    pub(super) fn extend(&mut self, finished: impl IntoIterator<Item = FinishedDelivery>) {
        self.finished.extend(finished);
    }

    /// Returns the results to write next: first those of endpoints without a failure, because
    /// successes alone are written much faster.
    pub(super) fn next_batch(&mut self) -> &[FinishedDelivery] {
        let most = self.finished.len().min(BATCH);
        let oldest = &mut self.finished[..most];
        let failed = oldest.iter().filter(|it| !it.result.is_success());
        let failing: HashSet<WebhookId> = failed.map(|it| it.claimed.target.id).collect();
        let is_failing = |it: &FinishedDelivery| failing.contains(&it.claimed.target.id);
        oldest.sort_by_key(is_failing);
        self.batch = match oldest.partition_point(|it| !is_failing(it)) {
            0 => most,
            delivered => delivered,
        };
        &self.finished[..self.batch]
    }

    /// Removes and returns the batch after it was written.
    pub(super) fn take_batch(&mut self) -> impl Iterator<Item = FinishedDelivery> {
        let batch = std::mem::take(&mut self.batch);
        self.finished.drain(..batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deliveries::fixture::finished;

    fn endpoints<'f>(batch: impl IntoIterator<Item = &'f FinishedDelivery>) -> Vec<u128> {
        batch.into_iter().map(|it| it.claimed.target.id.0.as_u128()).collect()
    }

    #[test]
    fn endpoints_that_took_everything_come_first() {
        let mut result_buffer = ResultBuffer::default();
        let results = [(1, Some(200)), (2, Some(204)), (3, None), (2, Some(500)), (1, Some(201))];
        result_buffer.extend(results.map(|(endpoint, answer)| finished(endpoint, answer)));
        assert_eq!(endpoints(result_buffer.next_batch()), [1, 1]);
        assert_eq!(endpoints(result_buffer.next_batch()), [1, 1], "until they are written");
        assert_eq!(result_buffer.take_batch().count(), 2);
        assert_eq!(endpoints(result_buffer.next_batch()), [2, 3, 2]);
        assert_eq!(result_buffer.take_batch().count(), 3);
        assert!(result_buffer.is_empty());
    }

    #[test]
    fn a_batch_has_its_size() {
        let mut result_buffer = ResultBuffer::default();
        result_buffer.extend((0..BATCH + 1).map(|_| finished(1, Some(200))));
        assert_eq!(result_buffer.next_batch().len(), BATCH);
        assert_eq!(result_buffer.take_batch().count(), BATCH);
        assert_eq!(result_buffer.next_batch().len(), 1);
    }
}
