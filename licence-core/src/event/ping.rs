//! The event that a test of an endpoint sends (specification 4.4, decisions 3). It is not recorded,
//! and no endpoint can subscribe to it.

use serde::Serialize;

use super::{API_VERSION, Event, EventId};
use crate::time::Timestamp;
use crate::webhook::WebhookId;

/// The name of the event.
pub const PING_EVENT: &str = "test.ping";

/// The event of a test in its envelope.
pub type Ping = Event<&'static str, PingData>;

/// The data of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PingData {
    /// The endpoint that is tested.
    pub endpoint_id: WebhookId,
    /// A text for human readers.
    pub message: &'static str,
}

impl Ping {
    /// Returns the test event of an endpoint.
    pub fn new(endpoint_id: WebhookId, event_id: EventId, timestamp: Timestamp) -> Self {
        let message = "A test of this webhook endpoint. Nothing happened.";
        Self {
            event: PING_EVENT,
            event_id,
            api_version: API_VERSION,
            timestamp,
            livemode: false,
            data: PingData { endpoint_id, message },
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::event::{EventIds, EventName};

    #[test]
    fn a_test_has_the_envelope_of_an_event() {
        let id = EventIds::after(None, Timestamp::EPOCH).next(1);
        let ping = Ping::new(WebhookId(Uuid::from_u128(1)), id, Timestamp::EPOCH);
        let written = concat!(
            r#"{"event":"test.ping","event_id":"evt_00000000000000000000000001","#,
            r#""api_version":"2026-04-20","timestamp":"1970-01-01T00:00:00.000Z","#,
            r#""livemode":false,"data":{"endpoint_id":"00000000-0000-0000-0000-000000000001","#,
            r#""message":"A test of this webhook endpoint. Nothing happened."}}"#,
        );
        assert_eq!(serde_json::to_string(&ping).unwrap(), written);
        assert!(PING_EVENT.parse::<EventName>().is_err(), "nobody subscribes to it");
    }
}
