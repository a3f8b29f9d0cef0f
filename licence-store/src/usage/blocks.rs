//! Units of busy accounts, taken from the shared counters in blocks (specification 8).
//!
//! A call about an account that asks often takes units for its next requests along, and this server
//! admits those without a call. A block lasts 50 ms, and what is unused goes back. It is a small part
//! of what the limits leave, and below [`LEAST_LEFT`] there is none: the last units of a limit are
//! counted one by one, and no server keeps units that another one lacks.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use licence_core::account::quota::Limit;
use licence_core::recent_map::RecentMap;

use super::quota::{Admission, Charge, QuotaRequest, Subject};

/// How long a block lasts after it was asked for.
pub(super) const LIFETIME: Duration = Duration::from_millis(50);
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
/// The accounts that are known to ask often, at least; the others are forgotten.
const ACCOUNTS: usize = 10_000;

/// The blocks of this server.
pub(super) struct Blocks {
    since: Instant,
    accounts: Mutex<RecentMap<Subject, Account>>,
    /// When all units of a window are back that were held as it refused for the first time.
    all_returned: Mutex<RecentMap<Charge, Instant>>,
}

/// How often an account asks, and its block.
struct Account {
    quota_request: QuotaRequest,
    /// The number of the current period; each is as long as a block.
    period: u128,
    requests: u64,
    requests_before: u64,
    block: Option<Block>,
}

struct Block {
    /// The newest admission by the shared counters in the windows of the block. Its tallies hold the
    /// unused units too.
    newest: Admission,
    newest_at: Instant,
    unused: u64,
    ends_at: Instant,
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
        if !is_taken_in_blocks(quota_request) {
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
                let lately = account.requests.max(account.requests_before);
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
        match &mut account.block {
            _ if units > 0 => account.block = Some(Block::new(newest, units, asked_at)),
            Some(block) if block.newest.charges == newest.charges => {
                (block.newest, block.newest_at) = (newest, asked_at);
            }
            _ => {}
        }
    }

    /// Returns how many units this server holds in the month of these charges: answers do not tell
    /// them as used.
    pub(super) fn unused(&self, subject: Subject, charges: &[Charge]) -> u64 {
        let mut accounts = lock(&self.accounts);
        let block = accounts.get_mut(&subject).and_then(|account| account.block.as_ref());
        let is_in_month =
            |block: &&Block| block.newest.refundable().all(|it| charges.contains(&it));
        block.filter(is_in_month).map_or(0, |block| block.unused)
    }

    /// Returns how many units of all accounts this server holds.
    pub(super) fn held(&self) -> u64 {
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

    /// Returns until when a limit that refuses a request may do so because of units that a server
    /// holds; `None` if it refuses for good. All have gone back soon after its first refusal in a
    /// window.
    pub(super) fn may_lack_until(&self, charge: Charge, cap: u64, now: Instant) -> Option<Instant> {
        if cap < LEAST_LEFT {
            return None;
        }
        let mut all_returned = lock(&self.all_returned);
        let until = *all_returned.get_or_insert_with(charge, || now + LIFETIME + TIME_TO_RETURN);
        (now < until).then_some(until)
    }
}

impl Account {
    fn new(quota_request: QuotaRequest, period: u128) -> Self {
        Self { quota_request, period, requests: 0, requests_before: 0, block: None }
    }

    fn holds_units(&self) -> bool {
        self.block.as_ref().is_some_and(|block| block.unused > 0)
    }

    fn note_request(&mut self, period: u128) {
        if period != self.period {
            let is_next = period == self.period + 1;
            self.requests_before = if is_next { self.requests } else { 0 };
            (self.period, self.requests) = (period, 0);
        }
        self.requests += 1;
    }
}

impl Block {
    fn new(mut newest: Admission, unused: u64, asked_at: Instant) -> Self {
        let windows_end = newest.tallies.iter().map(|tally| tally.resets_at).min();
        let left = windows_end.map_or(0, |end| end.epoch_millis() - newest.at.epoch_millis());
        let lifetime = LIFETIME.min(Duration::from_millis(u64::try_from(left).unwrap_or(0)));
        newest.tallies.iter_mut().for_each(|tally| tally.used += unused);
        Self { newest, newest_at: asked_at, unused, ends_at: asked_at + lifetime }
    }

