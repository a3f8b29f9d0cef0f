//! Quotas (specification 8): counts each caller's requests in this process, or in Redis where
//! servers share the limits, and stores the counts in the database.
//!
//! - All limits admit a request or none does, in the order of refusals.
//! - Charges for success are reserved at the entry and refunded when the request fails, so that
//!   parallel requests cannot exceed a limit.
//! - Stored counts reach the database within a second and at the end of the process. A killed
//!   process loses what it counted since, in the customer's favour, and the units of its blocks, to
//!   the customer's cost ([`blocks`]).
//! - [`daily`] counts requests by day and refusals by hour beside them, for the account's overview.
//! - Requests that arrive while Redis is asked share the next call ([`calls`]), and equal ones of it
//!   one reading of their counters ([`question`]). Busy accounts take units in blocks ([`blocks`]).
//! - While Redis is away, each process counts for itself, starting from the last shared counts.

mod blocks;
mod buffer;
mod calls;
mod counters;
mod daily;
mod overview;
mod presence;
mod question;
mod quota;
mod shared;
mod state;

use std::sync::Arc;

use licence_core::account::key::KeyId;
use licence_core::account::quota::Tally;
use licence_core::time::Timestamp;

use crate::Store;
use crate::boxed;
use crate::error::StoreError;
pub use daily::{CountedRequest, RefusalCause};
use question::Outcome;
use quota::Charge;
pub use quota::{Admission, QuotaRequest};
use shared::SharedCounters;
pub(crate) use state::Usage;

