//! Units of busy accounts, taken from the shared counters in blocks (specification 8).
//!
//! A call about an account that asks often takes units for its next requests along, and this server
//! admits those without a call. A block lasts 50 ms, and what is unused goes back. It is a small part
//! of what the limits leave, and below [`LEAST_LEFT`] there is none: the last units of a limit are
//! counted one by one. A server keeps units that another one lacks for these 50 ms, and no longer.

mod account;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use licence_core::account::plan::Cap;
use licence_core::account::quota::Limit;
use licence_core::recent_map::RecentMap;

use super::quota::{Admission, Charge, QuotaRequest, Subject};
pub(super) use account::LIFETIME;
use account::{Account, Block};

/// How long the units of an ended block need to get back, at most.
const TIME_TO_RETURN: Duration = Duration::from_millis(50);
/// What each limit must leave, so that units are taken in blocks.
pub(super) const LEAST_LEFT: u64 = 1_024;
/// A block is at most one of so many parts of what each limit leaves.
pub(super) const PARTS: u64 = 64;
/// A smaller block is not worth its return.
const LEAST_UNITS: u64 = 16;
/// A server that is killed loses at most so many units of an account.
const MOST_UNITS: u64 = 1_024;
/// The accounts that asked last, at least; the others are forgotten.
const ACCOUNTS: usize = 10_000;

/// The blocks of this server.
pub(super) struct Blocks {
    since: Instant,
    accounts: Mutex<RecentMap<Subject, Account>>,
    /// When all units of a window are back that were held as its limit refused for the first time.
    all_returned: Mutex<RecentMap<(Charge, Cap), Instant>>,
}

impl Blocks {
    pub(super) fn new() -> Self {
        Self {
            since: Instant::now(),
            accounts: Mutex::new(RecentMap::new(ACCOUNTS)),
            all_returned: Mutex::new(RecentMap::new(ACCOUNTS)),
        }
    }

    /// Notes a request, and admits it by a unit of its account's block; `None` if there is none.
    pub(super) fn admit(&self, quota_request: &QuotaRequest, now: Instant) -> Option<Admission> {
        let mut counters = quota_request.counters();
        if !may_have_blocks(quota_request) || !counters.all(|(it, _)| is_of_requests(it.limit)) {
            return None;
        }
        let period = now.duration_since(self.since).as_millis() / LIFETIME.as_millis();
        let mut accounts = lock(&self.accounts);
        let account = accounts
            .get_or_insert_with(quota_request.subject, || Account::new(*quota_request, period));
        if account.quota_request != *quota_request {
            // The plan has changed. A block under the limits before goes back first.
            if account.holds_units() {
                return None;
            }
            *account = Account::new(*quota_request, period);
        }
        account.note_request(period);
        account.block.as_mut()?.admit(now)
    }

    /// Returns how many units the next call about this request takes along: somewhat fewer than its
    /// account used in a period, so that few go back.
    pub(super) fn units_to_take(&self, quota_request: &QuotaRequest) -> u64 {
        let mut accounts = lock(&self.accounts);
        match accounts.get_mut(&quota_request.subject) {
            Some(account) if account.quota_request == *quota_request && !account.holds_units() => {
                let lately = account.requests_lately();
                let units = (lately - lately / 8).min(MOST_UNITS);
                if units < LEAST_UNITS { 0 } else { units }
            }
            _ => 0,
        }
    }

    /// Learns what a call that began at `asked_at` brought: the newest admission by the shared
    /// counters, and how many units are in its tallies beyond it.
    pub(super) fn learn(
        &self,
        quota_request: &QuotaRequest,
        newest: Admission,
        units: u64,
        asked_at: Instant,
    ) {
        let mut accounts = lock(&self.accounts);
        let Some(account) = accounts.get_mut(&quota_request.subject) else { return };
        if units > 0 {
            // Of the limits that it was asked under, even if the plan has changed since.
            account.quota_request = *quota_request;
            account.block = Some(Block::new(newest, units, asked_at));
        } else if account.quota_request == *quota_request
            && let Some(block) = &mut account.block
            && block.newest.charges == newest.charges
        {
            (block.newest, block.newest_at) = (newest, asked_at);
        }
    }