    /// Returns its charges and how many units of each are unused; `None` if there are none.
    fn into_unused(self) -> Option<(Vec<Charge>, u64)> {
        (self.unused > 0).then_some((self.newest.charges, self.unused))
    }

    fn admit(&mut self, now: Instant) -> Option<Admission> {
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

/// Only the limits that every request of an account meets. The others are too small for blocks.
fn is_taken_in_blocks(quota_request: &QuotaRequest) -> bool {
    let is_met_by_all = |limit| matches!(limit, Limit::PerSecond | Limit::PerMonth);
    quota_request.counters().all(|(counter, _)| is_met_by_all(counter.limit))
}

/// A poisoned lock is harmless here: every update is atomic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use licence_core::account::AccountId;
    use licence_core::account::key::KeyId;
    use licence_core::account::plan::{Cap, Plan, PlanLimits, Plans};
    use licence_core::account::quota::Purpose;
    use licence_core::time::Timestamp;
    use uuid::Uuid;

    use super::*;

    const CAP: u64 = 1_000_000;

    fn quota_request(purpose: Purpose, cap: u64) -> QuotaRequest {
        let (account, key) = (AccountId(Uuid::from_u128(1)), KeyId(Uuid::from_u128(2)));
        let limits = PlanLimits {
            requests_per_second: Cap::Unlimited,
            requests_per_month: Cap::AtMost(cap),
            ..Plans::default().limits(Plan::Enterprise)
        };
        QuotaRequest::by_key(account, key, purpose, &limits)
    }

    fn requests() -> QuotaRequest {
        quota_request(Purpose::Request, CAP)
    }

    /// The shared counters' admission of the request number `used` of the month.
    fn admission(used: u64, at: &str) -> Admission {
        let mut admission = Admission::begin(at.parse().unwrap());
        for (counter, cap) in requests().counters() {
            let window = counter.limit.span().window(admission.at);
            admission.add(counter, window, cap, used - 1);
        }
        admission.keep_what_counts();
        admission
    }

    fn used(admission: &Admission) -> u64 {
        admission.tally(Limit::PerMonth).unwrap().used
    }

    const NOON: &str = "2026-11-20T12:00:00.000Z";

    /// Blocks of an account that asked twenty times in this millisecond, and this instant.
    fn of_a_busy_account() -> (Blocks, Instant) {
        let blocks = Blocks::new();
        for _ in 0..20 {
            assert!(blocks.admit(&requests(), blocks.since).is_none(), "nothing is taken yet");
        }
        let now = blocks.since;
        (blocks, now)
    }

    #[test]
    fn who_asks_often_takes_somewhat_fewer_units_than_lately() {
        for (requests_before, after_millis, units) in [
            (0, 0, 0),
            (16, 0, 0),
            (17, 0, 16),
            (79, 0, 70),
            (80, 99, 70),
            (80, 100, 0),
            (8_000, 50, 1_024),
        ] {
            let blocks = Blocks::new();
            for _ in 0..requests_before {
                blocks.admit(&requests(), blocks.since);
            }
            blocks.admit(&requests(), blocks.since + Duration::from_millis(after_millis));
            let taken = blocks.units_to_take(&requests());
            assert_eq!(taken, units, "{requests_before} requests, {after_millis} ms before");
        }
    }

    #[test]
    fn each_unit_tells_the_use_with_it_until_none_is_left() {
        let (blocks, now) = of_a_busy_account();
        blocks.learn(&requests(), admission(20, NOON), 16, now);
        let later = now + Duration::from_millis(9);
        let admitted: Vec<_> = std::iter::from_fn(|| blocks.admit(&requests(), later)).collect();
        assert_eq!(admitted.iter().map(used).collect::<Vec<_>>(), (21..=36).collect::<Vec<_>>());
        assert_eq!(blocks.held(), 0);
        for unit in &admitted {
            assert_eq!(unit.at.to_string(), "2026-11-20T12:00:00.009Z");
            assert_eq!(unit.charges, admission(20, NOON).charges);
        }
    }

    #[test]
    fn a_block_ends_with_its_life_or_with_its_windows_and_goes_back_once() {
        let millis = Duration::from_millis;
        for (at, ends_after) in [(NOON, millis(50)), ("2026-11-20T12:00:00.970Z", millis(30))] {
            let (blocks, now) = of_a_busy_account();
            blocks.learn(&requests(), admission(20, at), 16, now);
            assert_eq!(blocks.held(), 16);
            let last = now + ends_after - millis(1);
            assert!(blocks.admit(&requests(), last).is_some());
            assert!(blocks.take_ended(requests().subject, last).is_none());
            assert!(blocks.admit(&requests(), now + ends_after).is_none());
            assert_eq!(blocks.units_to_take(&requests()), 0, "the ended block goes back first");
            let (charges, units) = blocks.take_ended(requests().subject, now + ends_after).unwrap();
            assert_eq!((charges, units), (admission(20, at).charges, 15));
            assert!(blocks.take_ended(requests().subject, now + ends_after).is_none());
            blocks.learn(&requests(), admission(40, at), 16, now);
            assert_eq!(blocks.take_all(), [(admission(40, at).charges, 16)]);
            assert!(blocks.take_all().is_empty());
            assert_ne!(blocks.units_to_take(&requests()), 0);
        }
    }

    #[test]
    fn answers_tell_what_is_used_and_not_what_is_held() {
        let (blocks, now) = of_a_busy_account();
        blocks.learn(&requests(), admission(20, NOON), 16, now);
        let unused = |of: &Admission| blocks.unused(requests().subject, &of.charges);
        // Another server used nine, and this one asked once more.
        let asked = admission(46, NOON);
        assert_eq!(unused(&asked), 16);
        blocks.learn(&requests(), asked, 0, now);
        let unit = blocks.admit(&requests(), now).unwrap();
        assert_eq!(used(&unit), 31);
        let month = *unit.refundable().next().as_ref().unwrap();
        assert_eq!(blocks.learn_refund(&month, 45), 30);
        assert_eq!(used(&blocks.admit(&requests(), now).unwrap()), 31);
        let next_month = admission(1, "2026-12-01T00:00:00.000Z");
        assert_eq!(unused(&next_month), 0, "the block is of the month before");
        blocks.learn(&requests(), next_month, 0, now);
        let (charges, _) = blocks.take_ended(requests().subject, now + LIFETIME).unwrap();
        assert_eq!(charges, admission(20, NOON).charges);
    }

    #[test]
    fn a_block_is_of_requests_under_the_same_limits() {
        let (blocks, now) = of_a_busy_account();
        blocks.learn(&requests(), admission(20, NOON), 16, now);
        for (purpose, cap) in
            [(Purpose::Export, CAP), (Purpose::Poll, CAP), (Purpose::Request, CAP + 1)]
        {
            let other = quota_request(purpose, cap);
            assert!(blocks.admit(&other, now).is_none(), "{purpose:?} {cap}");
            assert_eq!(blocks.units_to_take(&other), 0);
        }
        assert_eq!(used(&blocks.admit(&requests(), now).unwrap()), 21);
        blocks.take_ended(requests().subject, now + LIFETIME).unwrap();
        let other = quota_request(Purpose::Request, CAP + 1);
        (0..20).for_each(|_| assert!(blocks.admit(&other, now).is_none()));
        assert_ne!(blocks.units_to_take(&other), 0);
    }

    #[test]
    fn a_large_limit_refuses_for_good_once_all_blocks_are_back() {
        let blocks = Blocks::new();
        let charge = |at: &str| {
            let (counter, _) = requests().counters().last().unwrap();
            Charge::new(counter, at.parse::<Timestamp>().unwrap())
        };
        let after = |millis| blocks.since + Duration::from_millis(millis);
        let december = "2026-12-20T12:00:00Z";
        for (at, cap, millis, until) in [
            (NOON, LEAST_LEFT - 1, 0, None),
            (NOON, LEAST_LEFT, 0, Some(100)),
            (NOON, LEAST_LEFT, 99, Some(100)),
            (NOON, LEAST_LEFT, 100, None),
            (december, LEAST_LEFT, 200, Some(300)),
        ] {
            let waits_until = blocks.may_lack_until(charge(at), cap, after(millis));
            assert_eq!(waits_until, until.map(after), "{at} {cap} {millis}");
        }
    }
}
