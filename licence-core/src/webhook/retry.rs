//! The retry schedule of a delivery (specification 6.5).

use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use crate::period::Period;
use crate::time::Timestamp;

/// The waits before attempts 2 to 7.
pub const DEFAULT_DELAYS: [Period; 6] = [
    Period(Duration::from_secs(30)),
    Period(Duration::from_secs(2 * 60)),
    Period(Duration::from_secs(10 * 60)),
    Period(Duration::from_secs(3_600)),
    Period(Duration::from_secs(6 * 3_600)),
    Period(Duration::from_secs(24 * 3_600)),
];
/// How far a wait may differ from the schedule, in percent. Without jitter, all deliveries would
/// reach a receiver at once after an outage.
pub const JITTER_PERCENT: u8 = 20;

/// The waits before attempts 2 to 7 of a delivery (`webhooks.retry_delays`). The first attempt is made
/// at once.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Period>")]
pub struct RetrySchedule {
    delays: [Period; WAITS],
}

/// The error of a schedule with more or fewer waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} waits are given; a delivery has {ATTEMPTS} attempts, so write exactly {WAITS}")]
pub struct InvalidRetrySchedule(usize);

const WAITS: usize = DEFAULT_DELAYS.len();
/// How many attempts a delivery has. `X-Service-Attempt` counts them.
const ATTEMPTS: usize = WAITS + 1;

impl Default for RetrySchedule {
    fn default() -> Self {
        Self { delays: DEFAULT_DELAYS }
    }
}

impl TryFrom<Vec<Period>> for RetrySchedule {
    type Error = InvalidRetrySchedule;

    fn try_from(delays: Vec<Period>) -> Result<Self, Self::Error> {
        let delays = delays.try_into();
        delays
            .map(|delays| Self { delays })
            .map_err(|delays: Vec<_>| InvalidRetrySchedule(delays.len()))
    }
}

impl RetrySchedule {
    /// Returns when the next attempt is due after `attempt_count` attempts, the last one at `now`;
    /// `None` when no attempt is left. `random` is uniform over all its values; the wait is then
    /// uniform over the scheduled one plus or minus [`JITTER_PERCENT`].
    ///
    /// ```
    /// use licence_core::webhook::retry::RetrySchedule;
    ///
    /// let now = "2026-11-01T06:00:00Z".parse()?;
    /// let schedule = RetrySchedule::default();
    /// let earliest = schedule.next_attempt(1, now, 0);
    /// assert_eq!(earliest, "2026-11-01T06:00:24Z".parse().ok());
    /// assert_eq!(schedule.next_attempt(7, now, 0), None);
    /// # Ok::<(), licence_core::time::InvalidTimestamp>(())
    /// ```
    pub fn next_attempt(
        &self,
        attempt_count: u32,
        now: Timestamp,
        random: u32,
    ) -> Option<Timestamp> {
        let made = usize::try_from(attempt_count.max(1)).ok()?;
        let Period(delay) = *self.delays.get(made - 1)?;
        Some(now.later_by(jittered(delay, random)))
    }
}

/// Returns the wait in whole milliseconds, rounded to the nearest, because rounding down would
/// shorten the mean.
fn jittered(delay: Duration, random: u32) -> Duration {
    let millis = delay.as_millis().min(u128::from(u64::MAX));
    let (spread, scale) = (u128::from(JITTER_PERCENT), u128::from(u32::MAX));
    let share = (100 - spread) * scale + 2 * spread * u128::from(random);
    let jittered = (millis * share + 50 * scale) / (100 * scale);
    Duration::from_millis(u64::try_from(jittered).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests;
