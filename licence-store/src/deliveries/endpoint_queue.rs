//! The queue of one endpoint: its waiting deliveries, and how many attempts run at once.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::claim::ClaimedDelivery;

/// The width of a new queue: how many attempts may run at once.
const FIRST_WIDTH: usize = 2;
/// The largest width of a queue.
pub(super) const FULL_WIDTH: usize = 8;
/// The most results that an endpoint at full width leaves unwritten: a killed sender repeats them.
const MAX_UNWRITTEN: usize = 40;
/// The most waiting deliveries of an endpoint at full width, so that it never waits for a claim.
const MAX_QUEUED: usize = 120;
/// Queues only what the endpoint is likely to take within this time: more would become stale.
const QUEUED_AHEAD: Duration = Duration::from_millis(500);

/// The queue of one endpoint. Every success adds a slot and every failure halves the slots, so that
/// a hanging endpoint delays its own deliveries and takes few slots.
pub(super) struct EndpointQueue {
    width: usize,
    in_flight: usize,
    /// Attempts that ended and whose results are not written yet.
    unwritten: usize,
    pub(super) waiting: VecDeque<ClaimedDelivery>,
    /// The moving average of how long attempts take.
    pace: Duration,
    pub(super) last_used: Instant,
    /// The count for the header, after the last settled attempt.
    missed_deliveries: u64,
    /// When that count was recorded.
    counted_at: Option<Instant>,
}

impl Default for EndpointQueue {
    fn default() -> Self {
        Self {
            width: FIRST_WIDTH,
            in_flight: 0,
            unwritten: 0,
            waiting: VecDeque::new(),
            pace: Duration::ZERO,
            last_used: Instant::now(),
            missed_deliveries: 0,
            counted_at: None,
        }
    }
}

impl EndpointQueue {
    /// Returns how many more deliveries to claim, where each endpoint may keep about `share`
    /// waiting. Zero while there is room for few, because a small claim costs as much as a large one.
    pub(super) fn free_room(&self, share: usize) -> usize {
        let limit = self.limit_of_waiting(share);
        let free_room = limit.saturating_sub(self.waiting.len());
        if free_room * 4 < limit { 0 } else { free_room }
    }

    /// Returns whether the queue is less than half full, so that it is time for a claim.
    pub(super) fn is_low(&self, share: usize) -> bool {
        self.waiting.len() * 2 < self.limit_of_waiting(share)
    }

    /// Returns how many deliveries may wait: at least one for each free slot, more at a larger width.
    fn limit_of_waiting(&self, share: usize) -> usize {
        let proven = self.width.saturating_sub(FIRST_WIDTH);
        let queue = MAX_QUEUED * proven / (FULL_WIDTH - FIRST_WIDTH);
        let turns = QUEUED_AHEAD.as_micros() / self.pace.as_micros().max(1);
        let soon = self.width.saturating_mul(usize::try_from(turns).unwrap_or(usize::MAX));
        let free = self.width.saturating_sub(self.under_way());
        // A small claim costs as much as one for half of the slots.
        let free = if free * 2 < self.width { 0 } else { free };
        queue.min(share).min(soon).max(free)
    }

    /// Returns how many attempts would run at once at full width.
    pub(super) fn attempts_when_wide(&self) -> usize {
        FULL_WIDTH.min(self.in_flight + self.waiting.len())
    }

    fn under_way(&self) -> usize {
        self.in_flight + self.unwritten
    }

    pub(super) fn is_empty(&self) -> bool {
        self.under_way() + self.waiting.len() == 0
    }

    /// Returns whether the endpoint is new or failed recently: it may hang.
    pub(super) fn is_unproven(&self) -> bool {
        self.width <= FIRST_WIDTH
    }

    pub(super) fn push(&mut self, claimed: ClaimedDelivery) {
        // A count that was settled after the claim read the endpoint is newer than the claim's.
        if self.is_empty() && self.counted_at.is_none_or(|at| at < claimed.target.read_after) {
            self.missed_deliveries = claimed.target.missed_deliveries;
        }
        self.waiting.push_back(claimed);
    }

    /// Takes the next delivery if there is a free slot, with the count for its header.
    /// `may_run_ahead` allows attempts beyond the unwritten results of earlier ones.
    pub(super) fn begin(&mut self, may_run_ahead: bool) -> Option<(ClaimedDelivery, u64)> {
        let ahead = if may_run_ahead && self.width == FULL_WIDTH { MAX_UNWRITTEN } else { 0 };
        if self.in_flight >= self.width || self.under_way() >= self.width + ahead {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.in_flight += 1;
        Some((next, self.missed_deliveries))
    }

    pub(super) fn end(&mut self, answer: Option<bool>, took: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.unwritten += usize::from(answer.is_some());
        self.pace = (self.pace * 7 + took) / 8;
        self.last_used = Instant::now();
        if answer == Some(true) {
            self.width = FULL_WIDTH.min(self.width + 1);
            self.count_missed(0);
        } else {
            self.width = (self.width / 2).max(1);
        }
    }

    pub(super) fn end_write(&mut self, count: usize, missed_deliveries: Option<u64>) {
        self.unwritten = self.unwritten.saturating_sub(count);
        if let Some(missed_deliveries) = missed_deliveries {
            self.count_missed(missed_deliveries);
        }
    }

    fn count_missed(&mut self, missed_deliveries: u64) {
        self.missed_deliveries = missed_deliveries;
        self.counted_at = Some(Instant::now());
    }

    /// Takes the deliveries that should not wait here: those that waited too long or were read before
    /// the endpoint changed, which are the first, and those that are too many since the queue became
    /// narrow.
    pub(super) fn take_stale(&mut self, changed_at: Option<Instant>) -> Vec<ClaimedDelivery> {
        let now = Instant::now();
        let fresh = self.waiting.iter().position(|it| {
            it.begins_by >= now && changed_at.is_none_or(|at| at < it.target.read_after)
        });
        let mut stale: Vec<_> = self.waiting.drain(..fresh.unwrap_or(self.waiting.len())).collect();
        if self.width < FULL_WIDTH {
            let limit = self.limit_of_waiting(MAX_QUEUED).max(self.width);
            stale.extend(self.waiting.drain(limit.min(self.waiting.len())..));
        }
        stale
    }
}
