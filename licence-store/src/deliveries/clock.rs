//! What time it is for a sender.

use std::sync::Arc;

use licence_core::time::Timestamp;

/// The clocks of a sender.
#[derive(Clone)]
pub struct SenderClock {
    pub(super) now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub(super) signing: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl SenderClock {
    /// One clock for everything.
    pub fn of(clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::clone(&clock), signing: clock }
    }

    /// Judges what is due as of an instant; signatures tell the time of the clock, for a receiver
    /// refuses a signature of another time.
    pub fn as_of(at: Timestamp, clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self { now: Arc::new(move || at), signing: clock }
    }
}
