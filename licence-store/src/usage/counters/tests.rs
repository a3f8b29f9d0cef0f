use licence_core::account::plan::{Plan, Plans};
use licence_core::account::quota::{Limit, Purpose};
use licence_core::account::{AccountId, key::KeyId};
use uuid::Uuid;

use super::*;

pub(super) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(super) fn quota_request(plan: Plan) -> QuotaRequest {
    let (account, key) = (AccountId(Uuid::from_u128(1)), KeyId(Uuid::from_u128(2)));
    QuotaRequest::by_key(account, key, Purpose::Request, &Plans::default().limits(plan))
}

fn used(admission: &Admission, limit: Limit) -> u64 {
    admission.tally(limit).unwrap().used
}

#[test]
fn a_refused_request_counts_for_the_second_alone() {
    let counters = Counters::new();
    let now = at("2026-11-20T12:00:00Z");
    for _ in 0..5 {
        assert_eq!(counters.admit(&quota_request(Plan::Starter), now, false).refused_by, None);
    }
    let sixth = counters.admit(&quota_request(Plan::Starter), now, false);
    assert_eq!(sixth.refused_by, Some(Limit::PerSecond));
    let next = counters.admit(&quota_request(Plan::Starter), at("2026-11-20T12:00:01Z"), false);
    assert_eq!((next.refused_by, used(&next, Limit::PerMonth)), (None, 6));
}

#[test]
fn what_failed_is_given_back() {
    let counters = Counters::new();
    let now = at("2026-11-20T12:00:00Z");
    let admission = counters.admit(&quota_request(Plan::Pro), now, false);
    let charges: Vec<_> = admission.refundable().collect();
    assert_eq!(charges.len(), 1);
    assert_eq!(counters.refund(&charges[0], false), 0);
    assert_eq!(used(&counters.admit(&quota_request(Plan::Pro), now, false), Limit::PerMonth), 1);
}

#[test]
fn a_clock_that_steps_back_grants_no_window_twice() {
    let counters = Counters::new();
    let grant = |time: &str| {
        let admission = counters.admit(&quota_request(Plan::Trial), at(time), false);
        (used(&admission, Limit::PerDay), admission.tally(Limit::PerDay).unwrap().resets_at)
    };
    assert_eq!(grant("2026-11-20T23:59:59Z"), (1, at("2026-11-21T00:00:00Z")));
    assert_eq!(grant("2026-11-21T00:00:00Z"), (1, at("2026-11-22T00:00:00Z")));
    assert_eq!(grant("2026-11-20T23:59:58Z"), (2, at("2026-11-22T00:00:00Z")));
}

#[test]
fn counters_of_callers_without_a_key_are_bounded_and_those_of_customers_are_not() {
    let counters = Counters::with_keyless(1_000);
    let now = at("2026-11-20T12:00:00Z");
    for number in 0..20_000_u32 {
        let address = std::net::Ipv4Addr::from(number).into();
        counters.admit(&QuotaRequest::by_address(address, 0), now, false);
        let (account, key) = (AccountId(Uuid::from_u128(number.into())), KeyId(Uuid::nil()));
        let limits = Plans::default().limits(Plan::Pro);
        let quota_request = QuotaRequest::by_key(account, key, Purpose::Request, &limits);
        counters.admit(&quota_request, now, false);
    }
    let held = |count: fn(&Shard) -> usize| -> usize {
        counters.shards.iter().map(|shard| count(&shard.lock().unwrap())).sum()
    };
    assert_eq!(held(|shard| shard.accounts.len()), 2 * 20_000, "two limits each");
    assert!((1_000..=2_032).contains(&held(|shard| shard.addresses.len())));
    let again = |number: u32| {
        let quota_request = QuotaRequest::by_address(std::net::Ipv4Addr::from(number).into(), 0);
        used(&counters.admit(&quota_request, now, false), Limit::Keyless)
    };
    assert_eq!(again(19_999), 2, "the newest is known");
    assert_eq!(again(0), 1, "the oldest begins anew");
}

#[test]
fn ended_windows_are_forgotten_and_open_ones_are_not() {
    let counters = Counters::new();
    counters.admit(&quota_request(Plan::Trial), at("2026-11-20T12:00:00Z"), false);
    counters.forget_before(at("2026-11-21T12:00:00Z"));
    let next = counters.admit(&quota_request(Plan::Trial), at("2026-11-21T12:00:00Z"), false);
    assert_eq!((used(&next, Limit::PerDay), used(&next, Limit::PerMonth)), (1, 2));
}
