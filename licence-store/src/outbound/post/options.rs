//! How webhooks are posted.

use std::path::PathBuf;
use std::time::Duration;

use licence_core::webhook::url_policy::UrlPolicy;
use reqwest::Client;

use super::answer::MAX_READ_BYTES;
use super::pinned::PinnedOnly;
use super::resolver::Resolver;
use crate::outbound::{DownloadError, client};

/// Below the keep-alive of most receivers and balancers (60 s and more), so that they rarely close
/// first.
const POOL_IDLE: Duration = Duration::from_secs(20);
/// The most idle connections to one host, which may serve many endpoints.
pub(super) const POOL_PER_HOST: usize = 256;
/// How much a receiver may send on one HTTP/2 connection before any of it is read.
const CONNECTION_WINDOW_BYTES: u32 = 1 << 20;

/// How webhooks are posted, within which limits.
#[derive(Clone, Debug)]
pub struct PostOptions {
    /// Where webhooks may point.
    pub policy: UrlPolicy,
    /// How long one attempt may take: DNS, connection, TLS, request and the whole answer.
    pub attempt_timeout: Duration,
    /// How long the resolution of a name may take.
    pub dns_timeout: Duration,
    /// How names are resolved.
    pub resolver: Resolver,
    /// A PEM file of certificates that are trusted besides the roots of Mozilla.
    pub certificates: Option<PathBuf>,
}

impl Default for PostOptions {
    fn default() -> Self {
        Self {
            policy: UrlPolicy::default(),
            attempt_timeout: Duration::from_secs(10),
            dns_timeout: Duration::from_secs(3),
            resolver: Resolver::system(),
            certificates: None,
        }
    }
}

/// Returns a client that connects only to pinned addresses, and keeps up to `idle_per_host`
/// connections for later requests.
///
/// It resends requests that a connection did not process: those on a closed connection, and those
/// that HTTP/2 reports as unprocessed.
pub(super) fn client(options: &PostOptions, idle_per_host: usize) -> Result<Client, DownloadError> {
    // Detects a silent receiver within an attempt; otherwise later requests of the same HTTP/2
    // connection would fail too.
    let keep_alive_timeout = options.attempt_timeout / 4;
    client::builder(options.certificates.as_deref())?
        .dns_resolver(PinnedOnly)
        .http1_title_case_headers()
        // Divided among the addresses of a name, so that a dead one leaves time for others.
        .connect_timeout(options.attempt_timeout)
        .pool_idle_timeout(POOL_IDLE)
        .pool_max_idle_per_host(idle_per_host)
        .http2_initial_stream_window_size(MAX_READ_BYTES as u32)
        .http2_initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .http2_keep_alive_interval(keep_alive_timeout)
        .http2_keep_alive_timeout(keep_alive_timeout)
        .build()
        .map_err(client::unusable)
}
