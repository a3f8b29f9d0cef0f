//! Counters of the deliveries of an endpoint (specification 2.12 and 6.3, decisions 3).

use super::DeliveryStatus;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How the latest attempt of an endpoint ended (specification 2.12).
    pub enum LastDelivery: "last delivery status" {
        /// The receiver answered 2xx.
        Success = "success",
        /// The delivery ended without that.
        Failed = "failed",
        /// The delivery will be tried again.
        Retrying = "retrying",
    }
}

/// The counters of the deliveries of an endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndpointCounters {
    /// When a delivery last succeeded.
    pub last_delivered_at: Option<Timestamp>,
    /// How the latest attempt ended.
    pub last_delivery_status: Option<LastDelivery>,
    /// Failed attempts since the last success.
    pub failure_count: u64,
    /// Abandoned deliveries since the last success: `X-Service-Missed-Deliveries`.
    pub missed_deliveries: u64,
}

impl EndpointCounters {
    /// Returns the counters after an attempt that ended at `now` and left its delivery in `status`.
    /// A delivery that fails without an attempt is neither a failed attempt nor an abandoned one.
    pub fn after(self, status: DeliveryStatus, now: Timestamp) -> Self {
        let failure_count = self.failure_count.saturating_add(1);
        let missed_deliveries = self.missed_deliveries.saturating_add(1);
        let ended = |ended| Self { last_delivery_status: Some(ended), ..self };
        match status {
            DeliveryStatus::Delivered => Self {
                last_delivered_at: Some(now),
                last_delivery_status: Some(LastDelivery::Success),
                ..Self::default()
            },
            DeliveryStatus::Pending => Self { failure_count, ..ended(LastDelivery::Retrying) },
            DeliveryStatus::Abandoned => {
                Self { failure_count, missed_deliveries, ..ended(LastDelivery::Failed) }
            }
            DeliveryStatus::Failed => ended(LastDelivery::Failed),
        }
    }
}
