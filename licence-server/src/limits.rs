//! The limits on the time and memory that callers use.

use std::time::Duration;

/// Limits on connections and requests; the defaults are those of the service.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a connection may stay without a request in flight: silent, in its TLS handshake,
    /// within a request head, or between two requests.
    pub quiet: Duration,
    /// How long the reader of a reply may take nothing of it before the reply is cut.
    pub reader: Duration,
    /// How long a request body may take to arrive.
    pub body_time: Duration,
    /// How many bytes are discarded of a body that is too long or that no route reads, before the
    /// connection is closed.
    pub unread_body_bytes: usize,
    /// How long a server that stops still accepts requests on open connections, so that a request
    /// that is already on its way is answered.
    pub linger: Duration,
    /// How long a listener may take to end once the server stops. Requests in flight get all of it but
    /// twice [`Self::linger`], and then a refusal.
    pub drain: Duration,
    /// How many established connections are served at once; more wait with the handshakes.
    pub connections: usize,
    /// How many connections may be open at once from one network (an IPv4 address, or the /64 of
    /// an IPv6 address); a further one is closed at once. Trusted proxies are exempt.
    pub connections_per_network: usize,
    /// How many connections may be in their TLS handshake, or wait to be served, at once. Beyond
    /// that the oldest one is closed.
    pub handshakes: usize,
    /// The longest HTTP/1 request head, in bytes.
    pub head_bytes: usize,
    /// How many requests without a key run at once; one network has at most a quarter of them.
    /// Health does not count.
    pub keyless_requests: usize,
    /// How long a further request without a key waits before it is refused with 503.
    pub keyless_wait: Duration,
    /// How many bytes a second of `/docs` and `/openapi.json` are sent, to all callers together.
    pub document_bytes_per_second: u32,
}

impl Limits {
    /// Returns how long requests in flight may take once the server stops. What then has no answer gets
    /// a refusal, which needs time to be sent.
    pub(crate) fn before_giving_up(&self) -> Duration {
        self.drain.saturating_sub(self.linger * 2)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            quiet: Duration::from_secs(10),
            reader: Duration::from_secs(30),
            body_time: Duration::from_secs(30),
            unread_body_bytes: 8 * 1024 * 1024,
            linger: Duration::from_millis(500),
            drain: Duration::from_secs(13),
            connections: 10_000,
            connections_per_network: 1_000,
            handshakes: 2_000,
            head_bytes: 128 * 1024,
            keyless_requests: 64,
            keyless_wait: Duration::from_secs(5),
            document_bytes_per_second: 32 * 1024 * 1024,
        }
    }
}
