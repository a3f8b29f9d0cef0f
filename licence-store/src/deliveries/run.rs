//! The clocks of a sender, and the summary of a run of the delivery job.

use std::sync::Arc;

use licence_core::time::Timestamp;
use serde::Serialize;

use crate::webhooks::DeliveryCounts;

/// The clocks of a sender.
#[derive(Clone)]
pub struct SenderClock {
    /// The time by which deliveries are due, attempted and settled.
    pub(super) now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// The true time, for signatures and leases.
    pub(super) real: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl SenderClock {
    /// Returns clocks that both read `clock`.
    pub fn new(clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::clone(&clock), real: clock }
    }

    /// Returns clocks under which deliveries are due as of `at`, for `licence jobs run deliveries --at`.
    /// Signatures and leases use `clock`, because receivers refuse old signatures and other senders
    /// lease by the true time.
    pub fn as_of(at: Timestamp, clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::new(move || at), real: clock }
    }
}

/// What a run of the delivery job did, in numbers of deliveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DeliveryRun {
    /// The instant by which deliveries were due.
    pub at: Timestamp,
    /// Deliveries that the receiver accepted.
    pub delivered: u64,
    /// Deliveries that will be retried.
    pub retrying: u64,
    /// Deliveries that must not be attempted.
    pub failed: u64,
    /// Deliveries whose last attempt failed.
    pub abandoned: u64,
}

impl DeliveryRun {
    pub(super) fn new(at: Timestamp, counts: DeliveryCounts) -> Self {
        let DeliveryCounts { delivered, retrying, failed, abandoned, .. } = counts;
        Self { at, delivered, retrying, failed, abandoned }
    }
}
