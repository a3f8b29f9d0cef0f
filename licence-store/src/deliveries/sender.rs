//! The sender: claims what is due, attempts it, settles it.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_core::webhook::delivery::DeliveryStatus;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use super::attempt::Attempts;
use super::lanes::Lanes;
use super::{DeliveryRun, End, Finished, SHORTEST_LEASE};
use crate::Store;
use crate::error::StoreError;

/// How often is looked for what other processes recorded: twice in the second within which they
/// are to be heard.
const TICK: Duration = Duration::from_millis(600);
/// How long results are gathered before they are written together.
const GATHER: Duration = Duration::from_millis(2);
/// How many results are written together at most.
const BATCH: usize = 512;

/// The clocks of a sender.
#[derive(Clone)]
pub struct SenderClock {
    pub(super) now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub(super) signing: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl SenderClock {
    /// One clock for everything.
    pub fn of(clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::clone(&clock), signing: clock }
    }

    /// Judges what is due as of an instant; signatures tell the time of the clock, for a receiver
    /// refuses a signature of another time.
    pub fn as_of(at: Timestamp, clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::new(move || at), signing: clock }
    }
}

/// Sends deliveries. Any number of senders may work on one database: each delivery is claimed by
/// one of them at a time.
pub struct Sender {
    store: Store,
    clock: SenderClock,
    lanes: Arc<Lanes>,
    attempts: Attempts,
    results: UnboundedReceiver<Finished>,
    /// Results that are not written yet; they are kept while the database is away.
    unsettled: Vec<Finished>,
    /// More was due than there were places.
    has_backlog: bool,
    run: DeliveryRun,
}

impl Store {
    /// A sender of this store's deliveries.
    ///
    /// # Errors
    /// [`StoreError`] when no HTTP client can be made.
    pub fn sender(&self, clock: SenderClock) -> Result<Sender, StoreError> {
        let (results_to, results): (UnboundedSender<Finished>, _) = unbounded_channel();
        let lanes = Arc::new(Lanes::default());
        let poster = self.webhooks.poster()?.clone();
        let attempts = Attempts::new(poster, clock.clone(), Arc::clone(&lanes), results_to);
        let run = DeliveryRun::at((clock.now)());
        Ok(Sender {
            store: self.clone(),
            clock,
            lanes,
            attempts,
            results,
            unsettled: Vec::new(),
            has_backlog: false,
            run,
        })
    }

    /// Attempts every delivery that is due at `at`, once, and tells what came of it. `clock` gives
    /// the time of the signatures.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; what was claimed then is due again within a minute.
    pub async fn deliver_due(
        &self,
        at: Timestamp,
        clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    ) -> Result<DeliveryRun, StoreError> {
        self.sender(SenderClock::as_of(at, clock))?.run_once().await
    }
}

