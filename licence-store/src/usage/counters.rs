//! The counters of this process.

mod debts;

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use foldhash::fast::RandomState;
use licence_core::account::quota::Window;
use licence_core::recent_map::RecentMap;
use licence_core::time::Timestamp;

use super::quota::{Admission, Charge, Counter, QuotaRequest, Subject};
use crate::mutex::lock;

const SHARDS: usize = 16;

/// The fewest counters of keyless callers that are kept; memory holds at most twice as many. Beyond
/// that, the oldest are forgotten and their callers begin at zero.
const KEYLESS_COUNTERS: usize = 100_000;

#[derive(Clone, Copy)]
struct Count {
    window: Window,
    used: u64,
    debt: Debt,
}

/// What was admitted here while the shared counters were away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Debt {
    /// The number of units. The database gets them too, as it gets all units.
    pub(super) owed: u64,
    /// When the first of them was admitted, by the clock of this process.
    pub(super) since: Option<Timestamp>,
}

impl Debt {
    fn add_one(&mut self, at: Timestamp) {
        if self.owed == 0 {
            self.since = Some(at);
        }
        self.owed += 1;
    }
}

/// The counters of this process, in shards so that callers seldom wait for each other. One lock
/// covers all counters of a subject, so that all limits admit a request or none does.
pub(super) struct Counters {
    shards: [Mutex<Shard>; SHARDS],
    hasher: RandomState,
    /// Whether there may be debts, so that nobody looks for them in vain.
    may_owe: AtomicBool,
}

/// The counters of a shard. Only those of addresses are bounded: anyone can call from millions.
struct Shard {
    accounts: HashMap<Counter, Count, RandomState>,
    addresses: RecentMap<Counter, Count>,
}

impl Shard {
    fn get_mut(&mut self, counter: &Counter) -> Option<&mut Count> {
        match counter.subject {
            Subject::Account(_) => self.accounts.get_mut(counter),
            Subject::Address(_) => self.addresses.get_mut(counter),
        }
    }

    /// Returns the count of the window of an instant. It restarts when its window ended, and never
    /// goes back to an earlier one.
    fn current(&mut self, counter: Counter, at: Timestamp) -> &mut Count {
        let begin = || Count::begin(counter.limit.span().window(at));
        let count = match counter.subject {
            Subject::Account(_) => self.accounts.entry(counter).or_insert_with(begin),
            Subject::Address(_) => self.addresses.get_or_insert_with(counter, begin),
        };
        if count.is_over(counter, at) {
            *count = begin();
        }
        count
    }
}

impl Count {
    fn begin(window: Window) -> Self {
        Self { window, used: 0, debt: Debt::default() }
    }

    /// Returns whether a later window begins at or before an instant.
    fn is_over(&self, counter: Counter, at: Timestamp) -> bool {
        // The last month of the year 9999 has no end.
        at >= self.window.end && counter.limit.span().window(at).start > self.window.start
    }
}

impl Counters {
    pub(super) fn new() -> Self {
        Self::with_keyless(KEYLESS_COUNTERS)
    }

    fn with_keyless(keyless_counters: usize) -> Self {
        let shard = |_| {
            let addresses = RecentMap::new(keyless_counters.div_ceil(SHARDS));
            Mutex::new(Shard { accounts: HashMap::default(), addresses })
        };
        let (shards, hasher) = (std::array::from_fn(shard), RandomState::default());
        Self { shards, hasher, may_owe: AtomicBool::new(false) }
    }

    /// Returns the stored counters of a request whose use in the current window is unknown here.
    pub(super) fn unknown(&self, quota_request: &QuotaRequest, at: Timestamp) -> Vec<Charge> {
        self.with(quota_request.subject, |shard| {
            let mut is_unknown = |counter: &Counter| {
                shard.get_mut(counter).is_none_or(|count| count.is_over(*counter, at))
            };
            let kept = quota_request.counters().filter(|(counter, _)| counter.limit.is_kept());
            kept.filter(|(counter, _)| is_unknown(counter))
                .map(|(counter, _)| Charge::new(counter, at))
                .collect()
        })
    }

