//! The sender: claims due deliveries, attempts them and settles their results.

mod stopping;

use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use tokio::time::{Instant, sleep_until, timeout};

use super::attempt::Attempts;
use super::claim_task::{ClaimTask, EndedClaim};
use super::clock::SenderClock;
use super::dispatcher::Dispatcher;
use super::lease::LeaseTerms;
use super::result_buffer::ResultBuffer;
use super::results::Results;
use super::settle::SettledBatch;
use super::{AttemptResult, ClaimedDelivery, DeliveryRun, FinishedDelivery, SHORTEST_LEASE};
use crate::Store;
use crate::error::StoreError;

/// The longest time between two looks for due deliveries, so that deliveries of other processes
/// begin within a second.
const LOOK_INTERVAL: Duration = Duration::from_millis(800);
/// The shortest time between two looks, so that one look finds many retries.
const SHORTEST_LOOK_INTERVAL: Duration = Duration::from_millis(50);
/// How long results are gathered into a batch.
const GATHER: Duration = Duration::from_millis(2);
/// How long results are gathered into a batch while more deliveries are due.
const GATHER_OF_BACKLOG: Duration = Duration::from_millis(8);

/// Results that waited this long are written before anything else, well before their lease ends.
const MAX_RESULT_AGE: Duration = Duration::from_secs(5);

/// Sends deliveries. Any number of senders may work on one database: a delivery belongs to one of
/// them at a time.
pub struct Sender {
    store: Store,
    clock: SenderClock,
    dispatcher: Arc<Dispatcher>,
    attempts: Attempts,
    results: Arc<Results<FinishedDelivery>>,
    /// Results that are not written yet. They stay here while the database is away.
    result_buffer: ResultBuffer,
    /// When results were last moved to the result buffer.
    gathered_at: Timestamp,
    /// The running claim.
    claim_task: ClaimTask,
    /// The endpoints that are known to have due deliveries outside the running claim.
    due: BTreeSet<WebhookId>,
    /// The next look for due deliveries, unless something wakes the sender before.
    next_look_at: Instant,
    run: DeliveryRun,
}

impl Store {
    /// Returns a sender of this store's deliveries.
    ///
    /// # Errors
    /// [`StoreError`] when no HTTP client can be made.
    pub fn sender(&self, clock: SenderClock) -> Result<Sender, StoreError> {
        let (dispatcher, results) = (Arc::new(Dispatcher::default()), Arc::new(Results::new()));
        let (to_lanes, to_results) = (Arc::clone(&dispatcher), Arc::clone(&results));
        let attempts = Attempts::new(&self.webhooks, clock.clone(), to_lanes, to_results)?;
        let run = DeliveryRun::at((clock.now)());
        let gathered_at = (clock.real)();
        Ok(Sender {
            store: self.clone(),
            clock,
            dispatcher,
            attempts,
            results,
            result_buffer: ResultBuffer::default(),
            gathered_at,
            claim_task: ClaimTask::default(),
            due: BTreeSet::new(),
            next_look_at: Instant::now(),
            run,
        })
    }

    /// Attempts every delivery that is due at `at` once, and returns the summary. `clock` is the
    /// time of signatures and leases. Deliveries that another sender holds are left to it.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; claimed deliveries are then due again after half a
    /// minute.
    pub async fn deliver_due(
        &self,
        at: Timestamp,
        clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    ) -> Result<DeliveryRun, StoreError> {
        self.sender(SenderClock::as_of(at, clock))?.run_once().await
    }
}

