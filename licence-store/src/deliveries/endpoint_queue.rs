//! The way to one endpoint: how many attempts at once, and what waits its turn.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::ClaimedDelivery;

/// How many attempts at once the way to an endpoint begins with.
const FIRST_WIDTH: usize = 2;
/// How many attempts at once an endpoint gets at most.
pub(super) const FULL_WIDTH: usize = 8;
/// How many answers of an endpoint that answers well may wait to be written while its next attempts
/// begin: neither has to wait for the other. Were the sender killed, they would be made again.
const MAX_UNWRITTEN: usize = 40;
/// How many deliveries wait here for an endpoint that answers well, so that it need not wait for
/// the database.
const MAX_QUEUED: usize = 120;
/// What an endpoint is likely to take in that time may wait here: more would only go back.
const QUEUED_AHEAD: Duration = Duration::from_millis(500);
/// How long is remembered how an endpoint answered last.
const MEMORY: Duration = Duration::from_secs(60);

/// The way to one endpoint. It widens with every success and narrows with every failure, so that
/// an endpoint that hangs holds up its own deliveries and few places.
#[derive(Debug)]
pub(super) struct EndpointQueue {
    width: usize,
    /// Attempts that go on.
    in_flight: usize,
    /// Attempts that ended and are not written yet.
    unwritten: usize,
    waiting: VecDeque<ClaimedDelivery>,
    /// How long attempts took of late.
    pace: Duration,
    last_used: Instant,
    /// The count for the header, as it stands after the last attempt that was settled.
    missed_deliveries: u64,
    /// When that was heard of.
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
    /// How many more deliveries may be claimed for it, where each may keep about `share` waiting;
    /// none while there is room for few, for a claim costs much the same for one and for many.
    pub(super) fn free_room(&self, share: usize) -> usize {
        let limit_of_waiting = self.limit_of_waiting(share);
        let free_room = limit_of_waiting.saturating_sub(self.waiting.len());
        if free_room * 4 < limit_of_waiting { 0 } else { free_room }
    }

    /// Whether half of what may wait for it is gone: it is time for a claim.
    pub(super) fn is_low(&self, share: usize) -> bool {
        self.waiting.len() * 2 < self.limit_of_waiting(share)
    }

    /// How many may wait: as many as there are places free, and the more the better it answers.
    fn limit_of_waiting(&self, share: usize) -> usize {
        let proven = self.width.saturating_sub(FIRST_WIDTH);
        let queue = MAX_QUEUED * proven / (FULL_WIDTH - FIRST_WIDTH);
        let turns = QUEUED_AHEAD.as_micros() / self.pace.as_micros().max(1);
        let soon = self.width.saturating_mul(usize::try_from(turns).unwrap_or(usize::MAX));
        let free = self.width.saturating_sub(self.under_way());
        // A claim for few places costs much the same as one for half of them.
        let free = if free * 2 < self.width { 0 } else { free };
        queue.min(share).min(soon).max(free)
    }

    /// How many deliveries wait for their turn.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// How many attempts may go on at once when the way has widened.
    pub(super) fn attempts_when_wide(&self) -> usize {
        FULL_WIDTH.min(self.in_flight + self.waiting.len())
    }

    /// How many deliveries it holds.
    pub(super) fn len(&self) -> usize {
        self.under_way() + self.waiting.len()
    }

    /// How many attempts go on or are to be written.
    pub(super) fn under_way(&self) -> usize {
        self.in_flight + self.unwritten
    }

    /// Whether it has not widened yet, or not again: the endpoint may be one that hangs.
    pub(super) fn is_unproven(&self) -> bool {
        self.width <= FIRST_WIDTH
    }

    /// Takes in what was claimed, of an endpoint that was read after `begun_at`.
    pub(super) fn push(&mut self, claimed: ClaimedDelivery, begun_at: Instant) {
        // What was settled meanwhile is newer than what was read with the claim.
        if self.len() == 0 && self.counted_at.is_none_or(|at| at < begun_at) {
            self.missed_deliveries = claimed.target.missed_deliveries;
        }
        self.waiting.push_back(claimed);
    }

    /// Learns what its endpoint counts now.
    pub(super) fn count(&mut self, missed_deliveries: u64) {
        self.missed_deliveries = missed_deliveries;
        self.counted_at = Some(Instant::now());
    }

    /// The count for the header of the next attempt.
    pub(super) fn missed_deliveries(&self) -> u64 {
        self.missed_deliveries
    }

    /// The next delivery to attempt, when there is a place for it; `may_run_ahead` tells whether
    /// answers that are not written leave theirs. One that is stale stays until it is taken back.
    pub(super) fn begin(
        &mut self,
        may_run_ahead: bool,
        changed_at: Option<Instant>,
    ) -> Option<ClaimedDelivery> {
        let ahead = if may_run_ahead && self.width == FULL_WIDTH { MAX_UNWRITTEN } else { 0 };
        let has_slot = self.in_flight < self.width && self.under_way() < self.width + ahead;
        let now = Instant::now();
        let is_stale = self.waiting.front().is_some_and(|next| next.is_stale(changed_at, now));
        let next = if has_slot && !is_stale { self.waiting.pop_front() } else { None };
        self.in_flight += usize::from(next.is_some());
        next
    }

    /// An attempt ended after so long: with an answer that is still to be written, or with none.
    pub(super) fn end(&mut self, answer: Option<bool>, took: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.unwritten += usize::from(answer.is_some());
        self.pace = (self.pace * 7 + took) / 8;
        self.last_used = Instant::now();
        if answer == Some(true) {
            self.width = FULL_WIDTH.min(self.width + 1);
            self.count(0);
        } else {
            self.width = (self.width / 2).max(1);
        }
    }

    /// The answers of so many attempts were written.
    pub(super) fn write(&mut self, count: usize) {
        self.unwritten = self.unwritten.saturating_sub(count);
    }

    /// What waits here and should not: because it is stale, or the way narrowed.
    pub(super) fn take_stale(&mut self, changed_at: Option<Instant>) -> Vec<ClaimedDelivery> {
        let limit_of_waiting = self.limit_of_waiting(MAX_QUEUED).max(self.width);
        let is_narrow = self.width < FULL_WIDTH && self.waiting.len() > limit_of_waiting;
        let now = Instant::now();
        let is_stale = |claimed: &ClaimedDelivery| is_narrow || claimed.is_stale(changed_at, now);
        if !self.waiting.iter().any(is_stale) {
            return Vec::new();
        }
        let (stale, fresh) = self.waiting.drain(..).partition(is_stale);
        self.waiting = fresh;
        Vec::from(stale)
    }

    /// Whether nothing is lost when it is forgotten: the endpoint may be gone.
    pub(super) fn is_forgettable(&self) -> bool {
        self.len() == 0 && self.last_used.elapsed() > MEMORY
    }

    /// Everything that waits here.
    pub(super) fn take_all(&mut self) -> Vec<ClaimedDelivery> {
        self.waiting.drain(..).collect()
    }
}
