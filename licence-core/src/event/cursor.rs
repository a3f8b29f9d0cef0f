//! The position of a poller in the feed, opaque to the poller (specification 4.3).

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;

use super::EventId;
use crate::text::quoted;
use crate::text_serde::serde_by_text;

/// The longest cursor, in characters (specification 8).
pub const MAX_CURSOR_CHARS: usize = 512;
/// The first byte, which distinguishes these cursors from those of another version.
const VERSION: u8 = 1;

/// A position in the feed: just after the event of this id, which need not exist. Its text is
/// unpadded base64url.
///
/// ```
/// use licence_core::event::cursor::Cursor;
/// use licence_core::event::EventId;
///
/// let cursor = Cursor(EventId::last_at("2026-11-01T06:00:00Z".parse()?));
/// assert_eq!(cursor.to_string().parse(), Ok(cursor));
/// # Ok::<(), licence_core::time::InvalidTimestamp>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor(pub EventId);

/// The text is not a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidCursor {
    /// More than 512 characters.
    #[error("a cursor has at most 512 characters; this one has {0}")]
    TooLong(usize),
    /// The service did not issue it.
    #[error("{0} is not a cursor: pass next_cursor of the page before, unchanged")]
    NotOurs(String),
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = [VERSION; 17];
        bytes[1..].copy_from_slice(&self.0.to_bytes());
        f.pad(&URL_SAFE_NO_PAD.encode(bytes))
    }
}

impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let length = text.chars().count();
        if length > MAX_CURSOR_CHARS {
            return Err(InvalidCursor::TooLong(length));
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok();
        match bytes.as_deref().and_then(<[u8]>::split_first) {
            Some((&VERSION, id)) => id.try_into().ok(),
            _ => None,
        }
        .map(|id| Self(EventId::from_bytes(id)))
        .ok_or_else(|| InvalidCursor::NotOurs(quoted(text)))
    }
}

serde_by_text!(Cursor);

#[cfg(test)]
mod tests;
