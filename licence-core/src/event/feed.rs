//! Polling the events of the watched operators (specification 4.3, decisions 3, "Feed").

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::EventId;
use super::cursor::{Cursor, InvalidCursor};
use crate::account::plan::Cap;
use crate::account::quota::Tally;
use crate::lookup::{InvalidPage, Page, PageRules};
use crate::period::Period;
use crate::time::{InvalidTimestamp, Timestamp, with_plus};

const SECONDS_PER_HOUR: u64 = 3_600;

/// Why a poll is refused.
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FeedError {
    /// Both `since` and `cursor` are present.
    #[error("since and cursor exclude each other: a cursor says where to go on")]
    BothSinceAndCursor,
    /// `since` is not a timestamp.
    #[error("since: {0}")]
    Since(#[from] InvalidTimestamp),
    /// `since` is before the oldest event that is kept.
    #[error("since {since} is too long ago; events are kept from {oldest} on")]
    SinceTooOld {
        /// The value.
        since: Timestamp,
        /// The first instant that is not refused.
        oldest: Timestamp,
    },
    /// `cursor` is not a cursor.
    #[error("cursor: {0}")]
    Cursor(#[from] InvalidCursor),
    /// `limit` is not a number from 1 to 500.
    #[error(transparent)]
    Limit(#[from] InvalidPage),
}

impl FeedError {
    /// Returns the name of the invalid parameter.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::BothSinceAndCursor | Self::Cursor(_) => "cursor",
            Self::Since(_) | Self::SinceTooOld { .. } => "since",
            Self::Limit(page) => page.field(),
        }
    }
}

/// The parameters of a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedQuery {
    /// The events after this one, which need not exist.
    pub after: EventId,
    /// The most events to return.
    pub limit: u64,
}

impl FeedQuery {
    /// Parses the parameters of a poll at `now` of a feed that keeps events for `window`. `since`
    /// is exclusive. Without `since` and `cursor` the page begins at the oldest event that is kept.
    ///
    /// # Errors
    /// [`FeedError`], the first that applies in its order.
    pub fn parse(
        since: Option<&str>,
        cursor: Option<&str>,
        limit: Option<&str>,
        now: Timestamp,
        window: Period,
    ) -> Result<Self, FeedError> {
        let oldest = now.earlier_by(window.0);
        let after = match (since, cursor) {
            (Some(_), Some(_)) => return Err(FeedError::BothSinceAndCursor),
            (None, Some(cursor)) => cursor.parse::<Cursor>()?.0,
            (Some(since), None) => {
                let since: Timestamp = with_plus(since).parse()?;
                if since < oldest {
                    return Err(FeedError::SinceTooOld { since, oldest });
                }
                EventId::last_at(since)
            }
            (None, None) => EventId::last_at(oldest),
        };
        let Page { limit, .. } = PageRules::WATCHLIST_EVENTS.page(limit, None)?;
        Ok(Self { after, limit })
    }

    /// Returns the query with a position no later than the newest event on record, which the caller
    /// looks up before the page. The next event gets an id after that one, but perhaps before now,
    /// because its transaction may have begun earlier. A later position would skip that event.
    #[must_use]
    pub fn not_ahead_of(self, newest: Option<EventId>) -> Self {
        Self { after: self.after.min(newest.unwrap_or(EventId::NONE)), ..self }
    }
}

/// A page of the feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FeedPage<E> {
    /// The envelopes, in the order of their ids, which is that of their recording.
    pub events: Vec<E>,
    /// Where the next page begins, also after an empty page.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, max_length = 512))]
    pub next_cursor: Option<Cursor>,
    /// Whether there are events after this page already.
    pub has_more: bool,
}

impl<E> FeedPage<E> {
    /// Returns the page of a query, from the events after its place in ascending order: up to one
    /// more than its limit, to know whether there are more.
    pub fn from_events(query: FeedQuery, mut found: Vec<(EventId, E)>) -> Self {
        let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
        let has_more = found.len() > limit;
        found.truncate(limit);
        let last = found.last().map_or(query.after, |(id, _)| *id);
        let events = found.into_iter().map(|(_, event)| event).collect();
        Self { events, next_cursor: Some(Cursor(last)), has_more }
    }
}

/// Returns how often a poller should ask, in whole seconds: its polls spread evenly over the hour.
/// Without a cap it may ask every second.
pub fn recommended_interval(polls_per_hour: Cap) -> u64 {
    match polls_per_hour.at_most() {
        None => 1,
        Some(polls) => SECONDS_PER_HOUR.div_ceil(polls.max(1)),
    }
}

/// Returns the `X-Poll-…` headers of a poll from the use of its limit.
pub fn poll_headers(polls: &Tally) -> Vec<(&'static str, String)> {
    let mut headers = vec![("X-Poll-RateLimit-Limit", polls.cap.to_string())];
    if let Some(remaining) = polls.remaining() {
        headers.push(("X-Poll-RateLimit-Remaining", remaining.to_string()));
    }
    headers.extend([
        ("X-Poll-RateLimit-Reset", polls.resets_at.to_string()),
        ("X-Poll-RateLimit-Window", "hour".to_owned()),
        ("X-Poll-Recommended-Interval", recommended_interval(polls.cap).to_string()),
    ]);
    headers
}

#[cfg(test)]
mod tests;
