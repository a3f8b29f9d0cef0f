//! Counts by day and hour that are not in the database yet.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;

use foldhash::fast::RandomState;
use licence_core::account::AccountId;
use licence_core::account::daily_usage::{RequestCounts, RequestOutcome, RouteClass};
use licence_core::account::key::KeyId;
use licence_core::account::quota::Span;
use licence_core::time::Timestamp;

use super::request::{CountedRequest, RefusalCause};
use crate::mutex::lock;

/// So that requests of different accounts seldom wait for each other.
const SHARDS: usize = 16;
const DAY_MILLIS: i64 = 86_400_000;

/// What the requests of one day have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DayKey {
    pub(super) account_id: AccountId,
    pub(super) key_id: Option<KeyId>,
    pub(super) route_class: RouteClass,
    /// Days since 1970-01-01.
    pub(super) day: i64,
}

/// What the refusals of one hour have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RefusalKey {
    pub(super) account_id: AccountId,
    pub(super) key_id: Option<KeyId>,
    /// The first instant of the hour.
    pub(super) hour: i64,
    pub(super) route: &'static str,
    pub(super) code: &'static str,
    pub(super) reason: &'static str,
}

pub(crate) struct Refusals {
    pub(super) count: u64,
    pub(super) last_at: Timestamp,
    pub(super) last_request_id: String,
}

type Days = HashMap<DayKey, RequestCounts, RandomState>;

/// Counts to write.
#[derive(Default)]
pub(crate) struct DailyChanges {
    pub(super) days: Vec<(DayKey, RequestCounts)>,
    pub(super) refusals: HashMap<RefusalKey, Refusals>,
}

impl DailyChanges {
    pub(crate) fn is_empty(&self) -> bool {
        self.days.is_empty() && self.refusals.is_empty()
    }
}

/// Counts that are not in the database yet. Refusals have one lock, because they are few.
#[derive(Default)]
pub(crate) struct DailyBuffer {
    shards: [Mutex<Days>; SHARDS],
    hasher: RandomState,
    refusals: Mutex<HashMap<RefusalKey, Refusals>>,
}

impl DailyBuffer {
    pub(crate) fn count_request(&self, request: &CountedRequest, outcome: RequestOutcome) {
        let CountedRequest { account_id, key_id, route_class, at } = *request;
        let day = at.epoch_millis().div_euclid(DAY_MILLIS);
        let key = DayKey { account_id, key_id, route_class, day };
        let mut days = lock(self.shard(account_id));
        let counts = days.entry(key).or_default();
        match outcome {
            RequestOutcome::Answered => counts.answered += 1,
            RequestOutcome::Refused => counts.refused += 1,
            RequestOutcome::Failed => counts.failed += 1,
        }
    }

    pub(crate) fn count_refusal(&self, request: &CountedRequest, cause: &RefusalCause<'_>) {
        let CountedRequest { account_id, key_id, at, .. } = *request;
        let RefusalCause { route, code, reason, request_id } = *cause;
        let key = RefusalKey { account_id, key_id, hour: hour(at), route, code, reason };
        let one = Refusals { count: 1, last_at: at, last_request_id: request_id.to_owned() };
        add_refusals(&mut lock(&self.refusals), key, one);
    }

    pub(crate) fn take(&self) -> DailyChanges {
        let days = self.shards.iter().flat_map(|shard| lock(shard).drain().collect::<Vec<_>>());
        DailyChanges { days: days.collect(), refusals: std::mem::take(&mut lock(&self.refusals)) }
    }

    /// Adds counts back that were not written.
    pub(crate) fn restore(&self, changes: DailyChanges) {
        for (key, counts) in changes.days {
            let mut days = lock(self.shard(key.account_id));
            let held = days.entry(key).or_default();
            *held = held.plus(counts);
        }
        let mut refusals = lock(&self.refusals);
        for (key, unwritten) in changes.refusals {
            add_refusals(&mut refusals, key, unwritten);
        }
    }

    fn shard(&self, account: AccountId) -> &Mutex<Days> {
        &self.shards[self.hasher.hash_one(account) as usize % SHARDS]
    }
}

/// Adds refusals to those of the same key; the latest request is kept.
fn add_refusals(held: &mut HashMap<RefusalKey, Refusals>, key: RefusalKey, added: Refusals) {
    let Some(held) = held.get_mut(&key) else {
        held.insert(key, added);
        return;
    };
    held.count += added.count;
    if added.last_at >= held.last_at {
        held.last_at = added.last_at;
        held.last_request_id = added.last_request_id;
    }
}

/// Returns the first instant of the hour, in milliseconds.
pub(crate) fn hour(at: Timestamp) -> i64 {
    Span::Hour.window(at).start.epoch_millis()
}
