//! Refusals by plan and limit, in words (specification 7).

use licence_core::account::plan::{Plan, PlanLimits, PlanRefusal, PlanRequirement};
use licence_core::account::quota::Limit;
use licence_core::time::Timestamp;
use licence_store::service::Admission;

use crate::endpoint::{Access, Endpoint};
use crate::problem::ProblemKind::{self, *};
use crate::problem::{LimitDetails, Problem};

/// The plan of callers without a key, in limit errors.
const PUBLIC: &str = "public";

/// Refuses an endpoint that the caller's plan does not include.
pub(crate) fn require_plan(
    endpoint: Endpoint,
    plan: Plan,
    limits: &PlanLimits,
) -> Result<(), Problem> {
    let wanted = match endpoint.access() {
        Access::Open | Access::Validated | Access::Keyless => PlanRequirement::Public,
        Access::Key | Access::Poll => PlanRequirement::Paid,
        Access::Export | Access::Published => PlanRequirement::Export,
    };
    let allowed = plan.allows(wanted, limits);
    allowed.map_err(|refused| plan_problem(refused, plan, endpoint))
}

fn plan_problem(refused: PlanRefusal, plan: Plan, endpoint: Endpoint) -> Problem {
    let of_plan = |kind, error: String| Problem::new(kind, error).with_plan_tier(plan.as_str());
    match (refused, plan) {
        (PlanRefusal::Inactive, Plan::Canceled) => {
            of_plan(PlanInactive, "The plan of this account was canceled.".to_owned())
        }
        (PlanRefusal::Inactive, _) => of_plan(PlanInactive, "This account has no plan.".to_owned()),
        (PlanRefusal::PaidPlanRequired, _) => of_plan(
            EndpointRequiresPaidPlan,
            format!("A trial key may not ask {}.", endpoint.path()),
        ),
        (PlanRefusal::ExportRequiresPro, _) => of_plan(
            ExportRequiresPro,
            format!("Exports need the plan pro or a higher one; this account has {plan}."),
        )
        .requiring_plan("pro"),
    }
}

/// Returns the problem of the limit that refused the request, if one did.
pub(super) fn require_admission(admission: &Admission, plan: Option<Plan>) -> Result<(), Problem> {
    let Some(limit) = admission.refused_by else { return Ok(()) };
    let Some(tally) = admission.tally(limit) else { return Ok(()) };
    let (kind, what) = refused_limit(limit);
    let problem = Problem::new(kind, format!("The limit of {} {what} is reached.", tally.cap));
    let reset_at = Some(tally.resets_at);
    let details = LimitDetails { current_usage: tally.used, limit: tally.cap, reset_at };
    let problem = problem.with_plan_tier(plan.map_or(PUBLIC, Plan::as_str)).limited(details);
    Err(match limit {
        // Only where the specification names it.
        Limit::PerSecond => problem.retry_after(1),
        Limit::PerDay | Limit::Exports => {
            problem.retry_after(seconds_until(admission.at, tally.resets_at))
        }
        Limit::SignIns | Limit::MemberSignIns | Limit::Keyless | Limit::Polls | Limit::PerMonth => {
            problem
        }
    })
}

/// Returns the problem of a limit, and what the limit counts.
fn refused_limit(limit: Limit) -> (ProblemKind, &'static str) {
    match limit {
        Limit::Keyless => {
            (KeylessQuotaExceeded, "requests without a key by address, route and hour")
        }
        Limit::SignIns => (KeylessQuotaExceeded, "sign-ins by address and minute"),
        Limit::MemberSignIns => (KeylessQuotaExceeded, "sign-ins of the member in one hour"),
        Limit::PerSecond => (PerSecondLimitExceeded, "requests of the account in one second"),
        Limit::PerDay => (PrelaunchDailyCap, "requests of a trial key in one UTC day"),
        Limit::Polls => (WatchlistEventsPollLimit, "polls of the account in one hour"),
        Limit::Exports => (ExportDailyLimitReached, "exports of the account in one UTC day"),
        Limit::PerMonth => (MonthlyRequestLimitReached, "requests of the account in one UTC month"),
    }
}

/// Returns the whole seconds until a reset, rounded up, at least 1.
pub(crate) fn seconds_until(now: Timestamp, reset: Timestamp) -> u64 {
    let millis = u64::try_from(reset.epoch_millis() - now.epoch_millis()).unwrap_or(0);
    millis.div_ceil(1000).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seconds_until_a_reset_are_rounded_up() {
        let now = "2026-11-22T10:15:00Z".parse().unwrap();
        for (reset, seconds) in [
            ("2026-11-22T10:14:00Z", 1),
            ("2026-11-22T10:15:00.001Z", 1),
            ("2026-11-22T10:15:59Z", 59),
            ("2026-11-22T10:15:59.001Z", 60),
        ] {
            assert_eq!(seconds_until(now, reset.parse().unwrap()), seconds, "{reset}");
        }
    }
}
