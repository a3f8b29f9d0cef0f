//! The dispatcher: which endpoint may claim and attempt how many deliveries.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use licence_core::webhook::WebhookId;
use uuid::Uuid;

use super::claim::ClaimedDelivery;
use super::endpoint_queue::{EndpointQueue, FULL_WIDTH};

/// The most attempts that a sender makes at once.
const SLOTS: usize = 1_024;
/// Endpoints with recent failures share at most half of the slots, so that hanging endpoints leave
/// slots for the others.
const UNPROVEN_SLOTS: usize = SLOTS / 2;
/// The most deliveries that wait for a slot.
const MAX_WAITING: usize = 2 * SLOTS;
/// The most unwritten results, of all endpoints, at which attempts still begin ahead of the writes.
/// A sender that is killed repeats these attempts.
const MAX_UNWRITTEN: usize = SLOTS;
/// How long the queue of an idle endpoint is kept.
const MEMORY: Duration = Duration::from_secs(60);
/// The most endpoints of one claim.
const ENDPOINTS_PER_CLAIM: usize = 64;

/// The queues of all endpoints.
#[derive(Default)]
pub(super) struct Dispatcher {
    queues: BTreeMap<WebhookId, EndpointQueue>,
    in_flight: usize,
    unwritten: usize,
    /// The first endpoint that got no capacity. The next claim begins there, so that every endpoint
    /// gets its turn.
    next: Option<WebhookId>,
}

impl Dispatcher {
    /// Returns how many deliveries to claim for each of these endpoints: for all with free room once
    /// one queue is low, and for none before.
    pub(super) fn claim_limits(&mut self, due: &BTreeSet<WebhookId>) -> Vec<(WebhookId, usize)> {
        let new = EndpointQueue::default();
        let queue = |id| self.queues.get(id).unwrap_or(&new);
        let share = MAX_WAITING / due.len().max(1);
        if !due.iter().any(|id| queue(id).is_low(share)) {
            return Vec::new();
        }
        let mut capacity = Capacity::beside(self.queues.values());
        let next = self.next.unwrap_or(WebhookId(Uuid::nil()));
        let (mut limits, mut refused) = (Vec::new(), None);
        for id in due.range(next..).chain(due.range(..next)) {
            let is_used_up = capacity.slots == 0 || capacity.waiting == 0;
            if limits.len() == ENDPOINTS_PER_CLAIM || is_used_up {
                refused.get_or_insert(*id);
                break;
            }
            let free_room = queue(id).free_room(share);
            match capacity.take(queue(id), free_room) {
                0 if free_room > 0 => drop(refused.get_or_insert(*id)),
                0 => {}
                granted => limits.push((*id, granted)),
            }
        }
        self.next = refused;
        limits
    }

    /// Queues claimed deliveries, and returns how many arrived for each endpoint.
    pub(super) fn queue(&mut self, claimed: Vec<ClaimedDelivery>) -> HashMap<WebhookId, usize> {
        let mut arrived: HashMap<WebhookId, usize> = HashMap::new();
        for claimed in claimed {
            let id = claimed.endpoint();
            self.queues.entry(id).or_default().push(claimed);
            *arrived.entry(id).or_default() += 1;
        }
        arrived
    }

    /// Takes the next delivery of an endpoint if it has a free slot, with the count for its header.
    pub(super) fn begin(&mut self, id: WebhookId) -> Option<(ClaimedDelivery, u64)> {
        let next = self.queues.get_mut(&id)?.begin(self.unwritten < MAX_UNWRITTEN)?;
        self.in_flight += 1;
        Some(next)
    }

    /// Records that an attempt ended: whether it succeeded (`None` without a result), and how long
    /// it took.
    pub(super) fn end(&mut self, id: WebhookId, answer: Option<bool>, took: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.unwritten += usize::from(answer.is_some());
        if let Some(queue) = self.queues.get_mut(&id) {
            queue.end(answer, took);
        }
    }

    /// Records that `count` results of an endpoint were written, and its count of missed deliveries
    /// after them, unless the endpoint was deleted.
    pub(super) fn end_write(&mut self, id: WebhookId, count: usize, missed: Option<u64>) {
        self.unwritten = self.unwritten.saturating_sub(count);
        if let Some(queue) = self.queues.get_mut(&id) {
            queue.end_write(count, missed);
        }
    }

    /// Takes the waiting deliveries of an endpoint that became stale. `changed_at` is the last
    /// change of the endpoint.
    pub(super) fn take_stale(
        &mut self,
        id: WebhookId,
        changed_at: Option<Instant>,
    ) -> Vec<ClaimedDelivery> {
        self.queues.get_mut(&id).map(|queue| queue.take_stale(changed_at)).unwrap_or_default()
    }

    pub(super) fn take_all(&mut self) -> Vec<ClaimedDelivery> {
        self.queues.values_mut().flat_map(|queue| queue.waiting.drain(..)).collect()
    }

    /// Returns the endpoints with waiting deliveries.
    pub(super) fn waiting(&self) -> Vec<WebhookId> {
        let waiting = self.queues.iter().filter(|(_, queue)| !queue.waiting.is_empty());
        waiting.map(|(id, _)| *id).collect()
    }

    pub(super) fn forget_idle(&mut self) {
        self.queues.retain(|_, queue| !queue.is_empty() || queue.last_used.elapsed() <= MEMORY);
    }

    /// Returns how many attempts run or have an unwritten result.
    pub(super) fn under_way(&self) -> usize {
        self.in_flight + self.unwritten
    }
}

/// How many more deliveries a sender may claim.
struct Capacity {
    slots: usize,
    unproven: usize,
    waiting: usize,
}

impl Capacity {
    /// Returns the capacity that these queues leave.
    fn beside<'l>(queues: impl Iterator<Item = &'l EndpointQueue>) -> Self {
        let mut capacity = Self { slots: SLOTS, unproven: UNPROVEN_SLOTS, waiting: MAX_WAITING };
        for queue in queues {
            capacity.reduce(queue, queue.attempts_when_wide(), queue.waiting.len());
        }
        capacity
    }

    /// Takes capacity for up to `free_room` deliveries of a queue, and returns for how many.
    fn take(&mut self, queue: &EndpointQueue, free_room: usize) -> usize {
        let slots = if queue.is_unproven() { self.unproven.min(self.slots) } else { self.slots };
        // Deliveries beyond the full width only wait: they take no slot.
        let grows = FULL_WIDTH.saturating_sub(queue.attempts_when_wide());
        let granted =
            free_room.min(self.waiting).min(if slots < grows { slots } else { free_room });
        self.reduce(queue, grows.min(granted), granted);
        granted
    }

    fn reduce(&mut self, queue: &EndpointQueue, slots: usize, waiting: usize) {
        self.slots = self.slots.saturating_sub(slots);
        self.waiting = self.waiting.saturating_sub(waiting);
        if queue.is_unproven() {
            self.unproven = self.unproven.saturating_sub(slots);
        }
    }
}
