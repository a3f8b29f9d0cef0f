//! A delivery: its attempts, and the repetition of a failed one.

use licence_core::webhook::delivery::{Delivery, DeliveryStatus};

use crate::dashboard::html::Moment;
use crate::dashboard::visit::Visit;

/// A delivery as a list shows it.
pub(super) struct DeliveryRow {
    pub(super) event_id: String,
    pub(super) event: &'static str,
    pub(super) status: DeliveryStatus,
    pub(super) attempts: u32,
    pub(super) answer: String,
    pub(super) created: Moment,
    pub(super) next: Option<Moment>,
}

impl DeliveryRow {
    pub(super) fn new(visit: &Visit<'_>, delivery: &Delivery) -> Self {
        let is_pending = delivery.status == DeliveryStatus::Pending;
        Self {
            event_id: delivery.event_id.to_string(),
            event: delivery.event_type.as_str(),
            status: delivery.status,
            attempts: delivery.attempt_count,
            answer: delivery.last_response_status.map_or("none".to_owned(), |it| it.to_string()),
            created: Moment::ago(delivery.created_at, visit.now),
            next: is_pending.then(|| Moment::ago(delivery.next_retry_at, visit.now)),
        }
    }
}
