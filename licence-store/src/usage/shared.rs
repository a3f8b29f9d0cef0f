//! Counters in Redis, by the clock of Redis, so that servers whose clocks differ agree on every
//! window. A script admits one request after the other; requests that arrive while a call is under
//! way share the next call, and those with the same question share one reading of the counters.

mod give_back;
mod settle;

use std::sync::Arc;
use std::time::Instant;

use licence_core::account::block;
use licence_core::time::Timestamp;
use redis::aio::ConnectionManager;
use redis::{Script, Value};
use tokio::sync::oneshot;

use super::blocks::Blocks;
use super::calls::Calls;
use super::counters::Counters;
use super::presence::{NoReply, Presence};
use super::question::{Outcome, Question, group_by_question, parse_reply, units_taken};
use super::quota::{Admission, Charge, QuotaRequest};

pub(super) struct SharedCounters {
    connection: ConnectionManager,
    /// The prefix of the counters' names.
    prefix: String,
    admit: Script,
    calls: Arc<Calls<Question, Answer>>,
    blocks: Blocks,
    refund: Script,
    pub(super) presence: Presence,
}

/// A question, the positions of the requests that ask it, and the units to take in advance.
struct Group {
    question: Question,
    askers: Vec<usize>,
    units: u64,
}

impl Group {
    /// Returns what the last reply decided; `None` if it decided nothing.
    fn newest_admission(&self, replies: &[Vec<Value>]) -> Option<Admission> {
        match parse_reply(&self.question.quota_request, replies.last()?, 0)? {
            Outcome::Decided(admission) => Some(admission),
            Outcome::Unknown(_) | Outcome::Away | Outcome::Silent => None,
        }
    }
}

/// For each group the replies to its askers and the units that it got, or why there are none.
type Heard = Result<Vec<(Vec<Vec<Value>>, u64)>, String>;

/// What the script says of one request, and the units of its month that this server holds.
type Answer = Result<(Vec<Value>, u64), NoReply>;

impl SharedCounters {
    pub(super) fn new(connection: ConnectionManager, instance: &str) -> Self {
        Self {
            presence: Presence::new(connection.clone()),
            connection,
            prefix: format!("licence:{instance}"),
            admit: Script::new(include_str!("admit.lua")),
            calls: Calls::new(),
            blocks: Blocks::new(),
            refund: Script::new(include_str!("refund.lua")),
        }
    }

    /// Admits a request by a unit that was taken in advance; `None` if there is none, and for a
    /// request at a given instant.
    pub(super) fn admit_by_block(
        &self,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
        local: &Counters,
    ) -> Option<Admission> {
        let admission =
            at.is_none().then(|| self.blocks.admit(quota_request, Instant::now()))??;
        record_locally(&admission, local);
        Some(admission)
    }

    pub(super) fn held_units(&self) -> u64 {
        self.blocks.held_units()
    }

    /// Waits, where a large limit refused a request that may have lacked a unit of another server's
    /// block, until all units of it are back, and returns whether it waited.
    pub(super) async fn waits_for_blocks(
        &self,
        quota_request: &QuotaRequest,
        admission: &Admission,
    ) -> bool {
        let until = self.blocks.may_lack_until(quota_request, admission, Instant::now());
        let Some(until) = until else { return false };
        tokio::time::sleep_until(until.into()).await;
        true
    }

    /// Asks for admission. Sends this process's debts along, and records the returned counts.
    pub(super) async fn admit(
        self: &Arc<Self>,
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
        local: &Counters,
        start_values: &[(Charge, u64)],
    ) -> Outcome {
        // Before debts are taken from the local counters.
        if !self.presence.is_available().await {
            return Outcome::Away;
        }
        let guess = at.unwrap_or_else(now);
        let debts: Vec<_> = quota_request
            .counters()
            .map(|(counter, _)| Charge::new(counter, guess))
            .map(|charge| (charge, local.settle_debt(&charge)))
            .collect();
        let question = Question::new(quota_request, at, local, start_values, &debts);
        let shared = Arc::clone(self);
        let call = move |questions| {
            let shared = Arc::clone(&shared);
            async move { shared.put(questions).await }
        };
        let outcome = match self.calls.ask(question, call).await {
            Some(Ok((reply, unused))) => {
                parse_reply(quota_request, &reply, unused).unwrap_or(Outcome::Away)
            }
            Some(Err(NoReply::Failed)) => Outcome::Away,
            // The call may have reached Redis before it stopped.
            Some(Err(NoReply::Late)) | None => Outcome::Silent,
        };
        match &outcome {
            Outcome::Decided(admission) => record_locally(admission, local),
            Outcome::Unknown(_) | Outcome::Away => {
                debts.iter().for_each(|(charge, debt)| local.owe(charge, *debt));
            }
            Outcome::Silent => {}
        }
        outcome
    }

