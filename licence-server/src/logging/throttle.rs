//! Log lines that a caller could make thousands of.

use std::time::{Duration, Instant};

/// How long a line is held back after it was written.
const PAUSE: Duration = Duration::from_secs(10);

/// Lets one log line pass in ten seconds, and counts the others.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    written_at: Option<Instant>,
    held_back: u64,
}

impl Throttle {
    /// Returns how many lines were held back since the last one, if a line may be written at `now`.
    pub(crate) fn admit(&mut self, now: Instant) -> Option<u64> {
        let is_early = self.written_at.is_some_and(|at| now.saturating_duration_since(at) < PAUSE);
        if is_early {
            self.held_back += 1;
            return None;
        }
        self.written_at = Some(now);
        Some(std::mem::take(&mut self.held_back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_in_ten_seconds_tells_how_many_were_held_back() {
        let start = Instant::now();
        let mut throttle = Throttle::default();
        for (millis, expected) in [
            (0, Some(0)),
            (1, None),
            (9_999, None),
            (10_000, Some(2)),
            (10_001, None),
            (60_000, Some(1)),
            (90_000, Some(0)),
        ] {
            let admitted = throttle.admit(start + Duration::from_millis(millis));
            assert_eq!(admitted, expected, "{millis}");
        }
    }
}
