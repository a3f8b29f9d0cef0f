//! The activity of a connection, so that silent ones are closed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use crate::limits::Limits;

/// The activity of one connection. It notices silence before the first byte, within a protocol
/// preface or a request head, and between two requests. hyper's own header timeout notices neither
/// of the first two, and nothing on HTTP/2 (hyper #3756).
///
/// A request is in flight until the socket has the last byte of its reply. While a reply is being
/// sent, silence means that the reader reads nothing of it.
pub(crate) struct Activity {
    opened: Instant,
    /// Requests whose reply has not begun.
    handled: AtomicUsize,
    /// Replies whose body hyper does not have whole yet.
    sent: AtomicUsize,
    /// Replies that wait for more of their body from the service.
    waiting: AtomicUsize,
    /// The socket accepted no more, so hyper keeps the rest.
    is_blocked: AtomicBool,
    last_progress_millis: AtomicU64,
    closing: AtomicBool,
    end: AtomicU8,
}

/// Why a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ConnectionEnd {
    /// The caller closed it, or it broke.
    Disconnected,
    /// The reader of a reply read nothing for too long.
    Stalled,
    /// The server stops.
    Stopping,
}

impl Activity {
    /// Returns the activity of a connection that opens now.
    pub(crate) fn new() -> Self {
        Self {
            opened: Instant::now(),
            handled: AtomicUsize::new(0),
            sent: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            is_blocked: AtomicBool::new(false),
            last_progress_millis: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            end: AtomicU8::new(ConnectionEnd::Disconnected as u8),
        }
    }

    /// Begins a request; it ends when the guard is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> InFlight {
        self.handled.fetch_add(1, Ordering::AcqRel);
        InFlight { activity: Arc::clone(self), is_sending: false, is_waiting: false }
    }

    /// Lets replies announce the end of the connection from now on.
    pub(crate) fn close_soon(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Returns whether replies announce the end of the connection.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Returns why the connection ended, once it has.
    pub(crate) fn connection_end(&self) -> ConnectionEnd {
        match self.end.load(Ordering::Acquire) {
            end if end == ConnectionEnd::Stalled as u8 => ConnectionEnd::Stalled,
            end if end == ConnectionEnd::Stopping as u8 => ConnectionEnd::Stopping,
            _ => ConnectionEnd::Disconnected,
        }
    }

    /// Records why the connection is about to end.
    pub(crate) fn set_end(&self, end: ConnectionEnd) {
        self.end.store(end as u8, Ordering::Release);
    }

    /// Returns once no request was in flight for `quiet`, or the reader of a reply read nothing for
    /// `limits.reader`.
    pub(crate) async fn wait_for_silence(&self, quiet: Duration, limits: &Limits) {
        // Wait first, so that a connection that was just told to end can still send.
        let mut left = quiet;
        while !left.is_zero() {
            // No longer than the shorter limit, which applies as soon as a reply is sent.
            tokio::time::sleep(left.min(quiet)).await;
            left = self.time_left(quiet, limits.reader);
        }
    }

    /// Returns how much longer the connection may stay silent.
    fn time_left(&self, quiet: Duration, reader: Duration) -> Duration {
        if self.handled.load(Ordering::Acquire) > 0 {
            return quiet;
        }
        let last_progress =
            Duration::from_millis(self.last_progress_millis.load(Ordering::Acquire));
        let silence = self.opened.elapsed().saturating_sub(last_progress);
        if !self.is_sending() {
            return quiet.saturating_sub(silence);
        }
        // The socket waits for the service, so that the silence is not the reader's.
        if self.waiting.load(Ordering::Acquire) > 0 && !self.is_blocked.load(Ordering::Acquire) {
            return reader;
        }
        let left = reader.saturating_sub(silence);
        if left.is_zero() {
            self.set_end(ConnectionEnd::Stalled);
        }
        left
    }

    fn is_sending(&self) -> bool {
        self.sent.load(Ordering::Acquire) > 0 || self.is_blocked.load(Ordering::Acquire)
    }

    /// Records and returns the outcome of a write to the socket.
    pub(crate) fn note_write<T>(&self, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        let was_blocked = self.is_blocked.load(Ordering::Relaxed);
        let is_blocked = outcome.is_pending();
        // The socket accepted bytes until now, or accepts some again. Nothing else costs a look at
        // the clock.
        if was_blocked || is_blocked {
            if !(was_blocked && is_blocked) {
                self.note_progress();
            }
            self.is_blocked.store(is_blocked, Ordering::Release);
        }
        outcome
    }

    /// Records that bytes moved.
    fn note_progress(&self) {
        let millis = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_progress_millis.store(millis, Ordering::Release);
    }
}

/// A request in flight, first without a reply, then with one on its way.
pub(crate) struct InFlight {
    activity: Arc<Activity>,
    is_sending: bool,
    is_waiting: bool,
}

impl InFlight {
    /// Turns the request into one whose reply is being sent.
    pub(crate) fn sending(mut self) -> Self {
        self.activity.note_progress();
        self.activity.sent.fetch_add(1, Ordering::AcqRel);
        self.activity.handled.fetch_sub(1, Ordering::AcqRel);
        self.is_sending = true;
        self
    }

    /// Records that the reader took a part of the reply.
    pub(crate) fn note_progress(&self) {
        self.activity.note_progress();
    }

    /// Notes whether the reply waits for more of its body.
    pub(crate) fn wait_for_body(&mut self, waits: bool) {
        if self.is_waiting == waits {
            return;
        }
        self.is_waiting = waits;
        self.activity.note_progress();
        match waits {
            true => self.activity.waiting.fetch_add(1, Ordering::AcqRel),
            false => self.activity.waiting.fetch_sub(1, Ordering::AcqRel),
        };
    }

    /// Returns why the connection ended, once it has.
    pub(crate) fn connection_end(&self) -> ConnectionEnd {
        self.activity.connection_end()
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.wait_for_body(false);
        // In this order, so that no reader finds a connection without a request and with old progress.
        self.activity.note_progress();
        match self.is_sending {
            true => self.activity.sent.fetch_sub(1, Ordering::AcqRel),
            false => self.activity.handled.fetch_sub(1, Ordering::AcqRel),
        };
    }
}
