//! The limits of a download, and how it waits.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// The `User-Agent` header of downloads.
pub const USER_AGENT: &str =
    concat!("licence-verification/", env!("CARGO_PKG_VERSION"), " (reads public registers)");

/// The limits of a download. The defaults are far above any real register and
/// far below what harms this machine.
#[derive(Clone, Debug)]
pub struct DownloadOptions {
    /// The `User-Agent` header; some regulators refuse those of common programs.
    pub user_agent: String,
    /// How long connecting may take.
    pub connect_timeout: Duration,
    /// How long one attempt at one file may take, redirects and body included.
    pub timeout: Duration,
    /// The largest file, on the wire and inflated. The process that serves holds it in memory.
    pub max_bytes: u64,
    /// How many times its size on the wire a compressed body may inflate to. One MiB is always
    /// allowed, because small pages may be repetitive.
    pub max_ratio: u64,
    /// How many redirects of one file are followed.
    pub max_redirects: u32,
    /// How many attempts a file gets if its host cannot be reached, fails or is busy.
    pub attempts: usize,
    /// The wait before the second attempt; it doubles with each one.
    pub first_wait: Duration,
    /// The longest wait that a host may ask for; a longer one ends the read.
    pub longest_wait: Duration,
    /// The most files of one read.
    pub max_files: usize,
    /// The most bytes of all files of one read.
    pub max_total_bytes: u64,
    /// How to wait.
    pub pause: Pause,
}

impl Default for DownloadOptions {
    fn default() -> Self {
        Self {
            user_agent: USER_AGENT.to_owned(),
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(120),
            max_bytes: 16 << 20,
            max_ratio: 100,
            max_redirects: 3,
            attempts: 3,
            first_wait: Duration::from_secs(2),
            longest_wait: Duration::from_secs(60),
            max_files: 5_000,
            max_total_bytes: 64 << 20,
            pause: Pause::sleeping(),
        }
    }
}

type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// How a download waits between requests, injected so that tests never wait.
#[derive(Clone)]
pub struct Pause(Arc<dyn Fn(Duration) -> Waiting + Send + Sync>);

impl Pause {
    /// Returns a pause that sleeps.
    pub fn sleeping() -> Self {
        Self(Arc::new(|length| Box::pin(tokio::time::sleep(length))))
    }

    /// Returns a pause that reports every wait to `tell` and never waits, for tests.
    pub fn recording(tell: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        Self(Arc::new(move |length| {
            tell(length);
            Box::pin(std::future::ready(()))
        }))
    }

    pub(super) fn wait(&self, length: Duration) -> Waiting {
        (self.0)(length)
    }
}

impl fmt::Debug for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pause")
    }
}
