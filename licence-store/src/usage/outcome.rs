//! What the script of the shared counters answers.

use licence_core::account::quota::Limit;
use licence_core::time::Timestamp;
use redis::{FromRedisValue, Value};

use super::quota::{Admission, Charge, QuotaRequest};

/// The answer of the shared counters to a request.
pub(super) enum Outcome {
    /// The request is admitted or refused.
    Decided(Admission),
    /// The use of these counters is unknown; the next call must seed it.
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