impl Sender {
    /// Delivers until `stop` is ready: events of this process at once, events of others within a
    /// second. Then the running attempts end, and waiting deliveries go back to the queue.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut is_failing = false;
        loop {
            self.due.append(&mut self.store.webhooks.take_due());
            let outcome = self.run_cycle().await;
            if let Err(error) = &outcome {
                if !is_failing {
                    tracing::error!(%error, "deliveries wait");
                }
                self.next_look_at = Instant::now() + LOOK_INTERVAL;
            }
            is_failing = outcome.is_err();
            tokio::select! {
                () = &mut stop => break,
                () = self.results.wait_for(1), if !is_failing => self.gather().await,
                () = self.claim_task.ended(), if !is_failing => {}
                () = self.store.webhooks.woken(), if !is_failing => {}
                () = sleep_until(self.next_look_at) => {}
            }
        }
        self.finish().await;
    }

    /// Delivers everything that is due now.
    async fn run_once(mut self) -> Result<DeliveryRun, StoreError> {
        loop {
            // Look again only after a claim ended: a running claim may take what is due.
            if self.claim_task.is_idle() {
                self.next_look_at = Instant::now();
            }
            self.run_cycle().await?;
            if self.is_idle() {
                return Ok(self.run);
            }
            tokio::select! {
                () = self.results.wait_for(1) => self.gather().await,
                () = self.claim_task.ended() => {}
            }
        }
    }

    fn is_idle(&self) -> bool {
        let nothing_ended = self.result_buffer.is_empty() && self.results.is_empty();
        self.claim_task.is_idle() && self.dispatcher.len() == 0 && nothing_ended
    }

    /// Runs one cycle: looks for due deliveries if it is time, starts a claim, and settles results.
    async fn run_cycle(&mut self) -> Result<(), StoreError> {
        if self.next_look_at <= Instant::now() {
            self.look_for_due().await?;
        }
        loop {
            self.take_in()?;
            self.take_back_stale();
            while self.is_late() {
                self.catch_up().await?;
            }
            self.claim();
            if self.result_buffer.is_empty() {
                return Ok(());
            }
            self.settle_batch().await?;
        }
    }

    /// Returns whether results may be close to the end of their leases, because the database was
    /// away or another process wrote for long.
    fn is_late(&self) -> bool {
        self.gathered_at.later_by(MAX_RESULT_AGE) < (self.clock.real)()
    }

    /// Writes all results now: a claim might find their deliveries due again.
    async fn catch_up(&mut self) -> Result<(), StoreError> {
        let now = (self.clock.real)();
        self.result_buffer.extend(self.results.take());
        while !self.result_buffer.is_empty() {
            self.settle_batch().await?;
        }
        self.gathered_at = now;
        Ok(())
    }

    /// Starts a claim if there is capacity and no claim runs. Results are settled meanwhile.
    fn claim(&mut self) {
        if !self.claim_task.is_idle() {
            return;
        }
        let limits = self.dispatcher.claim_limits(&self.due);
        if limits.is_empty() {
            return;
        }
        // Endpoints reported from now on may have more than this claim finds.
        for (endpoint, _) in &limits {
            self.due.remove(endpoint);
        }
        self.claim_task.begin(&self.store, limits, self.lease_terms());
    }

    /// Queues the deliveries of an ended claim, if any, and starts attempts.
    fn take_in(&mut self) -> Result<(), StoreError> {
        let Some(EndedClaim { limits, begun_at, claimed }) = self.claim_task.take() else {
            return Ok(());
        };
        let claimed = claimed.inspect_err(|_| self.due.extend(limits.iter().map(|(id, _)| *id)))?;
        let arrived = self.dispatcher.take_in(claimed, begun_at);
        self.take_back_stale();
        for (endpoint, wanted) in limits {
            if arrived.get(&endpoint).is_some_and(|arrived| *arrived >= wanted) {
                self.due.insert(endpoint);
            }
            self.attempts.begin(endpoint);
        }
        Ok(())
    }

    /// Settles a batch of results and starts attempts in the freed slots.
    async fn settle_batch(&mut self) -> Result<(), StoreError> {
        let settled = self.store.settle_deliveries(self.result_buffer.next_batch()).await?;
        for endpoint in self.note_settled(settled) {
            self.attempts.begin(endpoint);
        }
        Ok(())
    }

    /// Removes the settled batch from the buffer, and returns the endpoints with freed slots.
    fn note_settled(&mut self, settled: SettledBatch) -> Vec<WebhookId> {
        let mut limits: HashMap<WebhookId, usize> = HashMap::new();
        for finished in self.result_buffer.take_batch() {
            let endpoint = finished.claimed.target.id;
            match finished.result {
                AttemptResult::Attempted(..) => *limits.entry(endpoint).or_default() += 1,
                AttemptResult::GivenBack => drop(self.due.insert(endpoint)),
            }
        }
        self.dispatcher.learn(&settled.counters, &limits);
        settled.statuses.iter().for_each(|status| self.run.count(*status));
        if settled.lost > 0 {
            tracing::warn!(lost = settled.lost, "leases were over before their attempts");
        }
        self.store.webhooks.counts().add(&settled);
        limits.into_keys().collect()
    }

    /// Settles all results and starts no attempts.
    async fn settle(&mut self) -> Result<(), StoreError> {
        while !self.result_buffer.is_empty() {
            let settled = self.store.settle_deliveries(self.result_buffer.next_batch()).await?;
            self.note_settled(settled);
        }
        Ok(())
    }

    /// Reads which endpoints have due deliveries, and when to look again.
    async fn look_for_due(&mut self) -> Result<(), StoreError> {
        let due = self.store.due_deliveries((self.clock.now)()).await?;
        self.due = due.endpoints.into_iter().collect();
        self.next_look_at = Instant::now() + self.time_until(due.next);
        self.dispatcher.forget();
        Ok(())
    }

    /// Returns the terms of the next lease, which ends long after its attempts.
    fn lease_terms(&self) -> LeaseTerms {
        let attempt = self.store.webhooks.options().post.attempt_timeout;
        let now = (self.clock.real)();
        let until = now.later_by(SHORTEST_LEASE.max(attempt * 3));
        LeaseTerms { due_by: (self.clock.now)(), now, until }
    }

    fn time_until(&self, next: Option<Timestamp>) -> Duration {
        let now = (self.clock.now)().epoch_millis();
        let millis = next.map(|next| next.epoch_millis().saturating_sub(now).max(0));
        let until = millis.and_then(|millis| u64::try_from(millis).ok()).map(Duration::from_millis);
        until.map_or(LOOK_INTERVAL, |until| until.clamp(SHORTEST_LOOK_INTERVAL, LOOK_INTERVAL))
    }

    /// Gathers results that end at about the same time. With a backlog, waits for half of the
    /// running attempts: a large batch costs as much as a small one, and the others go on meanwhile.
    async fn gather(&mut self) {
        let is_backlog = !self.due.is_empty() || !self.claim_task.is_idle();
        let (longest, enough) = match is_backlog {
            true => (GATHER_OF_BACKLOG, self.dispatcher.under_way() / 2),
            false => (GATHER, usize::MAX),
        };
        // On a timeout, take the results that are there.
        let _ = timeout(longest, self.results.wait_for(enough)).await;
        self.gathered_at = (self.clock.real)();
        self.result_buffer.extend(self.results.take());
    }

    fn take_back_stale(&mut self) {
        let changed_at = |endpoint| self.store.webhooks.changed_at(endpoint);
        self.give_back(self.dispatcher.take_stale(changed_at));
    }

    fn give_back(&mut self, claimed: Vec<ClaimedDelivery>) {
        let back = claimed
            .into_iter()
            .map(|claimed| FinishedDelivery { claimed, result: AttemptResult::GivenBack });
        self.result_buffer.extend(back);
    }
}
