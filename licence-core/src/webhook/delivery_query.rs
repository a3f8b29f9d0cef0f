//! Which deliveries of an endpoint to list.

use std::time::Duration;

use thiserror::Error;

use super::delivery::DeliveryStatus;
use crate::UnknownWord;
use crate::event::{EventId, EventName, InvalidEventId};
use crate::lookup::{InvalidPage, PageRules};
use crate::text::quoted;
use crate::time::Timestamp;

/// Which deliveries to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryQuery {
    /// Deliveries with this status; all of them when `None`.
    pub status: Option<DeliveryStatus>,
    /// Deliveries of events of this name.
    pub event_type: Option<EventName>,
    /// Deliveries of events that were recorded at this instant or later.
    pub since: Option<Timestamp>,
    /// Deliveries of events that were recorded before this instant.
    pub until: Option<Timestamp>,
    /// Deliveries of events that were recorded before this one.
    pub before: Option<EventId>,
    /// The most deliveries to return.
    pub limit: u64,
}

/// The filters of a list of deliveries, as they were written.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeliveryFilters<'t> {
    /// A status, or `all`.
    pub status: Option<&'t str>,
    /// The name of an event.
    pub event_type: Option<&'t str>,
    /// A day or an instant.
    pub since: Option<&'t str>,
    /// A day or an instant.
    pub until: Option<&'t str>,
    /// The id of an event.
    pub before: Option<&'t str>,
    /// A number.
    pub limit: Option<&'t str>,
}

/// Why a list of deliveries is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeliveryQueryError {
    /// `status` is neither `all` nor a status.
    #[error("{0}, or all")]
    Status(UnknownWord),
    /// `type` is no name of an event.
    #[error(transparent)]
    EventType(UnknownWord),
    /// `since` or `until` is neither a day nor an instant.
    #[error(
        "{field} is {given}; it is a day such as 2026-11-01, or an instant such as \
         2026-11-01T06:00:00Z"
    )]
    Time {
        /// The name of the filter.
        field: &'static str,
        /// Its value, shortened.
        given: String,
    },
    /// `before` is no id of an event.
    #[error(transparent)]
    Before(#[from] InvalidEventId),
    /// `limit` is no number of 1 to 200.
    #[error(transparent)]
    Limit(#[from] InvalidPage),
}

impl DeliveryQueryError {
    /// Returns the name of the invalid parameter.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Status(_) => "status",
            Self::EventType(_) => "type",
            Self::Time { field, .. } => field,
            Self::Before(_) => "before",
            Self::Limit(page) => page.field(),
        }
    }
}

impl DeliveryQuery {
    /// The word for deliveries of any status.
    pub const ALL: &'static str = "all";

    /// Parses the two parameters that the API has.
    ///
    /// # Errors
    /// [`DeliveryQueryError`], the first that applies in its order.
    pub fn parse(status: Option<&str>, limit: Option<&str>) -> Result<Self, DeliveryQueryError> {
        Self::from_filters(&DeliveryFilters { status, limit, ..DeliveryFilters::default() })
    }

    /// Parses filters.
    ///
    /// # Errors
    /// [`DeliveryQueryError`], the first that applies in its order.
    pub fn from_filters(filters: &DeliveryFilters<'_>) -> Result<Self, DeliveryQueryError> {
        let status = filters.status.filter(|word| *word != Self::ALL).map(str::parse).transpose();
        let event_type = filters.event_type.map(str::parse).transpose();
        Ok(Self {
            status: status.map_err(DeliveryQueryError::Status)?,
            event_type: event_type.map_err(DeliveryQueryError::EventType)?,
            since: instant("since", filters.since)?,
            until: instant("until", filters.until)?,
            before: filters.before.map(str::parse).transpose()?,
            limit: PageRules::DELIVERIES.page(filters.limit, None)?.limit,
        })
    }

    /// Returns the id after which the ids of the wanted events come.
    pub fn after_id(&self) -> Option<EventId> {
        self.since.map(last_before)
    }

    /// Returns the greatest id that the wanted events may have.
    pub fn last_id(&self) -> Option<EventId> {
        self.until.map(last_before)
    }
}

fn last_before(instant: Timestamp) -> EventId {
    EventId::last_at(instant.earlier_by(Duration::from_millis(1)))
}

fn instant(
    field: &'static str,
    text: Option<&str>,
) -> Result<Option<Timestamp>, DeliveryQueryError> {
    let invalid = |text| DeliveryQueryError::Time { field, given: quoted(text) };
    let parse = |text| Timestamp::from_day_or_instant(text).map_err(|_| invalid(text));
    text.map(parse).transpose()
}

#[cfg(test)]
mod tests;
