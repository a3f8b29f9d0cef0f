//! The capacity of a sender: how many deliveries it may still claim, and for whom.

use super::endpoint_queue::{EndpointQueue, FULL_WIDTH};

/// The most attempts that a sender makes at once.
pub(super) const SLOTS: usize = 1_024;
/// Endpoints with recent failures share at most half of the slots, so that hanging endpoints leave
/// slots for the others.
const UNPROVEN_SLOTS: usize = SLOTS / 2;
/// The most deliveries that wait for a slot.
pub(super) const MAX_WAITING: usize = 2 * SLOTS;

/// How many more deliveries a sender may claim.
pub(super) struct Capacity {
    slots: usize,
    unproven: usize,
    waiting: usize,
}

impl Capacity {
    /// Returns the capacity that these queues leave.
    pub(super) fn beside<'l>(dispatcher: impl Iterator<Item = &'l EndpointQueue>) -> Self {
        let mut capacity = Self { slots: SLOTS, unproven: UNPROVEN_SLOTS, waiting: MAX_WAITING };
        for lane in dispatcher {
            capacity.take_away(lane, lane.attempts_when_wide(), lane.waiting());
        }
        capacity
    }

    pub(super) fn is_none(&self) -> bool {
        self.slots == 0 || self.waiting == 0
    }

    /// Takes capacity for up to `free_room` deliveries of a queue, and returns for how many.
    pub(super) fn take(&mut self, lane: &EndpointQueue, free_room: usize) -> usize {
        let slots = if lane.is_unproven() { self.unproven.min(self.slots) } else { self.slots };
        // Deliveries beyond the full width only wait: they take no slot.
        let grows = FULL_WIDTH.saturating_sub(lane.attempts_when_wide());
        let granted =
            free_room.min(self.waiting).min(if slots < grows { slots } else { free_room });
        self.take_away(lane, grows.min(granted), granted);
        granted
    }

    fn take_away(&mut self, lane: &EndpointQueue, slots: usize, waiting: usize) {
        self.slots = self.slots.saturating_sub(slots);
        self.waiting = self.waiting.saturating_sub(waiting);
        if lane.is_unproven() {
            self.unproven = self.unproven.saturating_sub(slots);
        }
    }
}