    /// Returns how many units this server holds in the month of an admission: answers do not tell
    /// them as used.
    pub(super) fn unused(&self, subject: Subject, admission: &Admission) -> u64 {
        let month = |admission: &Admission| admission.tally(Limit::PerMonth).map(|it| it.resets_at);
        let mut accounts = lock(&self.accounts);
        let block = accounts.get_mut(&subject).and_then(|account| account.block.as_ref());
        let in_month = block.filter(|block| month(&block.newest) == month(admission));
        in_month.map_or(0, |block| block.unused)
    }

    /// Returns how many units of all accounts this server holds.
    pub(super) fn held_units(&self) -> u64 {
        let mut held = 0;
        lock(&self.accounts).retain(|_, account| {
            held += account.block.as_ref().map_or(0, |block| block.unused);
            true
        });
        held
    }

    /// Learns the shared count of a charge after its refund, and returns what is used of it.
    pub(super) fn learn_refund(&self, charge: &Charge, shared_count: u64) -> u64 {
        let mut accounts = lock(&self.accounts);
        let account = accounts.get_mut(&charge.counter.subject);
        let block = account.and_then(|account| account.block.as_mut());
        let Some(block) = block.filter(|block| block.newest.charges.contains(charge)) else {
            return shared_count;
        };
        let limit = charge.counter.limit;
        if let Some(tally) = block.newest.tallies.iter_mut().find(|tally| tally.limit == limit) {
            tally.used = shared_count;
        }
        shared_count.saturating_sub(block.unused)
    }

    /// Takes an ended block, and returns its charges and how many units of each go back.
    pub(super) fn take_ended(&self, subject: Subject, now: Instant) -> Option<(Vec<Charge>, u64)> {
        let mut accounts = lock(&self.accounts);
        let account = accounts.get_mut(&subject)?;
        account.block.take_if(|block| block.ends_at <= now)?.into_unused()
    }

    /// Takes the blocks of all accounts, and returns the same of each.
    pub(super) fn take_all(&self) -> Vec<(Vec<Charge>, u64)> {
        let mut all = Vec::new();
        lock(&self.accounts).retain(|_, account| {
            all.extend(account.block.take().and_then(Block::into_unused));
            true
        });
        all
    }

    /// Returns until when a limit may refuse a request because of units that a server holds; `None`
    /// if it admits or refuses for good. All units have gone back soon after its first refusal in a
    /// window.
    pub(super) fn may_lack_until(
        &self,
        quota_request: &QuotaRequest,
        admission: &Admission,
        now: Instant,
    ) -> Option<Instant> {
        let refused_by = admission.refused_by.filter(|limit| is_of_requests(*limit))?;
        if !may_have_blocks(quota_request) {
            return None;
        }
        let mut counters = quota_request.counters();
        let (counter, cap) = counters.find(|(counter, _)| counter.limit == refused_by)?;
        let window = (Charge::new(counter, admission.at), cap);
        let mut all_returned = lock(&self.all_returned);
        let until = *all_returned.get_or_insert_with(window, || now + LIFETIME + TIME_TO_RETURN);
        (now < until).then_some(until)
    }
}

/// Whether a request meets this limit, if it is neither an export nor a poll and its plan is no
/// trial: those take no units in advance.
const fn is_of_requests(limit: Limit) -> bool {
    matches!(limit, Limit::PerSecond | Limit::PerMonth)
}

/// Whether the limits of requests are large enough for blocks. The others of an export or a poll do
/// not matter.
fn may_have_blocks(quota_request: &QuotaRequest) -> bool {
    let is_large = |cap: Cap| cap.at_most().is_none_or(|cap| cap >= LEAST_LEFT);
    quota_request.counters().all(|(counter, cap)| match counter.limit {
        Limit::PerSecond | Limit::PerMonth => is_large(cap),
        Limit::Exports | Limit::Polls => true,
        Limit::SignIns | Limit::MemberSignIns | Limit::Keyless | Limit::PerDay => false,
    })
}

/// A poisoned lock is harmless here: every update is atomic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
