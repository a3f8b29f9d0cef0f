//! Counters of this process's deliveries, for its metrics.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use licence_core::webhook::delivery::DeliveryStatus;

#[derive(Debug, Default)]
pub(crate) struct Counts {
    attempts: [AtomicU64; DeliveryStatus::ALL.len()],
    lost_leases: AtomicU64,
}

/// The deliveries of this process since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryCounts {
    /// Deliveries that the receiver accepted.
    pub delivered: u64,
    /// Failed attempts that are retried.
    pub retrying: u64,
    /// Deliveries that must not be attempted.
    pub failed: u64,
    /// Deliveries whose last attempt failed.
    pub abandoned: u64,
    /// Attempts whose lease had ended, so that another sender repeated them.
    pub lost_leases: u64,
}

impl Counts {
    /// Adds the statuses of settled deliveries, and how many of them had lost their lease.
    pub(crate) fn add(&self, statuses: &[DeliveryStatus], lost: usize) {
        for status in statuses {
            self.attempts[*status as usize].fetch_add(1, Relaxed);
        }
        self.lost_leases.fetch_add(lost as u64, Relaxed);
    }

    pub(crate) fn snapshot(&self) -> DeliveryCounts {
        let attempts = |status: DeliveryStatus| self.attempts[status as usize].load(Relaxed);
        DeliveryCounts {
            delivered: attempts(DeliveryStatus::Delivered),
            retrying: attempts(DeliveryStatus::Pending),
            failed: attempts(DeliveryStatus::Failed),
            abandoned: attempts(DeliveryStatus::Abandoned),
            lost_leases: self.lost_leases.load(Relaxed),
        }
    }
}