impl Sender {
    /// Delivers until `stop` is ready: at once what this process records, within a second what
    /// others do. Then the attempts in flight end and what still waits goes back.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        let mut is_failing = false;
        let mut is_to_look = true;
        loop {
            let wait = match self.turn(is_to_look).await {
                Ok(next) => {
                    is_failing = false;
                    self.until(next)
                }
                Err(error) => {
                    if !is_failing {
                        tracing::error!(%error, "deliveries wait");
                    }
                    is_failing = true;
                    TICK
                }
            };
            is_to_look = tokio::select! {
                () = &mut stop => break,
                Some(result) = self.results.recv(), if !is_failing => {
                    self.gather(result).await;
                    false
                }
                () = self.store.webhooks.woken(), if !is_failing => true,
                () = sleep(wait) => true,
            };
        }
        self.finish().await;
    }

    /// Delivers what is due now, and what becomes due by it.
    async fn run_once(mut self) -> Result<DeliveryRun, StoreError> {
        loop {
            self.turn(true).await?;
            if self.lanes.held() == 0 && self.unsettled.is_empty() && self.results.is_empty() {
                return Ok(self.run);
            }
            if let Some(result) = self.results.recv().await {
                self.gather(result).await;
            }
        }
    }

    /// Writes what ended, and claims anew where there is reason to. Gives the time when the next
    /// delivery is due, if it looked.
    async fn turn(&mut self, is_to_look: bool) -> Result<Option<Timestamp>, StoreError> {
        let stale = self.lanes.take_stale(self.store.webhooks.changes());
        self.give_back(stale);
        self.settle().await?;
        if is_to_look || self.has_backlog { self.claim().await } else { Ok(None) }
    }

    async fn settle(&mut self) -> Result<(), StoreError> {
        while !self.unsettled.is_empty() {
            let batch = &self.unsettled[..self.unsettled.len().min(BATCH)];
            let settled = self.store.settle_deliveries(batch).await?;
            let written = batch.len();
            self.unsettled.drain(..written);
            self.lanes.learn(&settled.counters);
            settled.statuses.iter().for_each(|status| self.run.count(*status));
            if settled.lost > 0 {
                tracing::warn!(lost = settled.lost, "leases were over before their attempts");
            }
            self.store.webhooks.counts().add(&settled);
        }
        Ok(())
    }

    async fn claim(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let now = (self.clock.now)();
        let due = self.store.due_deliveries(now).await?;
        let (places, is_short) = self.lanes.places(&due.endpoints);
        let wanted: usize = places.iter().map(|(_, count)| *count as usize).sum();
        let claimed = if places.is_empty() {
            Vec::new()
        } else {
            self.store.claim_deliveries(&places, now, self.leased_until(now)).await?
        };
        let has_no_place = places.len() < due.endpoints.len();
        self.has_backlog = is_short || has_no_place || (wanted > 0 && claimed.len() == wanted);
        for (endpoint, count) in self.lanes.take_in(claimed) {
            self.attempts.begin(endpoint, count);
        }
        Ok(due.next)
    }

    /// No attempt outlives its lease, not by far. Leases are told by the real time too: a run as
    /// of an instant in the past must not have leases that are over.
    fn leased_until(&self, now: Timestamp) -> Timestamp {
        let attempt = self.store.webhooks.options().post.attempt_timeout;
        now.max((self.clock.signing)()).later_by(SHORTEST_LEASE.max(attempt * 3))
    }

    fn until(&self, next: Option<Timestamp>) -> Duration {
        let now = (self.clock.now)().epoch_millis();
        let millis = next.map(|next| next.epoch_millis().saturating_sub(now).max(1));
        let until = millis.and_then(|millis| u64::try_from(millis).ok()).map(Duration::from_millis);
        until.map_or(TICK, |until| until.min(TICK))
    }

    /// A result, and those that end at about the same time.
    async fn gather(&mut self, result: Finished) {
        self.unsettled.push(result);
        sleep(GATHER).await;
        while let Ok(result) = self.results.try_recv() {
            self.unsettled.push(result);
        }
    }

    fn give_back(&mut self, claimed: Vec<super::Claimed>) {
        let back = claimed.into_iter().map(|claimed| Finished { claimed, end: End::GivenBack });
        self.unsettled.extend(back);
    }

    /// Lets the attempts in flight end and writes everything back. What cannot be written is due
    /// again when its lease ends.
    async fn finish(mut self) {
        let waiting = self.lanes.take_all();
        self.give_back(waiting);
        let longest = self.store.webhooks.options().post.attempt_timeout + TICK;
        let ended = timeout(longest, async {
            while self.lanes.held() > 0 || !self.results.is_empty() {
                if let Ok(Some(result)) = timeout(TICK, self.results.recv()).await {
                    self.unsettled.push(result);
                }
            }
        });
        if ended.await.is_err() {
            tracing::warn!(attempts = self.lanes.held(), "attempts were cut off at the stop");
        }
        if let Err(error) = self.settle().await {
            tracing::error!(%error, "what was delivered last will be delivered again");
        }
    }
}

impl DeliveryRun {
    fn at(at: Timestamp) -> Self {
        Self { at, delivered: 0, retrying: 0, failed: 0, abandoned: 0 }
    }

    fn count(&mut self, status: DeliveryStatus) {
        match status {
            DeliveryStatus::Delivered => self.delivered += 1,
            DeliveryStatus::Pending => self.retrying += 1,
            DeliveryStatus::Failed => self.failed += 1,
            DeliveryStatus::Abandoned => self.abandoned += 1,
        }
    }
}