    /// Puts the questions in one call, and returns an answer to each.
    async fn put(self: &Arc<Self>, questions: Vec<Question>) -> Vec<Answer> {
        let mut answers: Vec<Answer> = questions.iter().map(|_| Err(NoReply::Failed)).collect();
        // The call before may have found the cache away.
        if !self.presence.is_available().await {
            return answers;
        }
        let group = |(question, askers): (Question, _)| {
            let units = match question.is_usual() {
                true => self.blocks.units_to_take(&question.quota_request),
                false => 0,
            };
            Group { question, askers, units }
        };
        let groups: Arc<[Group]> = group_by_question(questions).into_iter().map(group).collect();
        let asked_at = Instant::now();
        let call = || Arc::clone(self).call_in_task(Arc::clone(&groups));
        let replies = match self.presence.await_reply_or_repeat(call(), call()).await {
            Ok(replies) => replies,
            Err(no_reply) => {
                answers.fill_with(|| Err(no_reply));
                return answers;
            }
        };
        for (group, (replies, units)) in groups.iter().zip(replies) {
            let quota_request = group.question.quota_request;
            let learn = |newest| self.learn_block(quota_request, newest, units, asked_at);
            let unused = group.newest_admission(&replies).map_or(0, learn);
            for (place, reply) in group.askers.iter().zip(replies) {
                answers[*place] = Ok((reply, unused));
            }
        }
        answers
    }

    /// Calls the script in a task that continues when nobody awaits the replies any more.
    async fn call_in_task(self: Arc<Self>, groups: Arc<[Group]>) -> Heard {
        let (reply, replied) = oneshot::channel();
        tokio::spawn(self.call(groups, reply));
        replied.await.map_err(|stopped| stopped.to_string())?
    }

    /// Calls the script, and passes its replies on. Units of a late reply, which nobody awaits any
    /// more, go back.
    async fn call(self: Arc<Self>, groups: Arc<[Group]>, heard: oneshot::Sender<Heard>) {
        let mut call = self.admit.prepare_invoke();
        call.arg(block::LEAST_LEFT).arg(block::PARTS);
        for Group { question, askers, units } in groups.iter() {
            question.add_to(&mut call, &self.prefix, askers.len(), *units);
        }
        let mut connection = self.connection.clone();
        let replies: redis::RedisResult<Vec<Vec<Value>>> = call.invoke_async(&mut connection).await;
        let by_group = |replies: Vec<Vec<Value>>| {
            let mut replies = replies.into_iter();
            let of_group = |group: &Group| {
                let of_askers = replies.by_ref().take(group.askers.len()).collect();
                let units = if group.units > 0 { replies.next() } else { None };
                (of_askers, units.and_then(|units| units_taken(&units)).unwrap_or(0))
            };
            groups.iter().map(of_group).collect()
        };
        let replies = replies.map(by_group).map_err(|error| error.to_string());
        let Err(Ok(late)) = heard.send(replies) else { return };
        for (group, (replies, units)) in groups.iter().zip(late) {
            if let (Some(newest), 1..) = (group.newest_admission(&replies), units) {
                self.return_units(&newest.charges, units).await;
            }
        }
    }

    /// Keeps the units that a call took along, and gives back what is unused when they end. Returns
    /// the units that this server held before.
    fn learn_block(
        self: &Arc<Self>,
        quota_request: QuotaRequest,
        newest: Admission,
        units: u64,
        asked_at: Instant,
    ) -> u64 {
        let subject = quota_request.subject;
        let unused = self.blocks.unused(subject, &newest);
        if newest.refused_by.is_none() {
            self.blocks.learn(&quota_request, newest, units, asked_at);
        }
        if units > 0 {
            let shared = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep_until((asked_at + block::LIFETIME).into()).await;
                if let Some((charges, units)) = shared.blocks.take_ended(subject, Instant::now()) {
                    shared.return_units(&charges, units).await;
                }
            });
        }
        unused
    }
}

/// Returns the system time, only to guess the window of a debt: the script uses its own clock.
fn now() -> Timestamp {
    Timestamp::from_system_time(std::time::SystemTime::now()).unwrap_or(Timestamp::EPOCH)
}

fn record_locally(admission: &Admission, local: &Counters) {
    for charge in &admission.charges {
        if let Some(tally) = admission.tally(charge.counter.limit) {
            local.set_used(*charge, tally.used);
        }
    }
}