    /// Sets the use of a window, unless it is known already.
    pub(super) fn learn(&self, charge: Charge, used: u64) {
        self.with(charge.counter.subject, |shard| {
            let is_known = |count: &mut Count| !count.is_over(charge.counter, charge.window_start);
            if !shard.get_mut(&charge.counter).is_some_and(is_known) {
                shard.current(charge.counter, charge.window_start).used = used;
            }
        });
    }

    /// Returns the use of a window; `None` if it is unknown.
    pub(super) fn known_use(&self, charge: &Charge) -> Option<u64> {
        self.with(charge.counter.subject, |shard| {
            count_of_window(shard, charge).map(|count| count.used)
        })
    }

    /// Replaces the use of a window by the shared count.
    pub(super) fn set_used(&self, charge: Charge, used: u64) {
        self.with(charge.counter.subject, |shard| {
            shard.current(charge.counter, charge.window_start).used = used;
        });
    }

    /// Adds the counts of other processes.
    pub(super) fn add(&self, charge: &Charge, by: i64) {
        self.with(charge.counter.subject, |shard| {
            if let Some(count) = count_of_window(shard, charge) {
                count.used = count.used.saturating_add_signed(by);
            }
        });
    }

    /// Admits a request, or refuses it at the first limit that is reached. A refused request counts
    /// toward limits on every request, but not toward limits on successes.
    pub(super) fn admit(
        &self,
        quota_request: &QuotaRequest,
        at: Timestamp,
        owes: bool,
    ) -> Admission {
        let admission = self.with(quota_request.subject, |shard| {
            let mut admission = Admission::begin(at);
            for (counter, cap) in quota_request.counters() {
                // A clock that stepped back finds the later window still open.
                let count = shard.current(counter, at);
                let is_exhausted = cap.at_most().is_some_and(|cap| count.used >= cap);
                admission.add(counter, count.window, cap, count.used);
                if is_exhausted && admission.refused_by.is_none() {
                    admission.refused_by = Some(counter.limit);
                }
            }
            admission.keep_what_counts();
            for charge in &admission.charges {
                if let Some(count) = shard.get_mut(&charge.counter) {
                    count.used = count.used.saturating_add(1);
                    if owes {
                        count.debt.add_one(at);
                    }
                }
            }
            admission
        });
        if owes {
            self.note_debt();
        }
        admission
    }

    /// Refunds a charge, and returns the use afterwards.
    pub(super) fn refund(&self, charge: &Charge, owes: bool) -> u64 {
        self.with(charge.counter.subject, |shard| {
            let Some(count) = count_of_window(shard, charge) else { return 0 };
            count.used = count.used.saturating_sub(1);
            count.debt.owed = count.debt.owed.saturating_sub(u64::from(owes));
            if count.debt.owed == 0 {
                count.debt = Debt::default();
            }
            count.used
        })
    }

    /// Forgets windows that ended more than an hour before `at`. Younger ones stay, because a clock
    /// may step back and must not grant a window twice.
    pub(super) fn forget_before(&self, at: Timestamp) {
        let oldest = at.epoch_millis() - 3_600_000;
        for shard in &self.shards {
            let mut shard = lock(shard);
            let is_needed =
                |_: &Counter, count: &mut Count| count.window.end.epoch_millis() > oldest;
            shard.accounts.retain(is_needed);
            shard.addresses.retain(is_needed);
        }
    }

    fn with<T>(&self, subject: Subject, work: impl FnOnce(&mut Shard) -> T) -> T {
        let shard = self.hasher.hash_one(subject) as usize % SHARDS;
        work(&mut lock(&self.shards[shard]))
    }
}

/// Returns the count of exactly this window.
fn count_of_window<'s>(shard: &'s mut Shard, charge: &Charge) -> Option<&'s mut Count> {
    shard.get_mut(&charge.counter).filter(|count| count.window.start == charge.window_start)
}

#[cfg(test)]
mod tests;
