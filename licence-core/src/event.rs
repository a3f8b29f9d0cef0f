//! Events: what happened, with ids that sort in the order of recording (specification 6).

pub mod cursor;
mod data;
pub mod feed;
mod id;
mod ping;
mod summary;

pub use data::{
    ActionAdded, CoverageChanged, EventData, LicenceExpiring, LicenceIssued, StatusChanged,
};
pub use id::{EventId, EventIds, InvalidEventId};
pub use ping::{PING_EVENT, Ping, PingData};
pub use summary::{EventSubject, EventSummary};

use serde::Serialize;

use crate::operator::OperatorId;
use crate::period::Period;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// The version of every payload (decisions 3).
pub const API_VERSION: &str = "2026-04-20";

/// How long events are kept unless the configuration says otherwise (decisions 1).
pub const EVENT_RETENTION: Period = Period::from_hours(30 * 24);

wire_enum! {
    /// The names an endpoint can subscribe to (specification 6.1).
    pub enum EventName: "event name" {
        /// A licence moved between statuses other than into `expired`.
        StatusChanged = "license.status_changed",
        /// An active licence expires exactly 30 days ahead.
        Expiring30d = "license.expiring_30d",
        /// An active licence expires exactly 60 days ahead.
        Expiring60d = "license.expiring_60d",
        /// An active licence expires exactly 90 days ahead.
        Expiring90d = "license.expiring_90d",
        /// A register read shows that the status became `expired`.
        Expired = "license.expired",
        /// A licence was observed for the first time.
        Issued = "license.issued",
        /// An enforcement action was added.
        ActionAdded = "regulatory_action.added",
        /// A register went past its freshness target.
        CoverageDegraded = "coverage.degraded",
        /// A register is within its freshness target again.
        CoverageRestored = "coverage.restored",
        /// Reserved: accepted in a subscription, never emitted.
        EndpointDegraded = "webhook.endpoint_degraded",
    }
}

/// Who receives an event (specification 6.1).
///
/// Exhaustive, because an event must reach its receivers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventScope {
    /// An event of an operator: for the accounts that watch it, in webhooks and feed.
    Tenant,
    /// An event of a register or of the service: for all accounts, in webhooks only.
    Global,
}

impl EventName {
    /// Returns who receives events of this name.
    pub const fn scope(self) -> EventScope {
        match self {
            Self::StatusChanged
            | Self::Expiring30d
            | Self::Expiring60d
            | Self::Expiring90d
            | Self::Expired
            | Self::Issued
            | Self::ActionAdded => EventScope::Tenant,
            Self::CoverageDegraded | Self::CoverageRestored | Self::EndpointDegraded => {
                EventScope::Global
            }
        }
    }
}

/// An event before it is recorded. The transaction that records it gives it its id.
#[derive(Clone, Debug, PartialEq)]
pub struct EventDraft {
    /// What happened.
    pub name: EventName,
    /// The operator concerned; `None` for events of a register and for actions without a linked
    /// operator.
    pub operator_id: Option<OperatorId>,
    /// The data of the event.
    pub data: EventData,
}

/// A recorded event in its envelope (specification 2.14). A [`Ping`] has the same envelope.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event<Name = EventName, Data = EventData> {
    /// What happened.
    pub event: Name,
    /// Sorts in the order of recording. Receivers recognise repeated deliveries by it.
    pub event_id: EventId,
    /// [`API_VERSION`].
    pub api_version: &'static str,
    /// When it was emitted, not when the change happened.
    pub timestamp: Timestamp,
    /// False only for `test.ping`.
    pub livemode: bool,
    /// The data of the event.
    pub data: Data,
}

impl Event {
    /// Returns the event that a draft becomes when it is recorded.
    pub fn recorded(draft: EventDraft, event_id: EventId, timestamp: Timestamp) -> Self {
        Self {
            event: draft.name,
            event_id,
            api_version: API_VERSION,
            timestamp,
            livemode: true,
            data: draft.data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scope_is_told_by_the_name() {
        for name in EventName::ALL {
            let is_tenants = ["license.", "regulatory_action."]
                .iter()
                .any(|prefix| name.as_str().starts_with(prefix));
            assert_eq!(name.scope() == EventScope::Tenant, is_tenants, "{name}");
        }
    }
}
