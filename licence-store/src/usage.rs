//! Quotas (specification 8): counts each caller's requests in this process, or in Redis where
//! servers share the limits, and stores the counts in the database.
//!
//! - All limits admit a request or none does, in the order of refusals.
//! - Charges for success are reserved at the entry and refunded when the request fails, so that
//!   parallel requests cannot exceed a limit.
//! - Stored counts reach the database within a second and at the end of the process. A killed
//!   process loses what it counted since, in the customer's favour.
//! - While Redis is away, each process counts for itself, starting from the last shared counts.

mod buffer;
mod counters;
mod shared;

use std::net::IpAddr;
use std::sync::Arc;

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Cap, PlanLimits};
use licence_core::account::quota::{KEYLESS_PER_HOUR, Limit, Purpose, Tally};
use licence_core::network::CallerNetwork;
use licence_core::time::Timestamp;
use sea_orm::EntityTrait;

use crate::Store;
use crate::cache::Cache;
use crate::connect::Databases;
use crate::entity::instance;
use crate::error::StoreError;
use buffer::UsageBuffer;
use counters::Counters;
use shared::SharedCounters;

/// The account or address whose limits apply. All counters of a subject change together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Account(u128),
    Address(u128),
}

/// The key of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counter {
    subject: Subject,
    limit: Limit,
    /// The id of the account or key, or the number of the caller's network.
    id: u128,
    /// The route of keyless calls; zero for others.
    route: u8,
}

/// The quota that a request asks for: whose, and under which limits.
#[derive(Clone, Debug)]
pub struct QuotaRequest {
    subject: Subject,
    counters: [Option<(Counter, Cap)>; 4],
}

/// One count of a counter in one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Charge {
    counter: Counter,
    window_start: Timestamp,
}

/// Whether a request is admitted, and the state of its limits.
#[derive(Clone, Debug)]
pub struct Admission {
    /// The instant of the decision, by the clock that all servers share.
    pub at: Timestamp,
    /// The limit that refused the request; `None` if the request is admitted.
    pub refused_by: Option<Limit>,
    tallies: Vec<Tally>,
    charges: Vec<Charge>,
}

/// All counters of a store.
pub(crate) struct Usage {
    local: Counters,
    shared: Option<SharedCounters>,
    buffer: UsageBuffer,
}

impl QuotaRequest {
    /// Returns the quota request of a call with a key.
    pub fn by_key(account: AccountId, key: KeyId, purpose: Purpose, plan: &PlanLimits) -> Self {
        let subject = Subject::Account(account.0.as_u128());
        let mut counters = [None; 4];
        for (place, (limit, cap)) in counters.iter_mut().zip(purpose.limits(plan)) {
            let id = if limit == Limit::PerDay { key.0.as_u128() } else { account.0.as_u128() };
            *place = Some((Counter { subject, limit, id, route: 0 }, cap));
        }
        Self { subject, counters }
    }

    /// Returns the quota request of a call without a key, counted by the caller's network. `route`
    /// is any number that tells routes apart.
    pub fn by_address(address: IpAddr, route: u8) -> Self {
        let id = CallerNetwork::from(address).number();
        let subject = Subject::Address(id);
        let counter = Counter { subject, limit: Limit::Keyless, id, route };
        let cap = Cap::AtMost(KEYLESS_PER_HOUR);
        Self { subject, counters: [Some((counter, cap)), None, None, None] }
    }

    fn counters(&self) -> impl Iterator<Item = (Counter, Cap)> {
        self.counters.iter().flatten().copied()
    }
}

impl Charge {
    fn new(counter: Counter, at: Timestamp) -> Self {
        Self { counter, window_start: counter.limit.span().window(at).start }
    }
}

impl Admission {
    fn begin(at: Timestamp) -> Self {
        Self {
            at,
            refused_by: None,
            tallies: Vec::with_capacity(4),
            charges: Vec::with_capacity(4),
        }
    }

    fn add(&mut self, charge: Charge, cap: Cap, used: u64) {
        let limit = charge.counter.limit;
        let resets_at = limit.span().window(charge.window_start).end;
        self.tallies.push(Tally { limit, cap, used, resets_at });
        self.charges.push(charge);
    }

    /// Keeps the charges that count: all of an admitted request; of a refused one, those for every
    /// request up to the limit that refused it.
    fn keep_what_counts(&mut self) {
        let refused_by = self.refused_by;
        self.charges.retain(|charge| {
            let limit = charge.counter.limit;
            refused_by.is_none_or(|by| limit <= by && !limit.is_charged_on_success())
        });
        for tally in &mut self.tallies {
            if self.charges.iter().any(|charge| charge.counter.limit == tally.limit) {
                // Refused requests are counted beyond the cap, which no caller needs to see.
                let used = tally.used.saturating_add(1);
                tally.used = tally.cap.at_most().map_or(used, |cap| used.min(cap));
            }
        }
    }

