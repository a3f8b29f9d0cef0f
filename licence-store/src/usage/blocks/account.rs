//! How often an account asks, and the block that it has.

use std::time::{Duration, Instant};

use licence_core::account::block::LIFETIME;

use crate::usage::quota::{Admission, Charge, QuotaRequest};

/// An account under its limits.
pub(super) struct Account {
    pub(super) quota_request: QuotaRequest,
    /// The number of the current period; each is as long as a block.
    period: u128,
    requests: u64,
    requests_before: u64,
    pub(super) block: Option<Block>,
}

/// Units that the account may use until an instant.
pub(super) struct Block {
    /// The newest admission by the shared counters in the windows of the block. Its tallies hold the
    /// unused units too.
    pub(super) newest: Admission,
    pub(super) newest_at: Instant,
    pub(super) unused: u64,
    pub(super) ends_at: Instant,
}

impl Account {
    pub(super) fn new(quota_request: QuotaRequest, period: u128) -> Self {
        Self { quota_request, period, requests: 0, requests_before: 0, block: None }
    }

    pub(super) fn holds_units(&self) -> bool {
        self.block.as_ref().is_some_and(|block| block.unused > 0)
    }

    pub(super) fn note_request(&mut self, period: u128) {
        // Another thread may have read the clock before and come later.
        if period > self.period {
            let is_next = period == self.period + 1;
            self.requests_before = if is_next { self.requests } else { 0 };
            (self.period, self.requests) = (period, 0);
        }
        self.requests += 1;
    }

    /// Returns how many requests it sent in this period or the one before.
    pub(super) fn requests_lately(&self) -> u64 {
        self.requests.max(self.requests_before)
    }
}

impl Block {
    pub(super) fn new(mut newest: Admission, unused: u64, asked_at: Instant) -> Self {
        let windows_end = newest.tallies.iter().map(|tally| tally.resets_at).min();
        let left = windows_end.map_or(Duration::ZERO, |end| end.duration_since(newest.at));
        let lifetime = LIFETIME.min(left);
        newest.tallies.iter_mut().for_each(|tally| tally.used += unused);
        Self { newest, newest_at: asked_at, unused, ends_at: asked_at + lifetime }
    }

    /// Returns its charges and how many units of each are unused; `None` if there are none.
    pub(super) fn into_unused(self) -> Option<(Vec<Charge>, u64)> {
        (self.unused > 0).then_some((self.newest.charges, self.unused))
    }

    pub(super) fn admit(&mut self, now: Instant) -> Option<Admission> {
        if self.unused == 0 || self.ends_at <= now {
            return None;
        }
        self.unused -= 1;
        let mut admission = self.newest.clone();
        admission.at = admission.at.later_by(now.duration_since(self.newest_at));
        for tally in &mut admission.tallies {
            tally.used = tally.used.saturating_sub(self.unused);
        }
        Some(admission)
    }
}
