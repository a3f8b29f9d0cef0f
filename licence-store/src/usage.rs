//! What callers use of their limits (specification 8): counted in this process, or in Redis where
//! several servers share the limits, and kept in the database.
//!
//! - A request is admitted by all of its limits or by none, in the order of refusals.
//! - What is charged for success is reserved at the entry and given back when the request fails, so
//!   that no number of requests at once can overshoot.
//! - Kept counts reach the database within a second and at the end of the process. A process that
//!   is killed loses at most what it counted since, in the customer's favour.
//! - With Redis away each process counts for itself, on top of what it last heard.

mod counters;
mod kept;
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
use counters::Counters;
use kept::Kept;
use shared::SharedCounters;

/// Whose limits they are: what is admitted together is counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Account(u128),
    Address(u128),
}

/// One counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counter {
    subject: Subject,
    limit: Limit,
    /// The account, the key or the address.
    id: u128,
    /// The route, of keyless calls.
    route: u8,
}

/// What a request asks of its limits.
#[derive(Clone, Debug)]
pub struct Asked {
    subject: Subject,
    counters: [Option<(Counter, Cap)>; 4],
}

/// A count of one in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Charge {
    counter: Counter,
    window_start: Timestamp,
}

/// What became of a request at its limits.
#[derive(Clone, Debug)]
pub struct Granted {
    /// The instant that decided, by the clock that all servers share.
    pub at: Timestamp,
    /// The limit that refused it; `None` when it was granted.
    pub refused_by: Option<Limit>,
    tallies: Vec<Tally>,
    charges: Vec<Charge>,
}

/// The counters of a store.
pub(crate) struct Usage {
    here: Counters,
    shared: Option<SharedCounters>,
    kept: Kept,
}

impl Asked {
    /// A request that comes with a key.
    pub fn by_key(account: AccountId, key: KeyId, purpose: Purpose, plan: &PlanLimits) -> Self {
        let subject = Subject::Account(account.0.as_u128());
        let mut counters = [None; 4];
        for (place, (limit, cap)) in counters.iter_mut().zip(purpose.limits(plan)) {
            let id = if limit == Limit::PerDay { key.0.as_u128() } else { account.0.as_u128() };
            *place = Some((Counter { subject, limit, id, route: 0 }, cap));
        }
        Self { subject, counters }
    }

    /// A request without a key, counted by the caller's network. Routes are told apart by any
    /// number.
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
    fn of(counter: Counter, at: Timestamp) -> Self {
        Self { counter, window_start: counter.limit.span().window(at).start }
    }
}

impl Granted {
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

    /// Leaves the charges that count: all of a granted request; of a refused one those that count
    /// every request, up to the one that refused it.
    fn keep_what_counts(&mut self) {
        let refused_by = self.refused_by;
        self.charges.retain(|charge| {
            let limit = charge.counter.limit;
            refused_by.is_none_or(|by| limit <= by && !limit.is_charged_on_success())
        });
        for tally in &mut self.tallies {
            if self.charges.iter().any(|charge| charge.counter.limit == tally.limit) {
                // What is refused is counted beyond the cap, which no caller needs to see.
                let used = tally.used.saturating_add(1);
                tally.used = tally.cap.at_most().map_or(used, |cap| used.min(cap));
            }
        }
    }

    /// How a limit stands; `None` for one that this request does not meet.
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
                // Databases that share a cache must not share their counters.
                let row = instance::Entity::find().one(&databases.reader).await?;
                let name = row.map(|row| row.name).unwrap_or_default();
                Some(SharedCounters::new(connection, &name))
            }
            None => None,
        };
        Ok(Arc::new(Self { here: Counters::new(), shared, kept: Kept::default() }))
    }
}

impl Store {
    /// Admits a request at `at`, or refuses it at the first limit that is used up. `at` is `None` for
    /// the present by the clock of those who count: with Redis its clock, so that all servers share
    /// one, else `now`.
    ///
    /// # Errors
    /// [`StoreError`] when what was used before has to be read, and the database cannot be.
    pub async fn admit(
        &self,
        asked: &Asked,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Granted, StoreError> {
        let granted = match &self.usage.shared {
            // In a box: who counts in this process would carry the room for it.
            Some(shared) => Box::pin(self.admit_anywhere(shared, asked, at, now)).await?,
            None => self.admit_here(asked, at.unwrap_or(now), false).await?,
        };
        self.usage.kept.add(&granted.charges, 1);
        Ok(granted)
    }

    async fn admit_anywhere(
        &self,
        shared: &SharedCounters,
        asked: &Asked,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Granted, StoreError> {
        let here = at.unwrap_or(now);
        match self.admit_shared(shared, asked, at).await? {
            shared::Outcome::Granted(granted) => Ok(granted),
            shared::Outcome::Silent => self.admit_here(asked, here, false).await,
            // Unknown again when its window ended between the two questions: rare.
            shared::Outcome::Away | shared::Outcome::Unknown(_) => {
                self.admit_here(asked, here, true).await
            }
        }
    }

    async fn admit_here(
        &self,
        asked: &Asked,
        at: Timestamp,
        owes: bool,
    ) -> Result<Granted, StoreError> {
        for charge in self.usage.here.unknown(asked, at) {
            let used = Box::pin(self.used(&charge)).await?;
            self.usage.here.learn(charge, used);
        }
        Ok(self.usage.here.admit(asked, at, owes))
    }

    async fn admit_shared(
        &self,
        shared: &SharedCounters,
        asked: &Asked,
        at: Option<Timestamp>,
    ) -> Result<shared::Outcome, StoreError> {
        let charges = match shared.admit(asked, at, &self.usage.here, &[]).await {
            shared::Outcome::Unknown(charges) => charges,
            outcome => return Ok(outcome),
        };
        let mut seeds = Vec::new();
        for charge in charges {
            let used = match charge.counter.limit.is_kept() {
                true => self.used(&charge).await?,
                false => self.usage.here.known(&charge),
            };
            seeds.push((charge, used));
        }
        Ok(shared.admit(asked, at, &self.usage.here, &seeds).await)
    }

    /// Gives back what is only charged for success. The tallies are then those after it.
    pub async fn refund(&self, granted: &mut Granted) {
        let charges: Vec<Charge> = granted.refundable().collect();
        if charges.is_empty() {
            return;
        }
        self.usage.kept.add(&charges, -1);
        let told = match &self.usage.shared {
            Some(shared) => Box::pin(shared.refund(&charges)).await,
            None => None,
        };
        let is_owed = self.usage.shared.is_some() && told.is_none();
        for (place, charge) in charges.iter().enumerate() {
            let here = self.usage.here.refund(charge, is_owed);
            let used = told.as_ref().and_then(|told| told.get(place).copied()).unwrap_or(here);
            let limit = charge.counter.limit;
            if let Some(tally) = granted.tallies.iter_mut().find(|tally| tally.limit == limit) {
                tally.used = used;
            }
        }
    }

    /// Forgets counters of windows long past, in this process.
    pub fn forget_ended_windows(&self, now: Timestamp) {
        self.usage.here.forget_before(now);
        self.usage.kept.forget_before(now);
    }
}
