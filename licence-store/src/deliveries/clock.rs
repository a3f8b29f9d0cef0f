//! What time it is for a sender.

use std::sync::Arc;

use licence_core::time::Timestamp;

/// The clocks of a sender.
#[derive(Clone)]
pub struct SenderClock {
    /// As of when deliveries are due, attempted and settled.
    pub(super) now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// The true time, of signatures and of leases.
    pub(super) real: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl SenderClock {
    /// One clock for everything.
    pub fn of(clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::clone(&clock), real: clock }
    }

    /// Judges what is due as of an instant. Signatures tell the time of the clock, for a receiver
    /// refuses a signature of another time; so do leases, for what another sender has in flight is in
    /// flight now.
    pub fn as_of(at: Timestamp, clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::new(move || at), real: clock }
    }
}
