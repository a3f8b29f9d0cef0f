//! All ways to endpoints: who gets how many places.

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

/// With so many answers that are not written, of all endpoints, nobody runs ahead any more: were the
/// sender killed, these would be made again.
const MAX_UNWRITTEN: usize = SLOTS;
/// How many endpoints one claim is made for at most.
const ENDPOINTS_PER_CLAIM: usize = 64;

/// All ways to endpoints.
#[derive(Debug, Default)]
pub(super) struct Dispatcher(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    queues: BTreeMap<WebhookId, EndpointQueue>,
    /// How many attempts ended and are not written yet.
    unwritten: usize,
    /// The first for whom there was no place: the next claim begins there, so that everyone has a
    /// turn.
    next: Option<WebhookId>,
}

impl Dispatcher {
    /// Lanes of counters and queues: whoever panicked left whole ones.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many deliveries may be claimed for each endpoint that has something due; none while no
    /// lane is low, and then for all that have room.
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

    /// Takes in what was claimed after `begun_at`, and tells how much came for which endpoint.
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

    /// The next delivery for an endpoint, which changed last at that time, when there is a place for
    /// it; and the count for its header.
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

    /// An attempt at an endpoint ended after so long: with a success, with a failure, or without a
    /// result.
    pub(super) fn end(&self, id: WebhookId, answer: Option<bool>, took: Duration) {
        let mut inner = self.lock();
        inner.unwritten += usize::from(answer.is_some());
        if let Some(queue) = inner.queues.get_mut(&id) {
            queue.end(answer, took);
        }
    }

    /// Learns what endpoints count now, and that so many attempts at them were written.
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

    /// Forgets endpoints that had nothing for a while.
    pub(super) fn forget(&self) {
        self.lock().queues.retain(|_, queue| !queue.is_forgettable());
    }

    /// What waits and should not any more; endpoints changed at these times.
    pub(super) fn take_stale(
        &self,
        changed_at: impl Fn(WebhookId) -> Option<Instant>,
    ) -> Vec<ClaimedDelivery> {
        let mut inner = self.lock();
        let stale =
            |(id, queue): (&WebhookId, &mut EndpointQueue)| queue.take_stale(changed_at(*id));
        inner.queues.iter_mut().flat_map(stale).collect()
    }

    /// Everything that waits.
    pub(super) fn take_all(&self) -> Vec<ClaimedDelivery> {
        self.lock().queues.values_mut().flat_map(EndpointQueue::take_all).collect()
    }

    /// How many attempts go on or are to be written.
    pub(super) fn under_way(&self) -> usize {
        self.lock().queues.values().map(EndpointQueue::under_way).sum()
    }

    /// How many deliveries are held.
    pub(super) fn len(&self) -> usize {
        self.lock().queues.values().map(EndpointQueue::len).sum()
    }
}
