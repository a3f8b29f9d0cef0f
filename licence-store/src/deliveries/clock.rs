//! The clocks of a sender.

use std::sync::Arc;

use licence_core::time::Timestamp;

/// The clocks of a sender: one says what is due, the other is true.
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
}
