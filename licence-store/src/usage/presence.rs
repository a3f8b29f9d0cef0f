//! Whether the cache of the shared counters answers, and whether it was emptied meanwhile.

use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use redis::Script;
use redis::aio::ConnectionManager;

use crate::entropy::Entropy;
use crate::mutex::lock;

/// The longest wait for a reply. A slower cache counts as away, and each server then counts for
/// itself: a cache that writes its file or a busy machine must not be taken for one.
const REPLY_TIMEOUT: Duration = Duration::from_millis(250);
/// The pause before the next attempt, once the cache was away.
pub(super) const PAUSE: Duration = Duration::from_millis(500);
/// Returns the mark of the cache, and gives it one if it has none.
const MARK: &str = "redis.call('SET', KEYS[1], ARGV[1], 'NX') return redis.call('GET', KEYS[1])";

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
    mark: Script,
    mark_name: String,
    /// The mark that the cache bears until it is emptied; `None` before it was asked.
    known_mark: Mutex<Option<String>>,
    was_emptied: AtomicBool,
}

impl Presence {
    /// Returns the presence of a cache that answers, with names of this prefix.
    pub(super) fn new(connection: ConnectionManager, prefix: &str) -> Self {
        Self {
            connection,
            since: Instant::now(),
            away_until: AtomicU64::new(0),
            mark: Script::new(MARK),
            mark_name: format!("{prefix}:mark"),
            known_mark: Mutex::default(),
            was_emptied: AtomicBool::new(false),
        }
    }

    /// Returns whether to call the cache. While it is away, one request in each pause asks for its
    /// mark, and for nothing else: a frozen Redis runs every script when it wakes and would count
    /// debts twice.
    pub(super) async fn is_available(&self) -> bool {
        let (until, now) = (self.away_until.load(Ordering::Acquire), self.millis());
        if until == 0 {
            return true;
        }
        let next = now + pause_millis();
        let (ordering, otherwise) = (Ordering::AcqRel, Ordering::Relaxed);
        let is_mine = until <= now
            && self.away_until.compare_exchange(until, next, ordering, otherwise).is_ok();
        is_mine && self.learn_mark().await
    }

    /// Asks for the mark of the cache, and returns whether it answers.
    pub(super) async fn learn_mark(&self) -> bool {
        let outcome = self.ask_for_mark(Instant::now() + REPLY_TIMEOUT).await;
        self.note(outcome).is_ok()
    }

    async fn ask_for_mark(&self, deadline: Instant) -> Result<(), (NoReply, String)> {
        let mut call = self.mark.key(&self.mark_name);
        call.arg(Entropy::system().uuid().to_string());
        let mut connection = self.connection.clone();
        let mark = await_until(deadline, call.invoke_async::<String>(&mut connection)).await?;
        // Before others call the cache.
        let before = lock(&self.known_mark).replace(mark.clone());
        if before.is_some_and(|before| before != mark) {
            self.was_emptied.store(true, Ordering::Release);
        }
        Ok(())
    }

    /// Returns whether the cache was emptied since the last question.
    pub(super) fn take_emptied(&self) -> bool {
        self.was_emptied.swap(false, Ordering::AcqRel)
    }

    /// Awaits a reply of the cache, which is away from then on if there is none. If the call fails but
    /// the cache returns its mark, only a connection was closed, and the cache is not away.
    pub(super) async fn await_reply<T, E: Display>(
        &self,
        reply: impl Future<Output = Result<T, E>>,
    ) -> Result<T, NoReply> {
        let deadline = Instant::now() + REPLY_TIMEOUT;
        let outcome = await_until(deadline, reply).await;
        if has_failed(&outcome) && self.ask_for_mark(deadline).await.is_ok() {
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
        if has_failed(&outcome) && self.ask_for_mark(deadline).await.is_ok() {
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
