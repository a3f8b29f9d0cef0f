//! The blocks of units that this server took from the shared counters
//! ([`licence_core::account::block`]).
//!
//! A call about an account that asks often takes units for its next requests along, and this server
//! admits those without a call. It keeps units that another server lacks for the lifetime of a block,
//! and no longer.

mod account;
#[cfg(test)]
mod tests;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use licence_core::account::block::{LIFETIME, has_blocks, may_be_taken, units_to_take};
use licence_core::account::plan::Cap;
use licence_core::account::quota::Limit;
use licence_core::recent_map::RecentMap;

use super::quota::{Admission, Charge, QuotaRequest, Subject};
use crate::mutex::lock;
use account::{Account, Block};

/// How long the units of an ended block need to get back, at most.
const TIME_TO_RETURN: Duration = Duration::from_millis(50);
/// The accounts that asked last, at least; the others are forgotten.
const ACCOUNTS: usize = 10_000;

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
        if !may_be_taken(limits(quota_request))
            || !limits(quota_request).all(|(limit, _)| has_blocks(limit))
        {
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

    /// Returns how many units the next call about this request takes in advance.
    pub(super) fn units_to_take(&self, quota_request: &QuotaRequest) -> u64 {
        let mut accounts = lock(&self.accounts);
        match accounts.get_mut(&quota_request.subject) {
            Some(account) if account.quota_request == *quota_request && !account.holds_units() => {
                units_to_take(account.requests_lately())
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
        let refused_by = admission.refused_by.filter(|limit| has_blocks(*limit))?;
        if !may_be_taken(limits(quota_request)) {
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

fn limits(quota_request: &QuotaRequest) -> impl Iterator<Item = (Limit, Cap)> {
    quota_request.counters().map(|(counter, cap)| (counter.limit, cap))
}
