//! The steps of a sender: when each begins, and what its result changes.

use std::panic::resume_unwind;
use std::time::Duration;

use licence_core::webhook::WebhookId;
use tokio::task::Id;
use tokio::time::{Instant, sleep_until};

use super::{LOOK_INTERVAL, Sender, Step};
use crate::deliveries::claim::ClaimedDelivery;
use crate::deliveries::due_deliveries::DueDeliveries;
use crate::deliveries::settle::Settled;
use crate::error::StoreError;
use crate::mutex::lock;

/// The shortest time between two looks, so that one look finds many retries.
const SHORTEST_LOOK_INTERVAL: Duration = Duration::from_millis(50);

impl Sender {
    /// Begins a look and a settle if it is time. Claims and attempts begin when the end of another
    /// step gives room.
    pub(super) fn begin_due_steps(&mut self) {
        let now = Instant::now();
        if now < self.paused_until {
            return;
        }
        if self.next_look_at.is_some_and(|at| at <= now) {
            self.next_look_at = None;
            let (store, now) = (self.store.clone(), (self.clock.now)());
            self.steps.spawn(async move { Step::Look(store.due_deliveries(now).await) });
        }
        let under_way = self.dispatcher.under_way();
        if let Some(finished) = self.results.take_if_ready(under_way, (self.clock.real)()) {
            let store = self.store.clone();
            self.steps.spawn(async move { Step::Settle(store.settle_deliveries(finished).await) });
        }
    }

    /// Waits until a step ends or is due, and takes in the result.
    pub(super) async fn end_step(&mut self) -> Result<(), StoreError> {
        let next = [self.next_look_at, self.results.write_by()].into_iter().flatten().min();
        let next = next.unwrap_or_else(|| Instant::now() + LOOK_INTERVAL).max(self.paused_until);
        let ended = tokio::select! {
            Some(ended) = self.steps.join_next_with_id() => ended,
            () = sleep_until(next) => return Ok(()),
        };
        match ended {
            Ok((_, Step::Look(due))) => self.end_look(due)?,
            Ok((_, Step::Claim(limits, claimed))) => self.end_claim(limits, claimed)?,
            Ok((id, Step::Attempt(finished))) => self.end_attempt(id, Some(*finished)),
            Ok((_, Step::Settle(settled))) => self.end_settle(settled)?,
            // One attempt that panics stops no other.
            Err(error) if self.slots.contains_key(&error.id()) => {
                self.end_attempt(error.id(), None);
            }
            Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
            // Only the sender's drop aborts a step.
            Err(_) => {}
        }
        Ok(())
    }

    /// Notes the endpoints with due deliveries, and when to look again.
    fn end_look(&mut self, due: Result<DueDeliveries, StoreError>) -> Result<(), StoreError> {
        if self.is_stopping {
            return due.map(drop);
        }
        let mut pause = LOOK_INTERVAL;
        if let Ok(DueDeliveries { next: Some(next), .. }) = &due {
            let wait = next.duration_since((self.clock.now)());
            pause = wait.clamp(SHORTEST_LOOK_INTERVAL, LOOK_INTERVAL);
        }
        self.next_look_at = Some(Instant::now() + pause);
        self.due.extend(due?.endpoints);
        // On a full disk, reads succeed between the writes that fail.
        self.is_failing &= !(self.due.is_empty() && self.results.gathered.is_empty());
        self.dispatcher.forget_idle();
        self.claim();
        Ok(())
    }

