//! Counters in Redis: one script a request, by the clock of Redis, so that servers whose clocks
//! differ agree on every window.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use licence_core::account::quota::Limit;
use licence_core::time::Timestamp;
use redis::aio::ConnectionManager;
use redis::{FromRedisValue, Script, Value};

use super::counters::Counters;
use super::{Asked, Charge, Counter, Granted};

/// A cache that takes longer is as good as away: no request waits for it longer than this.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long nobody asks again, once it was away.
const PAUSE_MILLIS: u64 = 500;

/// The counters that servers share.
pub(super) struct SharedCounters {
    connection: ConnectionManager,
    /// What the names of the counters begin with.
    prefix: String,
    admit: Script,
    refund: Script,
    since: Instant,
    /// In milliseconds after `since`; zero while it answers.
    away_until: AtomicU64,
}

/// What the shared counters say to a request.
pub(super) enum Outcome {
    /// It is decided.
    Granted(Granted),
    /// They have to be told first what was used of these.
    Unknown(Vec<Charge>),
    /// They were away before they were asked, or said so.
    Away,
    /// They were asked and kept silent: when they wake they still do what they were sent, so that
    /// the request is counted there.
    Silent,
}

/// Why there is no reply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoReply {
    Failed,
    Late,
}

impl SharedCounters {
    pub(super) fn new(connection: ConnectionManager, instance: &str) -> Self {
        Self {
            connection,
            prefix: format!("licence:{instance}"),
            admit: Script::new(include_str!("admit.lua")),
            refund: Script::new(include_str!("refund.lua")),
            since: Instant::now(),
            away_until: AtomicU64::new(0),
        }
    }

    /// Asks for admission. What this process granted while they were away is told along, and what
    /// they say is remembered for the next time.
    pub(super) async fn admit(
        &self,
        asked: &Asked,
        at: Option<Timestamp>,
        here: &Counters,
        seeds: &[(Charge, u64)],
    ) -> Outcome {
        if !self.is_there().await {
            return Outcome::Away;
        }
        let guess = at.unwrap_or_else(now);
        let counters: Vec<_> = asked.counters().collect();
        let debts: Vec<_> = counters
            .iter()
            .map(|(counter, _)| Charge::of(*counter, guess))
            .map(|charge| (charge, here.settle_debt(&charge)))
            .collect();
        let mut call = self.admit.prepare_invoke();
        call.arg(at.map_or(String::new(), |at| at.epoch_millis().to_string()));
        for ((counter, cap), (charge, debt)) in counters.iter().zip(&debts) {
            let seed = seeds.iter().find(|(seeded, _)| seeded.counter == *counter);
            // What the database does not keep, this process may know: a cache that was emptied
            // must not grant the window again. A second is over before anybody could ask.
            let (seed, about) = match (seed, counter.limit) {
                (Some((charge, used)), _) => (used.to_string(), start(charge)),
                (None, Limit::Keyless) => (here.known(charge).to_string(), start(charge)),
                (None, Limit::PerSecond) => ("0".to_owned(), String::new()),
                (None, Limit::PerDay | Limit::Polls | Limit::Exports | Limit::PerMonth) => {
                    (String::new(), String::new())
                }
            };
            call.key(self.name(*counter))
                .arg(charge.counter.limit.span().as_str())
                .arg(cap.at_most().map_or(-1, |cap| i64::try_from(cap).unwrap_or(i64::MAX)))
                .arg(u8::from(counter.limit.is_charged_on_success()))
                .arg(seed)
                .arg(about)
                .arg(*debt);
        }
        let mut connection = self.connection.clone();
        let reply: Result<Vec<Value>, _> = self.answer(call.invoke_async(&mut connection)).await;
        let outcome = match reply {
            Ok(reply) => outcome(asked, &reply).unwrap_or(Outcome::Away),
            Err(NoReply::Failed) => Outcome::Away,
            Err(NoReply::Late) => Outcome::Silent,
        };
        match &outcome {
            Outcome::Granted(granted) => remember(granted, here),
            Outcome::Unknown(_) | Outcome::Away => {
                debts.iter().for_each(|(charge, debt)| here.owe(charge, *debt));
            }
            Outcome::Silent => {}
        }
        outcome
    }

