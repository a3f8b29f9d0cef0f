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
mod tests {
    use super::*;
    use crate::event::EventIds;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn deliveries_are_asked_for_by_status_and_limit() {
        let all = DeliveryQuery::parse(None, None).unwrap();
        assert_eq!((all.status, all.limit), (None, 100));
        assert_eq!(DeliveryQuery::parse(Some("all"), Some("100")), Ok(all));
        for status in DeliveryStatus::ALL {
            let expected = DeliveryQuery { status: Some(*status), limit: 1, ..all };
            assert_eq!(DeliveryQuery::parse(Some(status.as_str()), Some("1")), Ok(expected));
        }
    }

    #[test]
    fn the_first_invalid_filter_is_named() {
        let none = DeliveryFilters::default();
        for (filters, field) in [
            (DeliveryFilters { status: Some("done"), event_type: Some("x"), ..none }, "status"),
            (DeliveryFilters { status: Some("ALL"), ..none }, "status"),
            (DeliveryFilters { status: Some(""), limit: Some("0"), ..none }, "status"),
            (DeliveryFilters { event_type: Some("test.ping"), since: Some("x"), ..none }, "type"),
            (DeliveryFilters { since: Some("yesterday"), until: Some("x"), ..none }, "since"),
            (DeliveryFilters { until: Some("2026-13-01"), before: Some("x"), ..none }, "until"),
            (DeliveryFilters { before: Some("evt_1"), limit: Some("0"), ..none }, "before"),
            (DeliveryFilters { limit: Some("0"), ..none }, "limit"),
            (DeliveryFilters { limit: Some("201"), ..none }, "limit"),
            (DeliveryFilters { limit: Some("-1"), ..none }, "limit"),
        ] {
            let error = DeliveryQuery::from_filters(&filters).unwrap_err();
            assert_eq!(error.field(), field, "{filters:?} {error}");
        }
    }

    #[test]
    fn times_are_ranges_of_ids() {
        for (since, until, recorded, is_wanted) in [
            (None, None, "2026-11-01T06:00:00Z", true),
            (Some("2026-11-01T06:00:00Z"), None, "2026-11-01T06:00:00Z", true),
            (Some("2026-11-01T06:00:00.001Z"), None, "2026-11-01T06:00:00Z", false),
            (None, Some("2026-11-01T06:00:00Z"), "2026-11-01T06:00:00Z", false),
            (None, Some("2026-11-01T06:00:00.001Z"), "2026-11-01T06:00:00Z", true),
            (Some("2026-11-01"), Some("2026-11-02"), "2026-11-01T00:00:00Z", true),
            (Some("2026-11-01"), Some("2026-11-02"), "2026-11-01T23:59:59.999Z", true),
            (Some("2026-11-01"), Some("2026-11-02"), "2026-11-02T00:00:00Z", false),
            (Some("2026-11-01T08:00:00+02:00"), None, "2026-11-01T06:00:00Z", true),
        ] {
            let filters = DeliveryFilters { since, until, ..DeliveryFilters::default() };
            let query = DeliveryQuery::from_filters(&filters).unwrap();
            for entropy in [0, u128::MAX] {
                let id = EventIds::after(None, at(recorded)).next(entropy);
                let is_after = query.after_id().is_none_or(|after| id > after);
                let is_found = is_after && query.last_id().is_none_or(|last| id <= last);
                assert_eq!(is_found, is_wanted, "{since:?} {until:?} {recorded}");
            }
        }
    }
}
