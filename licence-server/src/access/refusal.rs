//! Refusals by plan and limit, in words (specification 7).

use licence_core::account::plan::Plan;
use licence_core::account::quota::{Limit, Tally};
use licence_core::time::Timestamp;
use licence_store::Granted;

use crate::endpoint::Endpoint;
use crate::problem::{LimitDetails, Problem, Row};

/// The plan of callers without a key, in limit errors.
const PUBLIC: &str = "public";

/// The account's plan is none, or ended.
pub(super) fn plan_inactive(plan: Plan) -> Problem {
    let error = match plan {
        Plan::Canceled => "The plan of this account was canceled.",
        _ => "This account has no plan.",
    };
    Problem::new(Row::PlanInactive, error).of_plan(plan.as_str())
}

/// The plan is below those with exports.
pub(super) fn export_requires_pro(plan: Plan) -> Problem {
    let error = format!("Exports need the plan pro or a higher one; this account has {plan}.");
    Problem::new(Row::ExportRequiresPro, error).of_plan(plan.as_str()).requiring_plan("pro")
}

/// A trial key where trial keys do not go.
pub(super) fn paid_plan_required(endpoint: Endpoint) -> Problem {
    let error = format!("A trial key may not ask {}.", endpoint.path());
    Problem::new(Row::EndpointRequiresPaidPlan, error).of_plan(Plan::Trial.as_str())
}

/// Refuses what a limit refused.
pub(super) fn of(granted: &Granted, plan: Option<Plan>) -> Result<(), Problem> {
    let Some(limit) = granted.refused_by else { return Ok(()) };
    let Some(tally) = granted.tally(limit) else { return Ok(()) };
    let (row, what) = match limit {
        Limit::Keyless => {
            (Row::KeylessQuotaExceeded, "requests without a key by address, route and hour")
        }
        Limit::PerSecond => (Row::PerSecondLimitExceeded, "requests of the account in one second"),
        Limit::PerDay => (Row::PrelaunchDailyCap, "requests of a trial key in one UTC day"),
        Limit::Polls => (Row::WatchlistEventsPollLimit, "polls of the account in one hour"),
        Limit::Exports => (Row::ExportDailyLimitReached, "exports of the account in one UTC day"),
        Limit::PerMonth => {
            (Row::MonthlyRequestLimitReached, "requests of the account in one UTC month")
        }
    };
    let problem = Problem::new(row, format!("The limit of {} {what} is reached.", tally.cap));
    let problem = problem.of_plan(plan.map_or(PUBLIC, Plan::as_str)).limited(details(tally));
    Err(match limit {
        // Only where the specification names it.
        Limit::PerSecond => problem.retry_after(1),
        Limit::PerDay | Limit::Exports => problem.retry_after(seconds(granted.at, tally.resets_at)),
        Limit::Keyless | Limit::Polls | Limit::PerMonth => problem,
    })
}

fn details(tally: &Tally) -> LimitDetails {
    LimitDetails { current_usage: tally.used, limit: tally.cap, reset_at: Some(tally.resets_at) }
}

/// Whole seconds until a reset, rounded up, and never none.
fn seconds(now: Timestamp, reset: Timestamp) -> u64 {
    let millis = u64::try_from(reset.epoch_millis() - now.epoch_millis()).unwrap_or(0);
    millis.div_ceil(1000).max(1)
}
