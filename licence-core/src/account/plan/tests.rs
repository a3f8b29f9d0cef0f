use serde_json::{from_value, json};

use super::*;
use Cap::{AtMost, Unlimited};

#[test]
fn the_limits_are_those_of_the_specification() {
    let plans = Plans::default();
    for (plan, expected) in [
        (Plan::Starter, [Some(5), Some(10_000), None, Some(10), Some(0), Some(25), Some(1)]),
        (Plan::Pro, [Some(20), Some(100_000), None, Some(60), Some(10), Some(250), Some(5)]),
        (Plan::Business, [Some(100), None, None, Some(600), Some(100), None, Some(20)]),
        (Plan::Enterprise, [None; 7]),
        (Plan::Trial, [Some(5), None, Some(1_000), Some(0), Some(0), Some(0), Some(0)]),
        (Plan::None, [Some(0); 7]),
        (Plan::Canceled, [Some(0); 7]),
    ] {
        let limits = plans.limits(plan);
        let caps = [
            limits.requests_per_second,
            limits.requests_per_month,
            limits.requests_per_day,
            limits.polls_per_hour,
            limits.exports_per_day,
            limits.watchlist_operators,
            limits.webhook_endpoints,
        ];
        assert_eq!(caps.map(Cap::at_most), expected, "{plan}");
    }
}

#[test]
fn a_plan_allows_what_the_specification_says() {
    use PlanRefusal::{ExportRequiresPro, Inactive, PaidPlanRequired};
    let plans = Plans::default();
    for (plan, public, paid, export) in [
        (Plan::Starter, Ok(()), Ok(()), Err(ExportRequiresPro)),
        (Plan::Pro, Ok(()), Ok(()), Ok(())),
        (Plan::Business, Ok(()), Ok(()), Ok(())),
        (Plan::Enterprise, Ok(()), Ok(()), Ok(())),
        (Plan::Trial, Ok(()), Err(PaidPlanRequired), Err(ExportRequiresPro)),
        (Plan::None, Err(Inactive), Err(Inactive), Err(Inactive)),
        (Plan::Canceled, Err(Inactive), Err(Inactive), Err(Inactive)),
    ] {
        let allows = |wanted| plan.allows(wanted, &plans.limits(plan));
        let found =
            [PlanRequirement::Public, PlanRequirement::Paid, PlanRequirement::Export].map(allows);
        assert_eq!(found, [public, paid, export], "{plan}");
    }
    let given = PlanLimits { exports_per_day: AtMost(1), ..plans.limits(Plan::Starter) };
    assert_eq!(Plan::Starter.allows(PlanRequirement::Export, &given), Ok(()));
}

#[test]
fn the_configuration_outweighs_single_limits() {
    let table = json!({ "requests_per_second": "unlimited", "polls_per_hour": 7 });
    let plans = Plans([(Plan::Pro, from_value(table).unwrap())].into());
    let limits = plans.limits(Plan::Pro);
    assert_eq!((limits.requests_per_second, limits.polls_per_hour), (Unlimited, AtMost(7)));
    assert_eq!(limits.requests_per_month, AtMost(100_000));
    assert_eq!(plans.limits(Plan::Starter), specified(Plan::Starter));
    for value in [json!(-1), json!("all"), json!(1.5), json!(null)] {
        assert!(from_value::<Cap>(value.clone()).is_err(), "{value}");
    }
    assert_eq!(json!([AtMost(3), Unlimited]), json!([3, "unlimited"]));
}
