use proptest::prelude::*;

use super::*;
use crate::account::plan::{Plan, Plans};

#[test]
fn windows_are_aligned_to_the_utc_clock() {
    for (span, at, start, end) in [
        (Span::Second, "2026-11-20T12:34:56.789Z", "2026-11-20T12:34:56Z", "2026-11-20T12:34:57Z"),
        (Span::Hour, "2026-11-20T12:00:00Z", "2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z"),
        (Span::Minute, "2026-11-20T12:34:56.789Z", "2026-11-20T12:34:00Z", "2026-11-20T12:35:00Z"),
        (Span::Hour, "2026-11-20T12:59:59.999Z", "2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z"),
        (Span::Day, "2026-11-20T23:59:59.999Z", "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"),
        (Span::Month, "2026-11-30T23:59:59.999Z", "2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z"),
        (Span::Month, "2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        (Span::Month, "2028-02-29T12:00:00Z", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"),
        (Span::Day, "1969-12-31T12:00:00Z", "1969-12-31T00:00:00Z", "1970-01-01T00:00:00Z"),
    ] {
        let [at, start, end] = [at, start, end].map(|text| text.parse().unwrap());
        assert_eq!(span.window(at), Window { start, end }, "{span:?} {at}");
    }
}

#[test]
fn a_request_meets_the_limits_in_the_order_of_refusals() {
    let plans = Plans::default();
    let names = |purpose: Purpose, plan| {
        let names = purpose.limits(&plans.limits(plan)).map(|(limit, _)| limit.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    for (purpose, plan, limits) in [
        (Purpose::Request, Plan::Pro, "per_second per_month"),
        (Purpose::Request, Plan::Trial, "per_second per_day per_month"),
        (Purpose::Poll, Plan::Pro, "per_second polls per_month"),
        (Purpose::Export, Plan::Enterprise, "per_second exports per_month"),
    ] {
        assert_eq!(names(purpose, plan), limits);
    }
}

#[test]
fn shares_are_whole_percents() {
    for (used, cap, percent, remaining) in [
        (79, Cap::AtMost(100), Some(79), Some(21)),
        (7_999, Cap::AtMost(10_000), Some(79), Some(2_001)),
        (8_000, Cap::AtMost(10_000), Some(80), Some(2_000)),
        (12, Cap::AtMost(10), Some(120), Some(0)),
        (0, Cap::AtMost(0), Some(100), Some(0)),
        (5, Cap::Unlimited, None, None),
    ] {
        let tally = Tally { limit: Limit::PerMonth, cap, used, resets_at: Timestamp::EPOCH };
        assert_eq!((tally.percent_used(), tally.remaining()), (percent, remaining));
    }
}

proptest! {
    #[test]
    fn every_instant_lies_in_its_window(millis in -62_000_000_000_000_i64..253_000_000_000_000) {
        let at = Timestamp::from_epoch_millis(millis).unwrap();
        for span in Span::ALL {
            let window = span.window(at);
            prop_assert!(window.start <= at && at < window.end);
            prop_assert_eq!(span.window(window.start), window);
            prop_assert_eq!(span.window(window.end).start, window.end);
        }
    }
}
