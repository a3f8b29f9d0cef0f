//! The dispatcher: which endpoint may claim and attempt how many deliveries.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::EndpointCounters;
use uuid::Uuid;

use super::ClaimedDelivery;
use super::capacity::{Capacity, MAX_WAITING, SLOTS};
use super::endpoint_queue::EndpointQueue;

/// The most unwritten results, of all endpoints, at which attempts still begin ahead of the writes.
/// A sender that is killed repeats these attempts.
const MAX_UNWRITTEN: usize = SLOTS;
/// The most endpoints of one claim.
const ENDPOINTS_PER_CLAIM: usize = 64;

/// The queues of all endpoints, behind one lock.
#[derive(Debug, Default)]
pub(super) struct Dispatcher(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    queues: BTreeMap<WebhookId, EndpointQueue>,
    /// How many results are not written yet.
    unwritten: usize,
    /// The first endpoint that got no capacity. The next claim begins there, so that every endpoint
    /// gets its turn.
    next: Option<WebhookId>,
}

impl Dispatcher {
    /// A poisoned lock is harmless here: counters and queues stay consistent after every update.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many deliveries to claim for each of these endpoints: for all with free room once
    /// one queue is low, and for none before.
    pub(super) fn claim_limits(&self, due: &BTreeSet<WebhookId>) -> Vec<(WebhookId, usize)> {
        let mut inner = self.lock();
        let new = EndpointQueue::default();
        let share = MAX_WAITING / due.len().max(1);
        if !due.iter().any(|id| inner.queues.get(id).unwrap_or(&new).is_low(share)) {
            return Vec::new();
        }
        let mut capacity = Capacity::beside(inner.queues.values());
        let next = inner.next.take().unwrap_or(WebhookId(Uuid::nil()));
        let (mut limits, mut refused) = (Vec::new(), None);
        for id in due.range(next..).chain(due.range(..next)) {
            if limits.len() == ENDPOINTS_PER_CLAIM || capacity.is_none() {
                refused.get_or_insert(*id);
                break;
            }
            let queue = inner.queues.get(id).unwrap_or(&new);
            let free_room = queue.free_room(share);
            match capacity.take(queue, free_room) {
                0 if free_room > 0 => drop(refused.get_or_insert(*id)),
                0 => {}
                granted => limits.push((*id, granted)),
            }
        }
        inner.next = refused;
        limits
    }

    /// Queues the deliveries of a claim that began at `begun_at`, and returns how many arrived for
    /// each endpoint.
    pub(super) fn take_in(
        &self,
        claimed: Vec<ClaimedDelivery>,
        begun_at: Instant,
    ) -> HashMap<WebhookId, usize> {
        let mut inner = self.lock();
        let mut arrived: HashMap<WebhookId, usize> = HashMap::new();
        for claimed in claimed {
            let id = claimed.target.id;
            inner.queues.entry(id).or_default().push(claimed, begun_at);
            *arrived.entry(id).or_default() += 1;
        }
        arrived
    }

    /// Takes the next delivery of an endpoint if it has a free slot, with the count for its header.
    /// `changed_at` is the last change of the endpoint.
    pub(super) fn begin(
        &self,
        id: WebhookId,
        changed_at: Option<Instant>,
    ) -> Option<(ClaimedDelivery, u64)> {
        let mut inner = self.lock();
        let may_run_ahead = inner.unwritten < MAX_UNWRITTEN;
        let queue = inner.queues.get_mut(&id)?;
        let claimed = queue.begin(may_run_ahead, changed_at)?;
        Some((claimed, queue.missed_deliveries()))
    }

    /// Records that an attempt ended: whether it succeeded (`None` without a result), and how long
    /// it took.
    pub(super) fn end(&self, id: WebhookId, answer: Option<bool>, took: Duration) {
        let mut inner = self.lock();
        inner.unwritten += usize::from(answer.is_some());
        if let Some(queue) = inner.queues.get_mut(&id) {
            queue.end(answer, took);
        }
    }

    /// Records the counters of endpoints, and how many of their results were written.
    pub(super) fn learn(
        &self,
        counters: &HashMap<WebhookId, EndpointCounters>,
        written: &HashMap<WebhookId, usize>,
    ) {
        let mut inner = self.lock();
        for (id, count) in written {
            if let Some(queue) = inner.queues.get_mut(id) {
                queue.write(*count);
            }
            inner.unwritten = inner.unwritten.saturating_sub(*count);
        }
        for (id, counters) in counters {
            if let Some(queue) = inner.queues.get_mut(id) {
                queue.count(counters.missed_deliveries);
            }
        }
    }

    /// Forgets endpoints that were idle for a while.
    pub(super) fn forget(&self) {
        self.lock().queues.retain(|_, queue| !queue.is_forgettable());
    }

    /// Takes the waiting deliveries that became stale. `changed_at` returns the last change of an
    /// endpoint.
    pub(super) fn take_stale(
        &self,
        changed_at: impl Fn(WebhookId) -> Option<Instant>,
    ) -> Vec<ClaimedDelivery> {
        let mut inner = self.lock();
        let stale =
            |(id, queue): (&WebhookId, &mut EndpointQueue)| queue.take_stale(changed_at(*id));
        inner.queues.iter_mut().flat_map(stale).collect()
    }

    /// Takes all waiting deliveries.
    pub(super) fn take_all(&self) -> Vec<ClaimedDelivery> {
        self.lock().queues.values_mut().flat_map(EndpointQueue::take_all).collect()
    }

    /// Returns how many attempts run or have an unwritten result.
    pub(super) fn under_way(&self) -> usize {
        self.lock().queues.values().map(EndpointQueue::under_way).sum()
    }

    /// Returns how many deliveries wait, run or have an unwritten result.
    pub(super) fn len(&self) -> usize {
        self.lock().queues.values().map(EndpointQueue::len).sum()
    }
}