    /// Gives charges back; `None` when they are away.
    pub(super) async fn refund(&self, charges: &[Charge]) -> Option<Vec<u64>> {
        if !self.is_there().await {
            return None;
        }
        let mut call = self.refund.prepare_invoke();
        for charge in charges {
            call.key(format!(
                "{}:{}",
                self.name(charge.counter),
                charge.window_start.epoch_millis()
            ));
        }
        let mut connection = self.connection.clone();
        self.answer(call.invoke_async(&mut connection)).await.ok()
    }

    fn name(&self, counter: Counter) -> String {
        let Counter { limit, id, route, .. } = counter;
        format!("{}:{limit}:{id:032x}:{route}", self.prefix)
    }

    async fn answer<T>(
        &self,
        asked: impl Future<Output = redis::RedisResult<T>>,
    ) -> Result<T, NoReply> {
        let (no_reply, why) = match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(reply)) => {
                if self.away_until.swap(0, Ordering::AcqRel) != 0 {
                    tracing::warn!("the cache is back: limits are shared again");
                }
                return Ok(reply);
            }
            Ok(Err(error)) => (NoReply::Failed, error.to_string()),
            Err(_) => (NoReply::Late, format!("no answer within {} ms", PATIENCE.as_millis())),
        };
        if self.away_until.swap(self.millis() + PAUSE_MILLIS, Ordering::AcqRel) == 0 {
            tracing::warn!(why, "the cache is away: each process holds the limits for itself");
        }
        Err(no_reply)
    }

    /// Whether to ask them. While they are away one request in each pause finds out whether they
    /// are back, by a question that changes nothing: a frozen Redis does all it was sent when it
    /// wakes, and would count every debt as often as it was told.
    async fn is_there(&self) -> bool {
        let (until, now) = (self.away_until.load(Ordering::Acquire), self.millis());
        if until == 0 {
            return true;
        }
        let next = now + PAUSE_MILLIS;
        let (ordering, otherwise) = (Ordering::AcqRel, Ordering::Relaxed);
        let is_mine = until <= now
            && self.away_until.compare_exchange(until, next, ordering, otherwise).is_ok();
        if !is_mine {
            return false;
        }
        let mut connection = self.connection.clone();
        let asked = redis::cmd("PING");
        let pong: Result<String, _> = self.answer(asked.query_async(&mut connection)).await;
        pong.is_ok()
    }

    fn millis(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

fn start(charge: &Charge) -> String {
    charge.window_start.epoch_millis().to_string()
}

/// Only to guess in which window a debt was made; the script decides by its own clock.
fn now() -> Timestamp {
    Timestamp::from_system_time(std::time::SystemTime::now()).unwrap_or(Timestamp::EPOCH)
}

fn remember(granted: &Granted, here: &Counters) {
    for charge in &granted.charges {
        if let Some(tally) = granted.tally(charge.counter.limit) {
            here.hear(*charge, tally.used);
        }
    }
}

/// `None` for a reply that the script never gives.
fn outcome(asked: &Asked, reply: &[Value]) -> Option<Outcome> {
    let counters: Vec<_> = asked.counters().collect();
    let (is_unknown, reply) = match reply.split_first() {
        Some((Value::BulkString(_), rest)) => (true, rest),
        _ => (false, reply),
    };
    let numbers: Option<Vec<i64>> =
        reply.iter().map(|value| i64::from_redis_value_ref(value).ok()).collect();
    let numbers = numbers?;
    if is_unknown {
        let charge = |pair: &[i64]| {
            let (counter, _) = counters.get(usize::try_from(pair[0]).ok()?.checked_sub(1)?)?;
            let window_start = Timestamp::from_epoch_millis(pair[1])?;
            Some(Charge { counter: *counter, window_start })
        };
        return numbers.chunks_exact(2).map(charge).collect::<Option<_>>().map(Outcome::Unknown);
    }
    let (head, windows) = numbers.split_at_checked(2)?;
    let mut granted = Granted::begin(Timestamp::from_epoch_millis(head[0])?);
    for ((counter, cap), window) in counters.iter().zip(windows.chunks_exact(2)) {
        let window_start = Timestamp::from_epoch_millis(window[0])?;
        let used = u64::try_from(window[1]).ok()?;
        granted.add(Charge { counter: *counter, window_start }, *cap, used);
    }
    let refused = usize::try_from(head[1]).ok()?.checked_sub(1);
    granted.refused_by = refused.and_then(|at| counters.get(at)).map(|(counter, _)| counter.limit);
    granted.keep_what_counts();
    Some(Outcome::Granted(granted))
}