    /// Returns the tally of a limit; `None` if the limit does not apply to the request.
    pub fn tally(&self, limit: Limit) -> Option<&Tally> {
        self.tallies.iter().find(|tally| tally.limit == limit)
    }

    fn refundable(&self) -> impl Iterator<Item = Charge> {
        let charged_on_success = |charge: &&Charge| charge.counter.limit.is_charged_on_success();
        self.charges.iter().filter(charged_on_success).copied()
    }
}

impl Usage {
    pub(crate) async fn open(
        databases: &Databases,
        cache: &Cache,
    ) -> Result<Arc<Self>, StoreError> {
        let shared = match cache.redis() {
            Some(connection) => {
                // Two databases on one cache must not share counters.
                let row = instance::Entity::find().one(&databases.reader).await?;
                let name = row.map(|row| row.name).unwrap_or_default();
                Some(SharedCounters::new(connection, &name))
            }
            None => None,
        };
        Ok(Arc::new(Self { local: Counters::new(), shared, buffer: UsageBuffer::default() }))
    }
}

impl Store {
    /// Admits a request at `at`, or refuses it at the first limit that is used up. If `at` is `None`,
    /// the clock of Redis decides, which all servers share; without Redis, `now`.
    ///
    /// # Errors
    /// [`StoreError`] when earlier counts must be read and the database cannot be read.
    pub async fn admit(
        &self,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Admission, StoreError> {
        let admission = match &self.usage.shared {
            // Boxed, so that the future of local counting stays small.
            Some(shared) => Box::pin(self.admit_anywhere(shared, quota_request, at, now)).await?,
            None => self.admit_here(quota_request, at.unwrap_or(now), false).await?,
        };
        self.usage.buffer.add(&admission.charges, 1);
        Ok(admission)
    }

    async fn admit_anywhere(
        &self,
        shared: &SharedCounters,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Admission, StoreError> {
        let here = at.unwrap_or(now);
        match self.admit_shared(shared, quota_request, at).await? {
            shared::Outcome::Decided(admission) => Ok(admission),
            shared::Outcome::Silent => self.admit_here(quota_request, here, false).await,
            // Unknown again if the window ended between the two calls, which is rare.
            shared::Outcome::Away | shared::Outcome::Unknown(_) => {
                self.admit_here(quota_request, here, true).await
            }
        }
    }

    async fn admit_here(
        &self,
        quota_request: &QuotaRequest,
        at: Timestamp,
        owes: bool,
    ) -> Result<Admission, StoreError> {
        for charge in self.usage.local.unknown(quota_request, at) {
            let used = Box::pin(self.used(&charge)).await?;
            self.usage.local.learn(charge, used);
        }
        Ok(self.usage.local.admit(quota_request, at, owes))
    }

    async fn admit_shared(
        &self,
        shared: &SharedCounters,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
    ) -> Result<shared::Outcome, StoreError> {
        let charges = match shared.admit(quota_request, at, &self.usage.local, &[]).await {
            shared::Outcome::Unknown(charges) => charges,
            outcome => return Ok(outcome),
        };
        let mut seeds = Vec::new();
        for charge in charges {
            let used = match charge.counter.limit.is_kept() {
                true => self.used(&charge).await?,
                false => self.usage.local.used(&charge),
            };
            seeds.push((charge, used));
        }
        Ok(shared.admit(quota_request, at, &self.usage.local, &seeds).await)
    }

    /// Refunds the charges for success, and updates the tallies.
    pub async fn refund(&self, admission: &mut Admission) {
        let charges: Vec<Charge> = admission.refundable().collect();
        if charges.is_empty() {
            return;
        }
        self.usage.buffer.add(&charges, -1);
        let shared_counts = match &self.usage.shared {
            Some(shared) => Box::pin(shared.refund(&charges)).await,
            None => None,
        };
        let is_owed = self.usage.shared.is_some() && shared_counts.is_none();
        for (place, charge) in charges.iter().enumerate() {
            let here = self.usage.local.refund(charge, is_owed);
            let used = shared_counts
                .as_ref()
                .and_then(|shared_counts| shared_counts.get(place).copied())
                .unwrap_or(here);
            let limit = charge.counter.limit;
            if let Some(tally) = admission.tallies.iter_mut().find(|tally| tally.limit == limit) {
                tally.used = used;
            }
        }
    }

    /// Forgets counters of windows that ended long ago, in this process.
    pub fn forget_ended_windows(&self, now: Timestamp) {
        self.usage.local.forget_before(now);
        self.usage.buffer.forget_before(now);
    }
}
