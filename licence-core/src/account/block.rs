//! Units that a server takes in advance for an account that asks often, where servers share their
//! counters (specification 8).
//!
//! A block is a small part of what each limit leaves. It lasts 50 ms, and what is unused goes back.
//! Near the end of a limit there is none: its last units are counted one by one.

use std::time::Duration;

use super::plan::Cap;
use super::quota::Limit;

/// How long a block lasts after it was asked for.
pub const LIFETIME: Duration = Duration::from_millis(50);
/// What each limit must leave, so that units are taken in blocks.
pub const LEAST_LEFT: u64 = 1_024;
/// A block is at most this fraction, 1/64, of what each limit leaves.
pub const PARTS: u64 = 64;
/// A smaller block is not worth its return.
const LEAST_UNITS: u64 = 16;
/// The most units of a block. A killed server loses at most these of an account.
const MOST_UNITS: u64 = 1_024;

/// Returns how many units to take for an account that sent `requests` requests in the lifetime of a
/// block: somewhat fewer than the requests, so that few units are returned.
///
/// ```
/// use licence_core::account::block::units_to_take;
///
/// assert_eq!(units_to_take(80), 70);
/// assert_eq!(units_to_take(10), 0);
/// ```
pub fn units_to_take(requests: u64) -> u64 {
    let units = (requests - requests / 8).min(MOST_UNITS);
    if units < LEAST_UNITS { 0 } else { units }
}

/// Returns whether the units of a limit are taken in blocks. A request that meets another limit too,
/// as an export, a poll and a request of a trial do, is counted by itself.
pub const fn has_blocks(limit: Limit) -> bool {
    match limit {
        Limit::PerSecond | Limit::PerMonth => true,
        Limit::SignIns
        | Limit::MemberSignIns
        | Limit::Keyless
        | Limit::PerDay
        | Limit::Polls
        | Limit::Exports => false,
    }
}

/// Returns whether other requests of the account may take units in blocks, by the limits that one of
/// them meets: the caps of requests are large enough, and it is no trial. How many exports and polls
/// it may send does not matter.
pub fn may_be_taken(mut limits: impl Iterator<Item = (Limit, Cap)>) -> bool {
    let is_large = |cap: Cap| cap.at_most().is_none_or(|cap| cap >= LEAST_LEFT);
    limits.all(|(limit, cap)| match limit {
        Limit::PerSecond | Limit::PerMonth => is_large(cap),
        Limit::Exports | Limit::Polls => true,
        Limit::SignIns | Limit::MemberSignIns | Limit::Keyless | Limit::PerDay => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::plan::{Plan, Plans};
    use crate::account::quota::Purpose;

    #[test]
    fn a_plan_with_a_small_limit_has_no_blocks() {
        for (plan, may) in [
            (Plan::Trial, false),
            (Plan::Starter, false),
            (Plan::Pro, false),
            (Plan::Business, false),
            (Plan::Enterprise, true),
        ] {
            let limits = Plans::default().limits(plan);
            for purpose in [Purpose::Request, Purpose::Export, Purpose::Poll] {
                assert_eq!(may_be_taken(purpose.limits(&limits)), may, "{plan} {purpose:?}");
            }
        }
        let per_second = |cap| [(Limit::PerSecond, Cap::AtMost(cap))].into_iter();
        assert!(may_be_taken(per_second(LEAST_LEFT)));
        assert!(!may_be_taken(per_second(LEAST_LEFT - 1)));
        assert!(!may_be_taken([(Limit::Keyless, Cap::AtMost(1_000_000))].into_iter()));
    }
}
