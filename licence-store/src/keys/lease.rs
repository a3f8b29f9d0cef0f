//! The lease of this process on PostgreSQL: while it lasts, keys are answered from memory. See
//! [`licence_core::account::key_lease`] for the rules.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use licence_core::account::key_lease::KeyLease;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::entropy::Entropy;

/// Returns the time since any fixed instant; it never steps back.
#[derive(Clone)]
pub struct MonotonicClock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl MonotonicClock {
    /// Returns the clock of the system.
    pub fn system() -> Self {
        let begun = Instant::now();
        Self(Arc::new(move || begun.elapsed()))
    }

    /// Returns a clock of the caller's, for tests.
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(clock))
    }

    pub(super) fn now(&self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for MonotonicClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MonotonicClock")
    }
}

#[derive(Debug)]
pub(crate) struct Lease {
    pub(super) server: Uuid,
    pub(super) clock: MonotonicClock,
    pub(super) current: ArcSwap<KeyLease>,
    /// One renewal at a time: an older reply must not replace a newer one.
    pub(super) renewing: Mutex<()>,
}

impl Lease {
    /// Returns the lease of a process before its first renewal.
    pub(crate) fn new(clock: MonotonicClock) -> Self {
        Self {
            // Of the system, because processes with one id would acknowledge for each other.
            server: Entropy::system().uuid(),
            clock,
            current: ArcSwap::default(),
            renewing: Mutex::default(),
        }
    }

    /// Returns the version under which keys are answered from memory now; `None` without a lease.
    pub(super) fn version(&self) -> Option<i64> {
        let now = self.clock.now();
        let lease = self.current.load();
        lease.lasts(now).then_some(lease.version())
    }

    /// Returns whether keys of a version may be answered from memory now.
    pub(super) fn covers(&self, version: i64) -> bool {
        // The lease comes after the clock. If it was renewed between the two, its version holds now.
        let now = self.clock.now();
        self.current.load().covers(version, now)
    }
}