impl Store {
    /// Admits a request at `at`, or refuses it at the first limit that is used up. If `at` is
    /// `None`, the clock of Redis decides, which all servers share; without Redis, `now`.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # let key = store.create_key(account, "production", now).await?.expect("it exists");
    /// use licence_store::core::account::plan::Plans;
    /// use licence_store::core::account::quota::Purpose;
    /// use licence_store::service::QuotaRequest;
    ///
    /// let limits = Plans::default().limits(Plan::Pro);
    /// let request = QuotaRequest::by_key(account, key.id, Purpose::Request, &limits);
    /// let admission = store.admit(&request, None, now).await?;
    /// assert_eq!(admission.refused_by, None);
    /// # Ok(()) }).unwrap();
    /// ```
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
            Some(shared) => match shared.admit_by_block(quota_request, at, &self.usage.local) {
                Some(admission) => admission,
                None => self.admit_anywhere(shared, quota_request, at, now).await?,
            },
            None => self.admit_here(quota_request, at.unwrap_or(now), false).await?,
        };
        self.usage.buffer.add(&admission.charges, 1);
        Ok(admission)
    }

    #[boxed]
    async fn admit_anywhere(
        &self,
        shared: &Arc<SharedCounters>,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Admission, StoreError> {
        let here = at.unwrap_or(now);
        let mut outcome = self.admit_shared(shared, quota_request, at).await?;
        if let Outcome::Decided(admission) = &outcome
            && at.is_none()
            && shared.waits_for_blocks(quota_request, admission).await
        {
            outcome = self.admit_shared(shared, quota_request, at).await?;
        }
        match outcome {
            Outcome::Decided(admission) => Ok(admission),
            Outcome::Silent => self.admit_here(quota_request, here, false).await,
            // Unknown again if the window ended between the two calls, which is rare.
            Outcome::Away | Outcome::Unknown(_) => self.admit_here(quota_request, here, true).await,
        }
    }

    async fn admit_here(
        &self,
        quota_request: &QuotaRequest,
        at: Timestamp,
        owes: bool,
    ) -> Result<Admission, StoreError> {
        let unknown = self.usage.local.unknown(quota_request, at);
        if !unknown.is_empty() {
            self.learn_uses(unknown).await?;
        }
        Ok(self.usage.local.admit(quota_request, at, owes))
    }

    #[boxed]
    async fn learn_uses(&self, charges: Vec<Charge>) -> Result<(), StoreError> {
        for charge in charges {
            let used = self.usage.buffer.used(&self.databases, &charge).await?;
            self.usage.local.learn(charge, used);
        }
        Ok(())
    }

    async fn admit_shared(
        &self,
        shared: &Arc<SharedCounters>,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
    ) -> Result<Outcome, StoreError> {
        let local = &self.usage.local;
        let charges = match shared.admit(quota_request, at, local, &[]).await {
            Outcome::Unknown(charges) => charges,
            outcome => return Ok(outcome),
        };
        let start_values = self.start_values(charges).await?;
        Ok(shared.admit(quota_request, at, local, &start_values).await)
    }

    /// Returns what was used of counters: as the database has it, or else this process.
    async fn start_values(&self, charges: Vec<Charge>) -> Result<Vec<(Charge, u64)>, StoreError> {
        let mut uses = Vec::with_capacity(charges.len());
        for charge in charges {
            let used = match charge.counter.limit.is_kept() {
                true => self.usage.buffer.used(&self.databases, &charge).await?,
                false => self.usage.local.known_use(&charge).unwrap_or(0),
            };
            uses.push((charge, used));
        }
        Ok(uses)
    }

    /// Refunds the charges for success of a request that failed, and updates the tallies.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # let key = store.create_key(account, "production", now).await?.expect("it exists");
    /// use licence_store::core::account::plan::Plans;
    /// use licence_store::core::account::quota::{Limit, Purpose};
    /// use licence_store::service::QuotaRequest;
    ///
    /// let limits = Plans::default().limits(Plan::Pro);
    /// let request = QuotaRequest::by_key(account, key.id, Purpose::Request, &limits);
    /// let mut admission = store.admit(&request, None, now).await?;
    /// store.refund(&mut admission).await;
    /// assert_eq!(admission.tally(Limit::PerMonth).map(|tally| tally.used), Some(0));
    /// # Ok(()) }).unwrap();
    /// ```
    #[boxed]
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
            let shared = shared_counts.as_ref().and_then(|counts| counts.get(place).copied());
            let limit = charge.counter.limit;
            if let Some(tally) = admission.tallies.iter_mut().find(|tally| tally.limit == limit) {
                tally.used = shared.unwrap_or(here);
            }
        }
    }

    /// Returns the use of the stored limits of a request at `at`, without charging it. On servers
    /// that share limits in Redis, requests of the last half second may be missing.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::account::plan::Plans;
    /// use licence_store::core::account::quota::{Limit, Purpose};
    /// use licence_store::service::QuotaRequest;
    ///
    /// let limits = Plans::default().limits(Plan::Pro);
    /// let request = QuotaRequest::by_member(account, Purpose::Export, &limits);
    /// store.admit(&request, None, now).await?;
    /// let tallies = store.quota_use(&request, now).await?;
    /// let used = tallies.iter().map(|tally| (tally.limit, tally.used)).collect::<Vec<_>>();
    /// assert_eq!(used, [(Limit::Exports, 1), (Limit::PerMonth, 1)]);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn quota_use(
        &self,
        quota_request: &QuotaRequest,
        at: Timestamp,
    ) -> Result<Vec<Tally>, StoreError> {
        let mut tallies = Vec::new();
        for (counter, cap) in quota_request.counters().filter(|(it, _)| it.limit.is_kept()) {
            let charge = Charge::new(counter, at);
            // Shared counters are in Redis, and the database has what it had half a second ago.
            let is_local = self.usage.shared.is_none();
            let used = match self.usage.local.known_use(&charge).filter(|_| is_local) {
                Some(used) => used,
                None => self.usage.buffer.peek(&self.databases, &charge).await?,
            };
            let resets_at = counter.limit.span().window(at).end;
            tallies.push(Tally { limit: counter.limit, cap, used, resets_at });
        }
        Ok(tallies)
    }

    /// Returns how many units of limits this server took from Redis in advance and has not used.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert_eq!(store.held_limit_units(), 0);
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn held_limit_units(&self) -> u64 {
        self.usage.shared.as_ref().map_or(0, |shared| shared.held_units())
    }

    /// Forgets the counters of windows that ended long ago, in this process.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.forget_ended_windows(now);
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn forget_ended_windows(&self, now: Timestamp) {
        self.usage.local.forget_before(now);
        self.usage.buffer.forget_before(now);
    }

    /// Records that a request used this key.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # let key = store.create_key(account, "production", now).await?.expect("it exists");
    /// store.note_use(key.id, now);
    /// store.flush_usage().await?;
    /// let keys = store.keys(account).await?.expect("it exists");
    /// assert_eq!(keys[0].last_used_at, Some(now));
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn note_use(&self, key: KeyId, at: Timestamp) {
        self.usage.buffer.note_use(key, at);
    }

    /// Writes the counts since the last flush. The database adds up the counts of all processes,
    /// and this process learns the totals. [`Store::note_use`] has an example.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be written; the counts stay in the buffer.
    #[boxed]
    pub async fn flush_usage(&self) -> Result<(), StoreError> {
        let by_others = self.usage.buffer.flush(&self.databases).await?;
        match &self.usage.shared {
            // They include everybody already.
            Some(shared) => self.usage.settle_debts(shared, &self.databases).await,
            None => by_others.iter().for_each(|(charge, by)| self.usage.local.add(charge, *by)),
        }
        // Last, because what customers pay for does not wait for these rows.
        self.seen_sessions.flush(&self.databases).await?;
        self.connector.flush_uses(&self.databases).await
    }
}
