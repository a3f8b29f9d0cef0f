//! Whether anything happens on a connection.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What one connection is doing. It notices every kind of silence alike: before the first byte,
/// inside a protocol preface or a request head, and between two requests. hyper's own header
/// timeout sees neither of the first two, nor anything on HTTP/2 (hyper #3756).
///
/// A request is in flight until its reply is handed to hyper. A caller who does not read the
/// reply is then silent like any other.
pub(crate) struct Activity {
    opened: Instant,
    in_flight: AtomicUsize,
    last_end_millis: AtomicU64,
    closing: AtomicBool,
}

impl Activity {
    /// The activity of a connection opened now.
    pub(crate) fn new() -> Self {
        Self {
            opened: Instant::now(),
            in_flight: AtomicUsize::new(0),
            last_end_millis: AtomicU64::new(0),
            closing: AtomicBool::new(false),
        }
    }

    /// A request begins; it ends when the guard is dropped.
    pub(crate) fn begin(&self) -> InFlight<'_> {
        self.in_flight.fetch_add(1, Ordering::AcqRel);
        InFlight(self)
    }

    /// From now on replies announce the end of the connection.
    pub(crate) fn close_soon(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Whether replies announce the end of the connection.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Returns once no request was in flight for this long.
    pub(crate) async fn quiet_for(&self, limit: Duration) {
        let mut left = limit;
        while !left.is_zero() {
            tokio::time::sleep(left).await;
            left = limit.saturating_sub(self.silence());
        }
    }

    fn silence(&self) -> Duration {
        if self.in_flight.load(Ordering::Acquire) > 0 {
            return Duration::ZERO;
        }
        let last_end = Duration::from_millis(self.last_end_millis.load(Ordering::Acquire));
        self.opened.elapsed().saturating_sub(last_end)
    }
}

/// A request in flight.
pub(crate) struct InFlight<'a>(&'a Activity);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        let Self(activity) = self;
        let millis = u64::try_from(activity.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        // In this order, so that nobody sees no request and an old end.
        activity.last_end_millis.store(millis, Ordering::Release);
        activity.in_flight.fetch_sub(1, Ordering::AcqRel);
    }
}
