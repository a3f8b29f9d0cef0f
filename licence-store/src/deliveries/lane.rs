//! The way to one endpoint: how many attempts at once, and what waits its turn.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::Claimed;

/// How many attempts at once the way to an endpoint begins with.
const FIRST_WIDTH: usize = 2;
/// How many attempts at once an endpoint gets at most.
const FULL_WIDTH: usize = 8;
/// How many deliveries wait here for an endpoint that answers well, so that it need not wait for
/// the database.
const QUEUE: usize = 56;
/// How long is remembered how an endpoint answered last.
const MEMORY: Duration = Duration::from_secs(60);

/// The way to one endpoint. It widens with every success and narrows with every failure, so that
/// an endpoint that hangs holds up its own deliveries and few places.
#[derive(Debug)]
pub(super) struct Lane {
    width: usize,
    /// Attempts that go on.
    in_flight: usize,
    /// Attempts that ended and are not written yet: were the sender killed, they would be made
    /// again. They take places like those that go on, so that these are few.
    unwritten: usize,
    queue: VecDeque<Claimed>,
    last_used: Instant,
    /// The count for the header, as it stands after the last attempt that was settled.
    pub(super) missed_deliveries: u64,
}

impl Default for Lane {
    fn default() -> Self {
        Self {
            width: FIRST_WIDTH,
            in_flight: 0,
            unwritten: 0,
            queue: VecDeque::new(),
            last_used: Instant::now(),
            missed_deliveries: 0,
        }
    }
}

impl Lane {
    /// How many more deliveries may be claimed for it; none while half of what it may hold is
    /// here, for a claim costs much the same for one and for many.
    pub(super) fn places(&self) -> usize {
        let queue = if self.width == FULL_WIDTH { QUEUE } else { 0 };
        let most = self.width + queue;
        if self.held() > most / 2 { 0 } else { most - self.held() }
    }

    /// How many deliveries it holds.
    pub(super) fn held(&self) -> usize {
        self.in_flight + self.unwritten + self.queue.len()
    }

    /// Whether it has not widened yet, or not again: the endpoint may be one that hangs.
    pub(super) fn is_unproven(&self) -> bool {
        self.width <= FIRST_WIDTH
    }

    pub(super) fn push(&mut self, claimed: Claimed) {
        // What is settled meanwhile is newer than what was read with the claim.
        if self.held() == 0 {
            self.missed_deliveries = claimed.target.missed_deliveries;
        }
        self.queue.push_back(claimed);
    }

    /// The next delivery to attempt, when there is a place for it. One that waited too long stays
    /// until it is taken back: its lease might end before its attempt.
    pub(super) fn begin(&mut self) -> Option<Claimed> {
        let has_place = self.in_flight + self.unwritten < self.width;
        let is_late = self.queue.front().is_some_and(|next| next.begins_by < Instant::now());
        let next = if has_place && !is_late { self.queue.pop_front() } else { None };
        self.in_flight += usize::from(next.is_some());
        next
    }

    /// An attempt ended: with an answer that is still to be written, or with none.
    pub(super) fn end(&mut self, answer: Option<bool>) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.unwritten += usize::from(answer.is_some());
        self.last_used = Instant::now();
        if answer == Some(true) {
            self.width = FULL_WIDTH.min(self.width + 1);
            self.missed_deliveries = 0;
        } else {
            self.width = (self.width / 2).max(1);
        }
    }

    /// The answers of so many attempts were written.
    pub(super) fn write(&mut self, count: usize) {
        self.unwritten = self.unwritten.saturating_sub(count);
    }

    /// What waits here and should not: for too long, on a way that narrowed, or from before a
    /// change of endpoints.
    pub(super) fn take_stale(&mut self, changes: u64) -> Vec<Claimed> {
        let is_narrow = self.width < FULL_WIDTH && self.queue.len() > self.width;
        let now = Instant::now();
        let is_stale =
            |claimed: &Claimed| is_narrow || claimed.changes != changes || claimed.begins_by < now;
        if !self.queue.iter().any(is_stale) {
            return Vec::new();
        }
        let (stale, fresh) = self.queue.drain(..).partition(is_stale);
        self.queue = fresh;
        Vec::from(stale)
    }

    /// Whether nothing is lost when it is forgotten: the endpoint may be gone.
    pub(super) fn is_forgettable(&self) -> bool {
        self.held() == 0 && self.last_used.elapsed() > MEMORY
    }

    /// Everything that waits here.
    pub(super) fn take_all(&mut self) -> Vec<Claimed> {
        self.queue.drain(..).collect()
    }
}