    /// Begins a claim if there is room and no claim runs.
    pub(super) fn claim(&mut self) {
        for endpoint in self.dispatcher.waiting() {
            self.take_back_stale(endpoint);
        }
        let is_late = self.results.is_late((self.clock.real)());
        let is_paused = self.is_stopping || Instant::now() < self.paused_until;
        if self.is_claiming || is_late || is_paused {
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
        self.is_claiming = true;
        let (store, clock) = (self.store.clone(), self.clock.clone());
        self.steps.spawn(async move {
            let claimed = store.claim_deliveries(&limits, &clock).await;
            // A receiver that asks back about an event gets an answer that knows of it.
            if claimed.as_ref().is_ok_and(|claimed| !claimed.is_empty())
                && let Err(error) = store.refresh_held_catalogue().await
            {
                tracing::warn!(%error, "the catalogue stays as it was");
            }
            Step::Claim(limits, claimed)
        });
    }

    /// Queues the claimed deliveries and starts their attempts.
    fn end_claim(
        &mut self,
        limits: Vec<(WebhookId, usize)>,
        claimed: Result<Vec<ClaimedDelivery>, StoreError>,
    ) -> Result<(), StoreError> {
        self.is_claiming = false;
        let claimed = claimed.inspect_err(|_| self.due.extend(limits.iter().map(|(id, _)| *id)))?;
        self.is_failing = false;
        if self.is_stopping {
            self.give_back(claimed);
            return Ok(());
        }
        let arrived = self.dispatcher.queue(claimed);
        for (endpoint, wanted) in limits {
            if arrived.get(&endpoint).is_some_and(|arrived| *arrived >= wanted) {
                self.due.insert(endpoint);
            }
            self.dispatch(endpoint);
        }
        self.claim();
        Ok(())
    }

    /// Starts as many attempts at an endpoint as it has free slots.
    fn dispatch(&mut self, endpoint: WebhookId) {
        // A deleted endpoint must receive nothing more.
        self.take_back_stale(endpoint);
        while let Some((claimed, missed_deliveries)) = self.dispatcher.begin(endpoint) {
            let attempts = self.attempts.clone();
            let attempt = self.steps.spawn(async move {
                Step::Attempt(Box::new(attempts.attempt(claimed, missed_deliveries).await))
            });
            self.slots.insert(attempt.id(), (endpoint, Instant::now()));
        }
    }

    /// Buffers the result of an attempt, if any, and reuses its slot. Without a result, the delivery
    /// is due again when its lease ends.
    fn end_attempt(&mut self, id: Id, finished: Option<ClaimedDelivery>) {
        let Some((endpoint, begun)) = self.slots.remove(&id) else { return };
        let answer = finished.as_ref().map(ClaimedDelivery::is_success);
        self.dispatcher.end(endpoint, answer, begun.elapsed());
        finished.into_iter().for_each(|it| self.results.push(it, (self.clock.real)()));
        self.dispatch(endpoint);
    }

    /// Frees the slots of written results and starts attempts in them.
    fn end_settle(&mut self, settled: Settled) -> Result<(), StoreError> {
        let Settled { written, unwritten, statuses, counters, lost, failure } = settled;
        self.results.end_write(unwritten);
        for counts in [&mut *lock(&self.store.webhooks.counts), &mut self.counts] {
            counts.lost_leases += lost as u64;
            statuses.iter().for_each(|status| counts.add(*status));
        }
        if lost > 0 {
            tracing::warn!(lost, "leases were over before their attempts");
        }
        for finished in written {
            let endpoint = finished.endpoint();
            if finished.ended.is_none() {
                self.due.insert(endpoint);
                continue;
            }
            let missed = counters.get(&endpoint).map(|counters| counters.missed_deliveries);
            self.dispatcher.end_write(endpoint, 1, missed);
            self.dispatch(endpoint);
        }
        failure.map_or(Ok(()), Err)?;
        self.is_failing = false;
        self.claim();
        Ok(())
    }

    fn take_back_stale(&mut self, endpoint: WebhookId) {
        let changed_at = self.store.webhooks.changed_at(endpoint);
        let stale = self.dispatcher.take_stale(endpoint, changed_at);
        self.give_back(stale);
    }

    pub(super) fn give_back(&mut self, claimed: Vec<ClaimedDelivery>) {
        for claimed in claimed {
            self.results.push(claimed, (self.clock.real)());
        }
    }
}
