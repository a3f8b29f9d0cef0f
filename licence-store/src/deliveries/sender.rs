//! The sender: starts each step of the deliveries as a task, and takes in its result.

mod cycle;

use std::collections::{BTreeSet, HashMap};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use tokio::sync::Notify;
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, timeout};

use super::attempt::Attempts;
use super::claim::ClaimedDelivery;
use super::clock::SenderClock;
use super::dispatcher::Dispatcher;
use super::due_deliveries::DueDeliveries;
use super::result_buffer::ResultBuffer;
use super::settle::Settled;
use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use crate::webhooks::DeliveryCounts;

/// The longest time between two looks for due deliveries, so that deliveries of other processes
/// begin within a second even if their announcement is lost. Also the pause after a failure of the
/// database.
const LOOK_INTERVAL: Duration = Duration::from_millis(800);

/// A step that ended, with its result.
enum Step {
    Look(Result<DueDeliveries, StoreError>),
    /// How many deliveries of which endpoints were wanted, and those that were claimed.
    Claim(Vec<(WebhookId, usize)>, Result<Vec<ClaimedDelivery>, StoreError>),
    Attempt(Box<ClaimedDelivery>),
    Settle(Settled),
}

/// Sends deliveries. Any number of senders may work on one database: a delivery belongs to one of
/// them at a time.
pub struct Sender {
    store: Store,
    clock: SenderClock,
    attempts: Arc<Attempts>,
    dispatcher: Dispatcher,
    /// The endpoints that are known to have due deliveries outside the running claim.
    due: BTreeSet<WebhookId>,
    /// The running steps. Dropping the sender aborts them.
    steps: JoinSet<Step>,
    /// The endpoints and starts of the running attempts, by the id of their step.
    slots: HashMap<Id, (WebhookId, Instant)>,
    is_claiming: bool,
    results: ResultBuffer,
    /// The next look for due deliveries; `None` while one runs and after a stop.
    next_look_at: Option<Instant>,
    /// The database is left alone until then, because it failed.
    paused_until: Instant,
    is_failing: bool,
    is_stopping: bool,
    counts: DeliveryCounts,
}

impl Store {
    /// Returns a sender of this store's deliveries.
    ///
    /// # Errors
    /// [`StoreError`] when no HTTP client can be made.
    pub fn sender(&self, clock: SenderClock) -> Result<Sender, StoreError> {
        let (poster, now) = (self.webhooks.poster()?.clone(), Instant::now());
        Ok(Sender {
            store: self.clone(),
            attempts: Arc::new(Attempts { store: self.clone(), poster, clock: clock.clone() }),
            clock,
            counts: DeliveryCounts::default(),
            dispatcher: Dispatcher::default(),
            due: BTreeSet::new(),
            steps: JoinSet::new(),
            slots: HashMap::new(),
            is_claiming: false,
            results: ResultBuffer::default(),
            next_look_at: Some(now),
            paused_until: now,
            is_failing: false,
            is_stopping: false,
        })
    }

    /// Attempts every delivery that is due at `at` once, and returns their counts. Signatures and
    /// leases use `clock`, because receivers refuse old signatures and other senders lease by the
    /// true time. Deliveries that another sender holds are left to it.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; claimed deliveries are then due again after half a
    /// minute.
    #[boxed]
    pub async fn deliver_due(
        &self,
        at: Timestamp,
        clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    ) -> Result<DeliveryCounts, StoreError> {
        let clock = SenderClock { now: Arc::new(move || at), real: clock };
        self.sender(clock)?.run_once().await
    }
}

impl Sender {
    /// Delivers until `stop` is ready: events of this process at once, events of others when they
    /// are announced, within a second at most. Then the running attempts end, and waiting deliveries
    /// go back to the queue.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) {
        self.run_until(pin!(stop)).await;
    }

    #[boxed]
    async fn run_until(mut self, mut stop: Pin<&mut (dyn Future<Output = ()> + Send)>) {
        let webhooks = Arc::clone(&self.store.webhooks);
        let announced = Notify::new();
        let mut listening = pin!(webhooks.announcements.listen(|| announced.notify_one()));
        loop {
            self.begin_due_steps();
            tokio::select! {
                () = &mut stop => break,
                never = &mut listening => match never {},
                ended = self.end_step() => self.note_failure(ended),
                // A running look may miss what is announced meanwhile: the next look finds it.
                () = announced.notified(), if self.next_look_at.is_some() => {
                    self.next_look_at = Some(Instant::now());
                }
                woken = webhooks.woken() => {
                    self.due.extend(woken);
                    self.claim();
                }
            }
        }
        self.finish().await;
    }

    /// Delivers everything that is due now, in rounds until one finds nothing.
    async fn run_once(mut self) -> Result<DeliveryCounts, StoreError> {
        loop {
            let before = self.counts;
            self.next_look_at = Some(Instant::now());
            self.begin_due_steps();
            while !self.steps.is_empty() {
                self.end_step().await?;
                self.begin_due_steps();
            }
            if self.counts == before {
                return Ok(self.counts);
            }
        }
    }

    /// Lets the running attempts end and settles all results. Results that cannot be written in time
    /// are lost: their deliveries are due again when their lease ends.
    async fn finish(mut self) {
        let longest = self.store.webhooks.options.post.attempt_timeout + LOOK_INTERVAL;
        self.is_stopping = true;
        self.next_look_at = None;
        let waiting = self.dispatcher.take_all();
        self.give_back(waiting);
        let settled = timeout(longest, async {
            self.begin_due_steps();
            while !(self.steps.is_empty() && self.results.gathered.is_empty()) {
                let ended = self.end_step().await;
                self.note_failure(ended);
                self.begin_due_steps();
            }
        });
        if settled.await.is_err() {
            let left = self.slots.len() + self.results.gathered.len();
            tracing::warn!(left, "cut off: these will be delivered again");
        }
    }

    /// Logs the first failure of the database, and leaves the database alone for a while.
    fn note_failure(&mut self, ended: Result<(), StoreError>) {
        let Err(error) = ended else { return };
        if !self.is_failing {
            tracing::error!(%error, "deliveries wait");
        }
        self.is_failing = true;
        self.paused_until = Instant::now() + LOOK_INTERVAL;
    }
}
