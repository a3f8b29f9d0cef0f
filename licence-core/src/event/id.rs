//! Event ids: `evt_` and a ULID, ascending in the order of recording.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use ulid::Ulid;

use crate::text::quoted;
use crate::text_serde::serde_by_text;
use crate::time::Timestamp;

const PREFIX: &str = "evt_";

/// The id of an event. Ids compare as their texts do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(Ulid);

/// The text is no event id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not an event id: evt_ and 26 characters of Crockford's base 32")]
pub struct InvalidEventId(String);

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.0)
    }
}

impl FromStr for EventId {
    type Err = InvalidEventId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ulid = text.strip_prefix(PREFIX).and_then(|ulid| Ulid::from_string(ulid).ok());
        // A ULID may be read from lower case; an id has one spelling.
        ulid.map(Self)
            .filter(|id| id.to_string() == text)
            .ok_or_else(|| InvalidEventId(quoted(text)))
    }
}

serde_by_text!(EventId);

impl EventId {
    /// An id that sorts before that of every event.
    pub const NONE: Self = Self(Ulid::nil());

    /// Returns the greatest id of an event emitted by this instant, so that every id after it
    /// belongs to a later event. After a clock was set back, the time in an id may be later than
    /// that of its event, but never earlier; so no later event is skipped.
    pub fn last_at(instant: Timestamp) -> Self {
        Self::at(instant, u128::MAX)
    }

    fn at(instant: Timestamp, random: u128) -> Self {
        Self(Ulid::from_parts(u64::try_from(instant.epoch_millis()).unwrap_or(0), random))
    }

    pub(super) fn to_bytes(self) -> [u8; 16] {
        self.0.0.to_be_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Ulid(u128::from_be_bytes(bytes)))
    }
}

/// Makes the event ids of one transaction. Each id is greater than the one before and than every
/// recorded one, even if the clocks of the processes differ.
#[derive(Clone, Copy, Debug)]
pub struct EventIds {
    last: Option<EventId>,
    now: Timestamp,
}

impl EventIds {
    /// Returns a source of ids of `now` that follow the last recorded one.
    pub fn after(last: Option<EventId>, now: Timestamp) -> Self {
        Self { last, now }
    }

    /// Returns the next id. It uses 80 of the 128 bits of entropy.
    pub fn next(&mut self, entropy: u128) -> EventId {
        let fresh = EventId::at(self.now, entropy);
        // It is of the next millisecond if the ids of one millisecond are used up.
        let after = |EventId(Ulid(last))| EventId(Ulid(last.saturating_add(1)));
        let next = self.last.map_or(fresh, |last| fresh.max(after(last)));
        self.last = Some(next);
        next
    }
}

#[cfg(test)]
mod tests;
