//! Attempts of a delivery on record, for the owner of its endpoint.
//!
//! Failed and manual attempts are recorded. A first success is recorded by the delivery itself.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::delivery::{Delivery, Outcome};
use crate::event::EventId;
use crate::time::Timestamp;

/// The most bytes of an answer that are kept.
pub const MAX_BODY_HEAD_BYTES: usize = 1024;
/// The highest number that a manual attempt carries in `X-Service-Attempt`.
pub const MAX_MANUAL_NUMBER: u32 = 7;

/// One attempt of a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryAttempt {
    /// The number in `X-Service-Attempt`. A manual attempt repeats the last number.
    pub number: u32,
    /// When the attempt ended.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub millis: u32,
    /// The HTTP status of the answer; null when there was none.
    pub status: Option<u16>,
    /// What went wrong; null after a success.
    pub error: Option<String>,
    /// The beginning of the answer; null when there was none.
    pub body_head: Option<String>,
    /// Whether a person asked for it, outside the retry schedule.
    pub manual: bool,
}

impl DeliveryAttempt {
    /// Returns the record of an attempt that ended at `at`. Bytes of the answer that are not UTF-8
    /// become `U+FFFD`, and so does NUL, which PostgreSQL cannot store.
    pub fn new(
        number: u32,
        outcome: &Outcome,
        response_body: &[u8],
        at: Timestamp,
        took: Duration,
        manual: bool,
    ) -> Self {
        let status = outcome.response_status();
        let head = &response_body[..response_body.len().min(MAX_BODY_HEAD_BYTES)];
        let head = String::from_utf8_lossy(head);
        let body_head = status.map(|_| head.replace('\0', "\u{fffd}"));
        let millis = whole_millis(took);
        Self { number, at, millis, status, error: outcome.error(), body_head, manual }
    }
}

/// Returns a duration in whole milliseconds.
pub fn whole_millis(took: Duration) -> u32 {
    u32::try_from(took.as_millis()).unwrap_or(u32::MAX)
}

/// A delivery with all that is known of its attempts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryDetail {
    /// The delivery.
    pub delivery: Delivery,
    /// Why its last attempt failed, or why none may be made; null after a success.
    pub last_error: Option<String>,
    /// How long the successful attempt took, in milliseconds.
    pub millis: Option<u32>,
    /// The body that was signed and sent; null once the event is past its retention.
    pub event_body: Option<String>,
    /// Its failed and manual attempts, the oldest first.
    pub attempts: Vec<DeliveryAttempt>,
}

/// What became of several deliveries that a person sent again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResendRun {
    /// Deliveries that the receiver accepted.
    pub delivered: u64,
    /// Deliveries whose manual attempt failed.
    pub failed: u64,
    /// Later deliveries, which this run did not reach.
    pub remaining: u64,
    /// The event of the last delivery that this run came to. The next run starts after it.
    pub last: Option<EventId>,
    /// Failures since the last success.
    #[serde(skip)]
    failed_in_a_row: u64,
}

impl ResendRun {
    /// The most failures in a row. A receiver that refuses one event may accept the next; a receiver
    /// that is down gets no more attempts.
    pub const MAX_FAILED_IN_A_ROW: u64 = 3;

    /// Counts a manual attempt.
    pub const fn count(&mut self, is_delivered: bool) {
        if is_delivered {
            self.delivered += 1;
            self.failed_in_a_row = 0;
        } else {
            self.failed += 1;
            self.failed_in_a_row += 1;
        }
    }

    /// Returns whether the run ends because the receiver does not answer well.
    pub const fn is_refused(&self) -> bool {
        self.failed_in_a_row >= Self::MAX_FAILED_IN_A_ROW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webhook::delivery::NetworkFailure;

    #[test]
    fn an_attempt_keeps_the_head_of_its_answer() {
        let record = |outcome: Outcome, body: &[u8]| {
            let took = Duration::from_micros(12_900);
            let attempt = DeliveryAttempt::new(2, &outcome, body, Timestamp::EPOCH, took, false);
            (attempt.millis, attempt.status, attempt.error, attempt.body_head)
        };
        let answered = |status| Some(format!("the receiver answered {status}"));
        let head = "a".repeat(MAX_BODY_HEAD_BYTES);
        for (outcome, body, expected) in [
            (Outcome::Answered(500), &b"no"[..], (Some(500), answered(500), Some("no".to_owned()))),
            (Outcome::Answered(404), b"", (Some(404), answered(404), Some(String::new()))),
            (
                Outcome::Answered(200),
                b"a\0\xff",
                (Some(200), None, Some("a\u{fffd}\u{fffd}".to_owned())),
            ),
            (Outcome::Answered(503), &[b'a'; 5000], (Some(503), answered(503), Some(head))),
            (
                Outcome::Unanswered(NetworkFailure::Timeout),
                b"",
                (None, Some("timeout".to_owned()), None),
            ),
        ] {
            let (status, error, body_head) = expected;
            assert_eq!(record(outcome, body), (12, status, error, body_head));
        }
        assert_eq!(whole_millis(Duration::MAX), u32::MAX);
    }
}
