//! Requests of accounts by day and refusals by hour that are not in the database yet.
//!
//! A request is counted here once, when its outcome is known: one increment in a sharded map. The
//! flush of the usage buffer writes the counts with its own, twice a second. A killed process loses
//! what it counted since. A caller that disconnects before the answer is not counted.

mod write;

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;

use foldhash::fast::RandomState;
use licence_core::account::AccountId;
use licence_core::account::daily_usage::{RequestCounts, RequestOutcome, RouteClass};
use licence_core::account::key::KeyId;
use licence_core::account::quota::Span;
use licence_core::time::Timestamp;

use crate::mutex::lock;
pub(super) use write::write;

/// So that requests of different accounts seldom wait for each other.
const SHARDS: usize = 16;
const DAY_MILLIS: i64 = 86_400_000;

/// A request whose outcome is known.
#[derive(Clone, Copy, Debug)]
pub struct CountedRequest {
    /// The account that made it.
    pub account_id: AccountId,
    /// The key that made it; `None` for a member of the account.
    pub key_id: Option<KeyId>,
    /// The routes it belongs to.
    pub route_class: RouteClass,
    /// When it was admitted or refused.
    pub at: Timestamp,
}

/// Why a request was refused or failed.
#[derive(Clone, Copy, Debug)]
pub struct RefusalCause<'r> {
    /// Method and path, without the values of its parameters.
    pub route: &'static str,
    /// The `code` of the error body.
    pub code: &'static str,
    /// The `details.reason` of the error body.
    pub reason: &'static str,
    /// The id of the request.
    pub request_id: &'r str,
}

/// What the requests of one day have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct DayKey {
    account_id: AccountId,
    key_id: Option<KeyId>,
    route_class: RouteClass,
    /// Days since 1970-01-01.
    day: i64,
}

/// What the refusals of one hour have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RefusalKey {
    account_id: AccountId,
    key_id: Option<KeyId>,
    /// The first instant of the hour.
    hour: i64,
    route: &'static str,
    code: &'static str,
    reason: &'static str,
}

struct Refusals {
    count: u64,
    last_at: Timestamp,
    last_request_id: String,
}

type Days = HashMap<DayKey, RequestCounts, RandomState>;

/// Counts to write.
#[derive(Default)]
pub(crate) struct DailyChanges {
    days: Vec<(DayKey, RequestCounts)>,
    refusals: HashMap<RefusalKey, Refusals>,
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

    pub(crate) fn count_refusal(&self, request: &CountedRequest, cause: RefusalCause<'_>) {
        let CountedRequest { account_id, key_id, at, .. } = *request;
        let RefusalCause { route, code, reason, request_id } = cause;
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
