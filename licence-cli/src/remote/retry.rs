//! When a request is sent again (specification 7, client rules): never after a 4xx but 429, and
//! after that once, at the moment it names; after 5xx and network errors at 1, 2 and 4 seconds.

use std::io::{self, IsTerminal};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::Repeat;
use crate::exit::Failure;
use crate::notes;

/// The waits before the second, third and fourth try.
const BACKOFF: [Duration; 3] =
    [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];
/// Nobody at a terminal wants to wait longer for the end of a limit.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Why a call has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallError {
    /// No connection: the server never saw the request.
    NotSent,
    /// A connection that broke: the server may have carried out the request.
    NoAnswer,
    /// 429, and how long the limit lasts, if the server says so.
    Limited(Option<Duration>),
    /// 5xx, and the wait that the server asks for, if any.
    Failed(Option<Duration>),
    /// Another status: the same request gets the same answer.
    Refused,
}

impl CallError {
    pub(super) fn from_status(status: u16, wait: Option<Duration>) -> Self {
        match status {
            429 => Self::Limited(wait),
            500.. => Self::Failed(wait),
            _ => Self::Refused,
        }
    }
}

/// The retries of one request so far.
#[derive(Default)]
pub(super) struct RetryState {
    backed_off: usize,
    waited_for_a_limit: bool,
}

impl RetryState {
    /// Returns how long to wait before the next try; `None` when there is none.
    pub(super) fn wait_before_next(
        &mut self,
        error: CallError,
        repeat: Repeat,
    ) -> Option<Duration> {
        match (error, repeat) {
            (CallError::Refused, _) => None,
            (CallError::Limited(wait), _) => self.wait_once(wait?),
            (CallError::NotSent, _) => self.back_off(None),
            (CallError::NoAnswer, Repeat::Safe) => self.back_off(None),
            (CallError::Failed(wait), Repeat::Safe) => self.back_off(wait),
            (CallError::NoAnswer | CallError::Failed(_), Repeat::Unsafe) => None,
        }
    }

    fn wait_once(&mut self, wait: Duration) -> Option<Duration> {
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

type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;
type Wait = dyn Fn(Duration, &Failure) -> Waiting + Send + Sync;

/// How a client waits between two tries. Tests record the waits instead.
#[derive(Clone)]
pub(crate) struct Pause(Arc<Wait>);

impl Pause {
    /// Sleeps, and tells a user at a terminal why.
    pub(crate) fn sleeping() -> Self {
        let is_announced = io::stderr().is_terminal();
        Self(Arc::new(move |wait, failure| {
            if is_announced {
                let reason = failure.to_string();
                let reason = reason.lines().next().unwrap_or_default().trim_end_matches('.');
                notes::note(format_args!(
                    "{reason}; trying again in {} s",
                    wait.as_secs_f32().ceil()
                ));
            }
            Box::pin(tokio::time::sleep(wait))
        }))
    }

    /// Records each wait and does not sleep.
    #[cfg(test)]
    pub(crate) fn recording(record: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        Self(Arc::new(move |wait, _| {
            record(wait);
            Box::pin(std::future::ready(()))
        }))
    }

    pub(super) async fn before(&self, wait: Duration, because: &Failure) {
        (self.0)(wait, because).await;
    }
}

#[cfg(test)]
mod tests;
