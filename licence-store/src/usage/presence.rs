//! Whether the cache of the shared counters answers.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use redis::aio::ConnectionManager;

use crate::cache;

/// The longest wait for a reply. A slower cache counts as away, and each server then counts for
/// itself: a cache that writes its file or a busy machine must not be taken for one.
const REPLY_TIMEOUT: Duration = Duration::from_millis(250);
/// The pause before the next attempt, once the cache was away.
pub(super) const PAUSE: Duration = Duration::from_millis(500);

/// The reason why there is no reply.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NoReply {
    Failed,
    Late,
}

/// What this process knows of the cache.
pub(super) struct Presence {
    connection: ConnectionManager,
    since: Instant,
    /// In milliseconds after `since`; zero while the cache answers.
    away_until: AtomicU64,
}

impl Presence {
    /// Returns the presence of a cache that answers.
    pub(super) fn new(connection: ConnectionManager) -> Self {
        Self { connection, since: Instant::now(), away_until: AtomicU64::new(0) }
    }

    /// Returns whether to call the cache. While it is away, one request in each pause sends a probe,
    /// and nothing else: a frozen Redis runs every script when it wakes and would count debts twice.
    pub(super) async fn is_available(&self) -> bool {
        let (until, now) = (self.away_until.load(Ordering::Acquire), self.millis());
        if until == 0 {
            return true;
        }
        let next = now + pause_millis();
        let (ordering, otherwise) = (Ordering::AcqRel, Ordering::Relaxed);
        let is_mine = until <= now
            && self.away_until.compare_exchange(until, next, ordering, otherwise).is_ok();
        is_mine && self.note(self.probe(Instant::now() + REPLY_TIMEOUT).await).is_ok()
    }

    /// Lets the next question reach the cache, also while it is away: no later one may follow.
    pub(super) fn end_pause(&self) {
        let _ = self.away_until.fetch_min(1, Ordering::AcqRel);
    }

    async fn probe(&self, deadline: Instant) -> Result<(), (NoReply, String)> {
        await_until(deadline, cache::probe(&self.connection)).await
    }

    /// Awaits a reply of the cache, which is away from then on if there is none. If the call fails but
    /// a probe succeeds, only a connection was closed, and the cache is not away.
    pub(super) async fn await_reply<T, E: Display>(
        &self,
        reply: impl Future<Output = Result<T, E>>,
    ) -> Result<T, NoReply> {
        let deadline = Instant::now() + REPLY_TIMEOUT;
        let outcome = await_until(deadline, reply).await;
        if has_failed(&outcome) && self.probe(deadline).await.is_ok() {
            return Err(NoReply::Failed);
        }
        self.note(outcome)
    }

    /// Awaits a reply of the cache, which is away from then on if there is none. If only a connection
    /// was closed, `again` repeats the call once within the same time. What the cache did before it
    /// closed the connection is done twice.
    pub(super) async fn await_reply_or_repeat<T, E: Display>(
        &self,
        reply: impl Future<Output = Result<T, E>>,
        again: impl Future<Output = Result<T, E>>,
    ) -> Result<T, NoReply> {
        let deadline = Instant::now() + REPLY_TIMEOUT;
        let mut outcome = await_until(deadline, reply).await;
        if has_failed(&outcome) && self.probe(deadline).await.is_ok() {
            outcome = await_until(deadline, again).await;
        }
        self.note(outcome)
    }

    fn note<T>(&self, outcome: Result<T, (NoReply, String)>) -> Result<T, NoReply> {
        match outcome {
            Ok(reply) => {
                if self.away_until.swap(0, Ordering::AcqRel) != 0 {
                    tracing::warn!("the cache is back: limits are shared again");
                }
                Ok(reply)
            }
            Err((no_reply, why)) => {
                let until = self.millis() + pause_millis();
                if self.away_until.swap(until, Ordering::AcqRel) == 0 {
                    tracing::warn!(why, "the cache is away: each process counts for itself");
                }
                Err(no_reply)
            }
        }
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

fn has_failed<T>(outcome: &Result<T, (NoReply, String)>) -> bool {
    matches!(outcome, Err((NoReply::Failed, _)))
}

async fn await_until<T, E: Display>(
    deadline: Instant,
    reply: impl Future<Output = Result<T, E>>,
) -> Result<T, (NoReply, String)> {
    match tokio::time::timeout_at(deadline.into(), reply).await {
        Ok(Ok(reply)) => Ok(reply),
        Ok(Err(error)) => Err((NoReply::Failed, error.to_string())),
        Err(_) => {
            let why = format!("no answer within {} ms", REPLY_TIMEOUT.as_millis());
            Err((NoReply::Late, why))
        }
    }
}

const fn pause_millis() -> u64 {
    PAUSE.as_millis() as u64
}
