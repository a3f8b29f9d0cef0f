//! What the script of the shared counters is asked about a request, and what it answers.

use std::collections::HashMap;

use licence_core::account::plan::Cap;
use licence_core::account::quota::Limit;
use licence_core::time::Timestamp;
use redis::{FromRedisValue, ScriptInvocation, Value};

use super::counters::{Counters, Debt};
use super::quota::{Admission, Charge, Counter, QuotaRequest};

/// What the script is asked about a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) quota_request: QuotaRequest,
    /// The instant; `None` for that of Redis.
    at: Option<Timestamp>,
    counters: Vec<CounterQuestion>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CounterQuestion {
    counter: Counter,
    cap: Cap,
    start_value: StartValue,
    /// What this process owes to it.
    debt: Debt,
}

/// The use that a counter begins with if Redis does not hold it, and that it has at least if it began
/// after the debt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct StartValue {
    /// `None` where only the database knows.
    used: Option<u64>,
    /// The start of its window; `None` for any window.
    window_start: Option<Timestamp>,
}

impl Question {
    /// Returns the question about a request, with what this process owes to each of its counters.
    pub(super) fn new(
        quota_request: &QuotaRequest,
        at: Option<Timestamp>,
        local: &Counters,
        start_values: &[(Charge, u64)],
        debts: &[(Charge, Debt)],
    ) -> Self {
        let asked = |((counter, cap), (charge, debt)): (_, &(Charge, Debt))| CounterQuestion {
            counter,
            cap,
            start_value: StartValue::new(charge, local, start_values),
            debt: *debt,
        };
        let counters = quota_request.counters().zip(debts).map(asked).collect();
        Self { quota_request: *quota_request, at, counters }
    }

    /// Returns whether units for later requests may be taken in advance. Of the questions of one call
    /// about the same request, this holds for one: the others carry an instant, a debt or a start value.
    pub(super) fn is_usual(&self) -> bool {
        let is_plain = |asked: &CounterQuestion| {
            asked.debt.owed == 0 && asked.start_value.window_start.is_none()
        };
        self.at.is_none() && self.counters.iter().all(is_plain)
    }

    fn has_debts(&self) -> bool {
        self.counters.iter().any(|asked| asked.debt.owed > 0)
    }

    /// Adds the question to a call. `requests` requests ask it, and they take `units` units in advance.
    pub(super) fn add_to(
        &self,
        call: &mut ScriptInvocation<'_>,
        prefix: &str,
        requests: usize,
        units: u64,
    ) {
        call.arg(millis(self.at)).arg(requests).arg(units).arg(self.counters.len());
        self.counters.iter().for_each(|counter| counter.add_to(call, prefix));
    }
}

impl CounterQuestion {
    fn add_to(&self, call: &mut ScriptInvocation<'_>, prefix: &str) {
        let Self { counter, cap, start_value, debt } = self;
        let since = debt.since.unwrap_or(Timestamp::EPOCH);
        let cap = cap.at_most().map_or(-1, |cap| i64::try_from(cap).unwrap_or(i64::MAX));
        call.key(name(prefix, *counter))
            .arg(counter.limit.span().as_str())
            .arg(cap)
            .arg(u8::from(counter.limit.is_charged_on_success()))
            .arg(start_value.used.map_or(String::new(), |used| used.to_string()))
            .arg(millis(start_value.window_start))
            .arg(debt.owed)
            .arg(millis(counter.limit.is_kept().then_some(since)));
    }
}

/// Adds a question of no request to a call: what this process owes to a counter, with the use of the
/// counter in the database if Redis asked for it.
pub(super) fn add_debt(
    call: &mut ScriptInvocation<'_>,
    prefix: &str,
    charge: &Charge,
    debt: Debt,
    used: Option<u64>,
) {
    call.arg(millis(Some(charge.window_start))).arg(0).arg(0).arg(1);
    let start_value = StartValue { used, window_start: Some(charge.window_start) };
    let (counter, cap) = (charge.counter, Cap::Unlimited);
    CounterQuestion { counter, cap, start_value, debt }.add_to(call, prefix);
}

impl StartValue {
    fn new(charge: &Charge, local: &Counters, start_values: &[(Charge, u64)]) -> Self {
        let mut start_values = start_values.iter();
        if let Some((charge, used)) = start_values.find(|(it, _)| it.counter == charge.counter) {
            return Self { used: Some(*used), window_start: Some(charge.window_start) };
        }
        // What the database does not keep, this process may know: a cache that was emptied must not
        // grant the window again. A second is over before anybody could ask.
        match charge.counter.limit {
            Limit::SignIns | Limit::MemberSignIns | Limit::Keyless => {
                let used = local.known_use(charge).unwrap_or(0);
                Self { used: Some(used), window_start: Some(charge.window_start) }
            }
            Limit::PerSecond => Self { used: Some(0), window_start: None },
            Limit::PerDay | Limit::Polls | Limit::Exports | Limit::PerMonth => Self::default(),
        }
    }
}

