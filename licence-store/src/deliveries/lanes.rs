//! All ways to endpoints: who gets how many places.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::EndpointCounters;
use uuid::Uuid;

use super::Claimed;
use super::free::{Free, PLACES, WAITING};
use super::lane::Lane;

/// With so many answers that are not written, of all endpoints, nobody runs ahead any more: were the
/// sender killed, these would be made again.
const MOST_UNWRITTEN: usize = PLACES;
/// How many endpoints one claim is made for at most.
const ENDPOINTS_A_CLAIM: usize = 64;

/// All ways to endpoints.
#[derive(Debug, Default)]
pub(super) struct Lanes(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    lanes: BTreeMap<WebhookId, Lane>,
    /// How many attempts ended and are not written yet.
    unwritten: usize,
    /// The first for whom there was no place: the next claim begins there, so that everyone has a
    /// turn.
    next: Option<WebhookId>,
}

impl Lanes {
    /// Lanes of counters and queues: whoever panicked left whole ones.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many deliveries may be claimed for each endpoint that has something due; none while no
    /// lane is low, and then for all that have room.
    pub(super) fn places(&self, due: &BTreeSet<WebhookId>) -> Vec<(WebhookId, usize)> {
        let mut inner = self.lock();
        let new = Lane::default();
        let share = WAITING / due.len().max(1);
        if !due.iter().any(|id| inner.lanes.get(id).unwrap_or(&new).is_low(share)) {
            return Vec::new();
        }
        let mut free = Free::beside(inner.lanes.values());
        let next = inner.next.take().unwrap_or(WebhookId(Uuid::nil()));
        let (mut places, mut refused) = (Vec::new(), None);
        for id in due.range(next..).chain(due.range(..next)) {
            if places.len() == ENDPOINTS_A_CLAIM || free.is_none() {
                refused.get_or_insert(*id);
                break;
            }
            let lane = inner.lanes.get(id).unwrap_or(&new);
            let room = lane.room(share);
            match free.take(lane, room) {
                0 if room > 0 => drop(refused.get_or_insert(*id)),
                0 => {}
                given => places.push((*id, given)),
            }
        }
        inner.next = refused;
        places
    }

    /// Takes in what was claimed after `asked_at`, and tells how much came for which endpoint.
    pub(super) fn take_in(
        &self,
        claimed: Vec<Claimed>,
        asked_at: Instant,
    ) -> HashMap<WebhookId, usize> {
        let mut inner = self.lock();
        let mut arrived: HashMap<WebhookId, usize> = HashMap::new();
        for claimed in claimed {
            let id = claimed.target.id;
            inner.lanes.entry(id).or_default().push(claimed, asked_at);
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
    ) -> Option<(Claimed, u64)> {
        let mut inner = self.lock();
        let may_run_ahead = inner.unwritten < MOST_UNWRITTEN;
        let lane = inner.lanes.get_mut(&id)?;
        let claimed = lane.begin(may_run_ahead, changed_at)?;
        Some((claimed, lane.missed_deliveries()))
    }

    /// An attempt at an endpoint ended after so long: with a success, with a failure, or without a
    /// result.
    pub(super) fn end(&self, id: WebhookId, answer: Option<bool>, took: Duration) {
        let mut inner = self.lock();
        inner.unwritten += usize::from(answer.is_some());
        if let Some(lane) = inner.lanes.get_mut(&id) {
            lane.end(answer, took);
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
            if let Some(lane) = inner.lanes.get_mut(id) {
                lane.write(*count);
            }
            inner.unwritten = inner.unwritten.saturating_sub(*count);
        }
        for (id, counters) in counters {
            if let Some(lane) = inner.lanes.get_mut(id) {
                lane.count(counters.missed_deliveries);
            }
        }
    }

    /// Forgets endpoints that had nothing for a while.
    pub(super) fn forget(&self) {
        self.lock().lanes.retain(|_, lane| !lane.is_forgettable());
    }

    /// What waits and should not any more; endpoints changed at these times.
    pub(super) fn take_stale(
        &self,
        changed_at: impl Fn(WebhookId) -> Option<Instant>,
    ) -> Vec<Claimed> {
        let mut inner = self.lock();
        let stale = |(id, lane): (&WebhookId, &mut Lane)| lane.take_stale(changed_at(*id));
        inner.lanes.iter_mut().flat_map(stale).collect()
    }

    /// Everything that waits.
    pub(super) fn take_all(&self) -> Vec<Claimed> {
        self.lock().lanes.values_mut().flat_map(Lane::take_all).collect()
    }

    /// How many attempts go on or are to be written.
    pub(super) fn under_way(&self) -> usize {
        self.lock().lanes.values().map(Lane::under_way).sum()
    }

    /// How many deliveries are held.
    pub(super) fn held(&self) -> usize {
        self.lock().lanes.values().map(Lane::held).sum()
    }
}
