//! The way to one endpoint: how many attempts at once, and what waits its turn.

use std::collections::VecDeque;

use super::{Claimed, FRESH};

/// How many attempts at once the way to an endpoint begins with.
const FIRST_WIDTH: usize = 2;
/// How many attempts at once an endpoint gets at most.
const FULL_WIDTH: usize = 8;
/// How many deliveries wait here for an endpoint that answers well, so that it need not wait for
/// the database.
const QUEUE: usize = 56;

/// The way to one endpoint. It widens with every success and narrows with every failure, so that
/// an endpoint that hangs holds up its own deliveries and few places.
#[derive(Debug)]
pub(super) struct Lane {
    width: usize,
    in_flight: usize,
    queue: VecDeque<Claimed>,
    /// The count for the header, as it stands after the last attempt that was settled.
    pub(super) missed_deliveries: u64,
}

impl Default for Lane {
    fn default() -> Self {
        let queue = VecDeque::new();
        Self { width: FIRST_WIDTH, in_flight: 0, queue, missed_deliveries: 0 }
    }
}

impl Lane {
    /// How many more deliveries may be claimed for it.
    pub(super) fn places(&self) -> usize {
        let queue = if self.width == FULL_WIDTH { QUEUE } else { 0 };
        (self.width + queue).saturating_sub(self.held())
    }

    /// How many deliveries it holds.
    pub(super) fn held(&self) -> usize {
        self.in_flight + self.queue.len()
    }

    pub(super) fn push(&mut self, claimed: Claimed) {
        self.missed_deliveries = claimed.target.missed_deliveries;
        self.queue.push_back(claimed);
    }

    /// The next delivery to attempt, when there is a place for it.
    pub(super) fn begin(&mut self) -> Option<Claimed> {
        let next = if self.in_flight < self.width { self.queue.pop_front() } else { None };
        self.in_flight += usize::from(next.is_some());
        next
    }

    /// An attempt ended.
    pub(super) fn end(&mut self, is_success: bool) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.width = match is_success {
            true => FULL_WIDTH.min(self.width + 1),
            false => (self.width / 2).max(1),
        };
    }

    /// What waits here and should not: for too long, on a way that narrowed, or from before a
    /// change of endpoints.
    pub(super) fn take_stale(&mut self, changes: u64) -> Vec<Claimed> {
        let is_narrow = self.width < FULL_WIDTH && self.queue.len() > self.width;
        let is_stale = |claimed: &Claimed| {
            is_narrow || claimed.changes != changes || claimed.claimed_at.elapsed() > FRESH
        };
        let (stale, fresh) = self.queue.drain(..).partition(is_stale);
        self.queue = fresh;
        Vec::from(stale)
    }

    /// Everything that waits here.
    pub(super) fn take_all(&mut self) -> Vec<Claimed> {
        self.queue.drain(..).collect()
    }
}
