//! Counts failed authentications, so that guessing keys is slow.

use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use licence_core::account::failed_attempts::{FAILURES_PER_MINUTE, FailedAttempts};
use licence_core::time::Timestamp;
use licence_store::mutex::lock;

/// The failed attempts of this process, by the caller's network.
#[derive(Default)]
pub(crate) struct Failures {
    attempts: Mutex<FailedAttempts>,
    /// Whether any network ever used up its attempts. While none did, no request locks `attempts`.
    any_exhausted: AtomicBool,
}

impl Failures {
    /// Returns whether the caller's network used up its failed attempts of this minute. The caller
    /// is a function, because it is not needed while no network used them up.
    pub(super) fn are_exhausted(&self, caller: impl FnOnce() -> (IpAddr, Timestamp)) -> bool {
        if !self.any_exhausted.load(Ordering::Relaxed) {
            return false;
        }
        let (address, now) = caller();
        lock(&self.attempts).are_exhausted(address.into(), now)
    }

    /// Counts a failed attempt of the caller's network.
    pub(super) fn record(&self, address: IpAddr, now: Timestamp) {
        let failures = lock(&self.attempts).record(address.into(), now);
        if failures == FAILURES_PER_MINUTE {
            self.any_exhausted.store(true, Ordering::Relaxed);
            tracing::warn!(
                %address,
                "{FAILURES_PER_MINUTE} requests failed to authenticate within a minute: until its \
                 end unknown keys of this network are refused without a query"
            );
        }
    }
}
