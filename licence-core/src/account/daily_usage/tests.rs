use super::*;

#[test]
fn a_status_is_one_outcome() {
    for (status, outcome) in [
        (200, RequestOutcome::Answered),
        (304, RequestOutcome::Answered),
        (399, RequestOutcome::Answered),
        (400, RequestOutcome::Refused),
        (429, RequestOutcome::Refused),
        (499, RequestOutcome::Refused),
        (500, RequestOutcome::Failed),
        (503, RequestOutcome::Failed),
    ] {
        assert_eq!(RequestOutcome::from_status(status), outcome, "{status}");
    }
}

#[test]
fn days_are_summed_over_keys_and_routes_and_none_is_left_out() {
    let day = |text: &str| text.parse::<Date>().unwrap();
    let counts = |answered, refused, failed| RequestCounts { answered, refused, failed };
    let row = |text, route_class, counts| DailyUsage {
        day: day(text),
        key_id: None,
        route_class,
        counts,
    };
    let usage = [
        row("2026-10-31", RouteClass::Check, counts(9, 9, 9)),
        row("2026-11-01", RouteClass::Check, counts(1, 2, 3)),
        row("2026-11-01", RouteClass::Export, counts(10, 0, 0)),
        row("2026-11-03", RouteClass::Poll, counts(0, u64::MAX, 1)),
    ];
    let sums = sums_by_day(&usage, day("2026-11-01"), day("2026-11-03"));
    let expected = [
        (day("2026-11-01"), counts(11, 2, 3)),
        (day("2026-11-02"), counts(0, 0, 0)),
        (day("2026-11-03"), counts(0, u64::MAX, 1)),
    ];
    assert_eq!(sums, expected);
    assert_eq!(sums[2].1.total(), u64::MAX);
    assert!(sums_by_day(&usage, day("2026-11-03"), day("2026-11-01")).is_empty());
}
