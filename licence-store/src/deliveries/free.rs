//! The places that a claim may still give, beside what a sender holds.

use super::lane::{FULL_WIDTH, Lane};

/// How many attempts a sender makes at once at most.
pub(super) const PLACES: usize = 1_024;
/// How many of these endpoints get that did not answer well of late: however many of them hang,
/// there are places for the others.
const UNPROVEN_PLACES: usize = PLACES / 2;
/// How many deliveries wait for their turn at most.
pub(super) const WAITING: usize = 2 * PLACES;

/// What a claim may still give.
pub(super) struct Free {
    places: usize,
    unproven: usize,
    waiting: usize,
}

impl Free {
    /// What these leave.
    pub(super) fn beside<'l>(lanes: impl Iterator<Item = &'l Lane>) -> Self {
        let mut free = Self { places: PLACES, unproven: UNPROVEN_PLACES, waiting: WAITING };
        for lane in lanes {
            free.take_away(lane, lane.reach(), lane.waiting());
        }
        free
    }

    pub(super) fn is_none(&self) -> bool {
        self.places == 0 || self.waiting == 0
    }

    /// As many of the deliveries that a lane has room for as there are places for.
    pub(super) fn take(&mut self, lane: &Lane, room: usize) -> usize {
        let places = if lane.is_unproven() { self.unproven.min(self.places) } else { self.places };
        // What comes on top of a full width only waits: it takes no place.
        let grows = FULL_WIDTH.saturating_sub(lane.reach());
        let given = room.min(self.waiting).min(if places < grows { places } else { room });
        self.take_away(lane, grows.min(given), given);
        given
    }

    fn take_away(&mut self, lane: &Lane, places: usize, waiting: usize) {
        self.places = self.places.saturating_sub(places);
        self.waiting = self.waiting.saturating_sub(waiting);
        if lane.is_unproven() {
            self.unproven = self.unproven.saturating_sub(places);
        }
    }
}
