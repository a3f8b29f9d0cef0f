//! When a request is sent again (specification 7, client rules): never after a 4xx but 429, and
//! after that once, at the moment it names; after 5xx and network errors at 1, 2 and 4 seconds.

use std::time::Duration;

use super::Repeat;

/// The waits before the second, third and fourth try.
const BACKOFF: [Duration; 3] =
    [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];
/// Nobody at a terminal wants to wait longer for the end of a limit.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What a try met with instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setback {
    /// No connection: the server never saw it.
    NotSent,
    /// A connection that broke: the server may have carried it out.
    NoAnswer,
    /// 429, and how long it lasts, where it says so.
    Limited(Option<Duration>),
    /// 5xx, and the wait it asks for, if any.
    Failed(Option<Duration>),
    /// Another status: the same request gets the same answer.
    Refused,
}

impl Setback {
    pub(super) fn status(status: u16, wait: Option<Duration>) -> Self {
        match status {
            429 => Self::Limited(wait),
            500.. => Self::Failed(wait),
            _ => Self::Refused,
        }
    }
}

/// What was tried of one request.
#[derive(Default)]
pub(super) struct Patience {
    backed_off: usize,
    waited_for_a_limit: bool,
}

impl Patience {
    /// How long to wait before the next try; `None` when there is none.
    pub(super) fn before_next(&mut self, setback: Setback, repeat: Repeat) -> Option<Duration> {
        match (setback, repeat) {
            (Setback::Refused, _) => None,
            (Setback::Limited(wait), _) => self.once(wait?),
            (Setback::NotSent, _) => self.back_off(None),
            (Setback::NoAnswer, Repeat::Safe) => self.back_off(None),
            (Setback::Failed(wait), Repeat::Safe) => self.back_off(wait),
            (Setback::NoAnswer | Setback::Failed(_), Repeat::Unsafe) => None,
        }
    }

    fn once(&mut self, wait: Duration) -> Option<Duration> {
        let is_first = !std::mem::replace(&mut self.waited_for_a_limit, true);
        (is_first && wait <= LONGEST_WAIT).then_some(wait)
    }

    fn back_off(&mut self, asked: Option<Duration>) -> Option<Duration> {
        let wait = BACKOFF.get(self.backed_off).copied()?;
        self.backed_off += 1;
        let asked = asked.filter(|asked| *asked <= LONGEST_WAIT).unwrap_or_default();
        Some(wait.max(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Repeat::{Safe, Unsafe};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn what_is_tried_again_and_when() {
        let failed = Setback::Failed(None);
        let limited = Setback::Limited(Some(3 * SECOND));
        for (setbacks, repeat, waits) in [
            (&[failed; 4][..], Safe, &[Some(1), Some(2), Some(4), None][..]),
            (
                &[Setback::NoAnswer, failed, Setback::NotSent, failed],
                Safe,
                &[Some(1), Some(2), Some(4), None],
            ),
            (&[failed], Unsafe, &[None]),
            (&[Setback::NoAnswer], Unsafe, &[None]),
            (&[Setback::NotSent; 4], Unsafe, &[Some(1), Some(2), Some(4), None]),
            (&[Setback::Refused], Safe, &[None]),
            (&[limited, limited], Safe, &[Some(3), None]),
            (&[limited, limited], Unsafe, &[Some(3), None]),
            (&[limited, failed, limited], Safe, &[Some(3), Some(1), None]),
            (&[Setback::Limited(None)], Safe, &[None]),
            (&[Setback::Limited(Some(61 * SECOND))], Safe, &[None]),
            (&[Setback::Limited(Some(LONGEST_WAIT))], Safe, &[Some(60)]),
            (&[Setback::Failed(Some(30 * SECOND))], Safe, &[Some(30)]),
            (&[Setback::Failed(Some(3600 * SECOND))], Safe, &[Some(1)]),
        ] {
            let mut patience = Patience::default();
            for (setback, wait) in setbacks.iter().zip(waits) {
                let wait = wait.map(|seconds| seconds * SECOND);
                assert_eq!(patience.before_next(*setback, repeat), wait, "{setbacks:?} {repeat:?}");
            }
        }
    }

    #[test]
    fn a_status_is_a_setback() {
        for (status, setback) in [
            (301, Setback::Refused),
            (400, Setback::Refused),
            (404, Setback::Refused),
            (429, Setback::Limited(None)),
            (500, Setback::Failed(None)),
            (503, Setback::Failed(None)),
        ] {
            assert_eq!(Setback::status(status, None), setback);
        }
    }
}