/// Returns each question once, with the positions of the requests that ask it. A busy account asks the same
/// question many times in one call, and the script reads its counters once.
pub(super) fn group_by_question(questions: Vec<Question>) -> Vec<(Question, Vec<usize>)> {
    let mut groups: HashMap<Question, Vec<usize>> = HashMap::new();
    let mut with_debts = Vec::new();
    for (place, question) in questions.into_iter().enumerate() {
        match question.has_debts() {
            // Two equal debts are two debts.
            true => with_debts.push((question, vec![place])),
            false => groups.entry(question).or_default().push(place),
        }
    }
    let mut groups: Vec<_> = groups.into_iter().chain(with_debts).collect();
    groups.sort_unstable_by_key(|(_, askers)| askers[0]);
    groups
}

/// Returns the name of a counter in Redis.
pub(super) fn name(prefix: &str, counter: Counter) -> String {
    let Counter { limit, id, route, .. } = counter;
    format!("{prefix}:{limit}:{id:032x}:{route}")
}

fn millis(at: Option<Timestamp>) -> String {
    at.map_or(String::new(), |at| at.epoch_millis().to_string())
}

/// The answer of the shared counters to a request.
pub(super) enum Outcome {
    /// The request is admitted or refused.
    Decided(Admission),
    /// These counters lack a start value, which the next call must bring.
    Unknown(Vec<Charge>),
    /// The cache was away before the call, or failed.
    Away,
    /// The cache got the call and did not reply. It may still run the script when it wakes, and
    /// count the request then.
    Silent,
}

/// Parses how many units a call took along; `None` if the script cannot have sent it.
pub(super) fn units_taken(reply: &[Value]) -> Option<u64> {
    reply.first().and_then(|units| u64::from_redis_value_ref(units).ok())
}

/// Parses the script's reply; `None` if the script cannot have sent it. The month's count holds
/// `unused` units that this server took in advance.
pub(super) fn parse_reply(
    quota_request: &QuotaRequest,
    reply: &[Value],
    unused: u64,
) -> Option<Outcome> {
    let counters: Vec<_> = quota_request.counters().collect();
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
    let mut admission = Admission::begin(Timestamp::from_epoch_millis(head[0])?);
    for ((counter, cap), window) in counters.iter().zip(windows.chunks_exact(2)) {
        let window_start = Timestamp::from_epoch_millis(window[0])?;
        let held = if counter.limit == Limit::PerMonth { unused } else { 0 };
        let used = u64::try_from(window[1]).ok()?.saturating_sub(held);
        let window = counter.limit.span().window(window_start);
        admission.add(*counter, window, *cap, used);
    }
    let refused = usize::try_from(head[1]).ok()?.checked_sub(1);
    admission.refused_by =
        refused.and_then(|at| counters.get(at)).map(|(counter, _)| counter.limit);
    admission.keep_what_counts();
    Some(Outcome::Decided(admission))
}

#[cfg(test)]
mod tests {
    use licence_core::account::AccountId;
    use licence_core::account::key::KeyId;
    use licence_core::account::plan::{Plan, Plans};
    use licence_core::account::quota::Purpose;
    use uuid::Uuid;

    use super::*;

    fn question(account: u128, debt: u64) -> Question {
        let (account, key) = (AccountId(Uuid::from_u128(account)), KeyId(Uuid::from_u128(7)));
        let limits = Plans::default().limits(Plan::Pro);
        let quota_request = QuotaRequest::by_key(account, key, Purpose::Request, &limits);
        let debt = Debt { owed: debt, ..Debt::default() };
        let charge = |(counter, _)| (Charge::new(counter, Timestamp::EPOCH), debt);
        let debts: Vec<_> = quota_request.counters().map(charge).collect();
        Question::new(&quota_request, None, &Counters::new(), &[], &debts)
    }

    #[test]
    fn equal_questions_are_put_once_and_debts_each_by_itself() {
        let asked = [(1, 0), (2, 0), (1, 3), (1, 0), (1, 3), (2, 0), (1, 0)];
        let questions = asked.map(|(account, debt)| question(account, debt)).to_vec();
        let groups = group_by_question(questions.clone());
        let askers: Vec<_> = groups.iter().map(|(_, askers)| askers.as_slice()).collect();
        assert_eq!(askers, [&[0, 3, 6][..], &[1, 5], &[2], &[4]]);
        assert!(
            groups.iter().all(|(group, askers)| askers.iter().all(|it| questions[*it] == *group))
        );
    }
}
