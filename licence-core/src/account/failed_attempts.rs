//! Limits how often callers of one network may fail to authenticate.

use crate::network::CallerNetwork;
use crate::recent_map::RecentMap;
use crate::time::Timestamp;

/// The failed attempts of one network in a minute of the clock, after which its unknown keys are
/// refused without a query.
pub const FAILURES_PER_MINUTE: u32 = 100;

/// The least number of networks whose failures are counted.
const NETWORKS: usize = 50_000;

/// The failed attempts of the current minute, by network. Memory is bounded: the count of a network
/// that failed long ago may be dropped and begin again at zero.
#[derive(Clone, Debug)]
pub struct FailedAttempts {
    by_network: RecentMap<CallerNetwork, Count>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    minute: i64,
    failures: u32,
}

impl Default for FailedAttempts {
    fn default() -> Self {
        Self { by_network: RecentMap::new(NETWORKS) }
    }
}

impl FailedAttempts {
    /// Counts a failed attempt; returns how many failed in this minute, this one included.
    ///
    /// ```
    /// use std::net::IpAddr;
    /// use licence_core::account::failed_attempts::{FAILURES_PER_MINUTE, FailedAttempts};
    ///
    /// let mut attempts = FailedAttempts::default();
    /// let network = IpAddr::from([192, 0, 2, 1]).into();
    /// let at = "2026-11-20T12:00:00Z".parse()?;
    /// for _ in 0..FAILURES_PER_MINUTE {
    ///     assert!(!attempts.are_exhausted(network, at));
    ///     attempts.record(network, at);
    /// }
    /// assert!(attempts.are_exhausted(network, at));
    /// # Ok::<(), licence_core::time::InvalidTimestamp>(())
    /// ```
    pub fn record(&mut self, network: CallerNetwork, at: Timestamp) -> u32 {
        let minute = minute(at);
        let count = self.by_network.get_or_insert_with(network, || Count { minute, failures: 0 });
        if count.minute != minute {
            *count = Count { minute, failures: 0 };
        }
        count.failures = count.failures.saturating_add(1);
        count.failures
    }

    /// Returns whether the network has failed [`FAILURES_PER_MINUTE`] times in the minute of `at`.
    pub fn are_exhausted(&mut self, network: CallerNetwork, at: Timestamp) -> bool {
        let count = self.by_network.get_mut(&network);
        count.is_some_and(|it| it.minute == minute(at) && it.failures >= FAILURES_PER_MINUTE)
    }
}

/// Returns the minute of the clock that an instant lies in, counted from 1970.
fn minute(at: Timestamp) -> i64 {
    at.epoch_millis().div_euclid(60_000)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn network(text: &str) -> CallerNetwork {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_network_is_limited_until_the_end_of_the_minute() {
        let mut attempts = FailedAttempts::default();
        let caller = network("2001:db8::1");
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        for failures in 1..=FAILURES_PER_MINUTE {
            assert_eq!(attempts.record(caller, at("2026-11-20T12:00:00Z")), failures);
        }
        for (from, instant, is_exhausted) in [
            ("2001:db8::1", "2026-11-20T12:00:59.999Z", true),
            ("2001:db8::2", "2026-11-20T12:00:30Z", true),
            ("2001:db8:0:1::1", "2026-11-20T12:00:30Z", false),
            ("192.0.2.1", "2026-11-20T12:00:30Z", false),
            ("2001:db8::1", "2026-11-20T12:01:00Z", false),
            ("2001:db8::1", "2026-11-20T11:59:59.999Z", false),
        ] {
            assert_eq!(attempts.are_exhausted(network(from), at(instant)), is_exhausted, "{from}");
        }
        assert_eq!(attempts.record(caller, at("2026-11-20T12:01:00Z")), 1, "the next minute");
    }
}
