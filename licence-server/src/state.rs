//! What every request has at hand: the store, and the clock and randomness that tests replace.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use ipnet::IpNet;
use licence_core::time::Timestamp;
use licence_store::Store;

use crate::limits::Limits;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;
/// Gives 16 bytes that differ at every call; they name requests and protect nothing.
pub type Random = Arc<dyn Fn() -> [u8; 16] + Send + Sync>;

/// What every request has at hand.
pub struct AppState {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) limits: Limits,
}

impl AppState {
    /// The state of a server over this store, on the system's clock, with the default
    /// [`Limits`] and no trusted proxy.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            clock: Arc::new(system_time),
            random: random(),
            trusted_proxies: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Replaces the clock.
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Replaces the randomness.
    pub fn with_random(self, random: Random) -> Self {
        Self { random, ..self }
    }

    /// Believes `X-Forwarded-For` when it comes from these networks.
    pub fn with_trusted_proxies(self, trusted_proxies: Vec<IpNet>) -> Self {
        Self { trusted_proxies, ..self }
    }

    /// Replaces the limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.clock)()
    }
}

/// The system's clock; one that stands before 1970 or past the year 9999 reads as 1970.
pub fn system_time() -> Timestamp {
    Timestamp::from_system_time(SystemTime::now())
        .or(Timestamp::from_epoch_millis(0))
        .expect("1970 lies between the years 0000 and 9999")
}

/// A counter under the standard library's keyed hash, whose keys come from the system: as
/// unlikely to repeat as random bytes, and without a system call a request.
fn random() -> Random {
    let (high, low) = (RandomState::new(), RandomState::new());
    let count = AtomicU64::new(0);
    Arc::new(move || {
        let count = count.fetch_add(1, Ordering::Relaxed);
        let halves = [high.hash_one(count), low.hash_one(count)];
        (u128::from(halves[0]) << 64 | u128::from(halves[1])).to_be_bytes()
    })
}
