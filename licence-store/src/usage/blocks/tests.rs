use licence_core::account::AccountId;
use licence_core::account::block::LEAST_LEFT;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Cap, Plan, PlanLimits, Plans};
use licence_core::account::quota::Purpose;
use uuid::Uuid;

use super::*;

const CAP: u64 = 1_000_000;

fn quota_request(purpose: Purpose, cap: u64) -> QuotaRequest {
    let (account, key) = (AccountId(Uuid::from_u128(1)), KeyId(Uuid::from_u128(2)));
    let limits = PlanLimits {
        requests_per_second: Cap::Unlimited,
        requests_per_month: Cap::AtMost(cap),
        ..Plans::default().limits(Plan::Enterprise)
    };
    QuotaRequest::by_key(account, key, purpose, &limits)
}

fn requests() -> QuotaRequest {
    quota_request(Purpose::Request, CAP)
}

/// The shared counters' admission of the request number `used` of the month.
fn admission(used: u64, at: &str) -> Admission {
    let mut admission = Admission::begin(at.parse().unwrap());
    for (counter, cap) in requests().counters() {
        let window = counter.limit.span().window(admission.at);
        admission.add(counter, window, cap, used - 1);
    }
    admission.keep_what_counts();
    admission
}

fn used(admission: &Admission) -> u64 {
    admission.tally(Limit::PerMonth).unwrap().used
}

const NOON: &str = "2026-11-20T12:00:00.000Z";

/// Blocks of an account that asked twenty times in this millisecond, and this instant.
fn of_a_busy_account() -> (Blocks, Instant) {
    let blocks = Blocks::new();
    for _ in 0..20 {
        assert!(blocks.admit(&requests(), blocks.since).is_none(), "nothing is taken yet");
    }
    let now = blocks.since;
    (blocks, now)
}

#[test]
fn who_asks_often_takes_somewhat_fewer_units_than_lately() {
    for (requests_before, after_millis, units) in [
        (0, 0, 0),
        (16, 0, 0),
        (17, 0, 16),
        (79, 0, 70),
        (80, 99, 70),
        (80, 100, 0),
        (8_000, 50, 1_024),
    ] {
        let blocks = Blocks::new();
        for _ in 0..requests_before {
            blocks.admit(&requests(), blocks.since);
        }
        blocks.admit(&requests(), blocks.since + Duration::from_millis(after_millis));
        let taken = blocks.units_to_take(&requests());
        assert_eq!(taken, units, "{requests_before} requests, {after_millis} ms before");
    }
}

#[test]
fn each_unit_tells_the_use_with_it_until_none_is_left() {
    let (blocks, now) = of_a_busy_account();
    blocks.learn(&requests(), admission(20, NOON), 16, now);
    let later = now + Duration::from_millis(9);
    let admitted: Vec<_> = std::iter::from_fn(|| blocks.admit(&requests(), later)).collect();
    assert_eq!(admitted.iter().map(used).collect::<Vec<_>>(), (21..=36).collect::<Vec<_>>());
    assert_eq!(blocks.held_units(), 0);
    for unit in &admitted {
        assert_eq!(unit.at.to_string(), "2026-11-20T12:00:00.009Z");
        assert_eq!(unit.charges, admission(20, NOON).charges);
    }
}

#[test]
fn a_block_ends_with_its_life_or_with_its_windows_and_goes_back_once() {
    let millis = Duration::from_millis;
    for (at, ends_after) in [(NOON, millis(50)), ("2026-11-20T12:00:00.970Z", millis(30))] {
        let (blocks, now) = of_a_busy_account();
        blocks.learn(&requests(), admission(20, at), 16, now);
        assert_eq!(blocks.held_units(), 16);
        let last = now + ends_after - millis(1);
        assert!(blocks.admit(&requests(), last).is_some());
        assert!(blocks.take_ended(requests().subject, last).is_none());
        assert!(blocks.admit(&requests(), now + ends_after).is_none());
        assert_eq!(blocks.units_to_take(&requests()), 0, "the ended block goes back first");
        let (charges, units) = blocks.take_ended(requests().subject, now + ends_after).unwrap();
        assert_eq!((charges, units), (admission(20, at).charges, 15));
        assert!(blocks.take_ended(requests().subject, now + ends_after).is_none());
        blocks.learn(&requests(), admission(40, at), 16, now);
        assert_eq!(blocks.take_all(), [(admission(40, at).charges, 16)]);
        assert!(blocks.take_all().is_empty());
        assert_ne!(blocks.units_to_take(&requests()), 0);
    }
}

#[test]
fn answers_tell_what_is_used_and_not_what_is_held() {
    let (blocks, now) = of_a_busy_account();
    blocks.learn(&requests(), admission(20, NOON), 16, now);
    let unused = |of: &Admission| blocks.unused(requests().subject, of);
    // Another server used nine, and this one asked once more.
    let asked = admission(46, NOON);
    assert_eq!(unused(&asked), 16);
    blocks.learn(&requests(), asked, 0, now);
    let unit = blocks.admit(&requests(), now).unwrap();
    assert_eq!(used(&unit), 31);
    let month = *unit.refundable().next().as_ref().unwrap();
    assert_eq!(blocks.learn_refund(&month, 45), 30);
    assert_eq!(used(&blocks.admit(&requests(), now).unwrap()), 31);
    let next_month = admission(1, "2026-12-01T00:00:00.000Z");
    assert_eq!(unused(&next_month), 0, "the block is of the month before");
    blocks.learn(&requests(), next_month, 0, now);
    let (charges, _) = blocks.take_ended(requests().subject, now + LIFETIME).unwrap();
    assert_eq!(charges, admission(20, NOON).charges);
}

#[test]
fn a_block_is_of_requests_under_the_same_limits() {
    let (blocks, now) = of_a_busy_account();
    blocks.learn(&requests(), admission(20, NOON), 16, now);
    for (purpose, cap) in
        [(Purpose::Export, CAP), (Purpose::Poll, CAP), (Purpose::Request, CAP + 1)]
    {
        let other = quota_request(purpose, cap);
        assert!(blocks.admit(&other, now).is_none(), "{purpose:?} {cap}");
        assert_eq!(blocks.units_to_take(&other), 0);
    }
    assert_eq!(used(&blocks.admit(&requests(), now).unwrap()), 21);
    blocks.take_ended(requests().subject, now + LIFETIME).unwrap();
    let other = quota_request(Purpose::Request, CAP + 1);
    (0..20).for_each(|_| assert!(blocks.admit(&other, now).is_none()));
    assert_ne!(blocks.units_to_take(&other), 0);
}

#[test]
fn a_large_limit_refuses_for_good_once_all_blocks_are_back() {
    let blocks = Blocks::new();
    let after = |millis| blocks.since + Duration::from_millis(millis);
    let refused = |at: &str, by: Limit| {
        let mut admission = admission(1, at);
        admission.refused_by = Some(by);
        admission
    };
    let (month, export) = (Limit::PerMonth, Limit::Exports);
    let december = "2026-12-20T12:00:00Z";
    for (at, purpose, cap, by, millis, until) in [
        (NOON, Purpose::Request, LEAST_LEFT - 1, month, 0, None),
        (NOON, Purpose::Request, LEAST_LEFT, month, 0, Some(100)),
        (NOON, Purpose::Request, LEAST_LEFT, month, 99, Some(100)),
        (NOON, Purpose::Export, LEAST_LEFT, month, 99, Some(100)),
        (NOON, Purpose::Request, LEAST_LEFT, month, 100, None),
        (NOON, Purpose::Export, LEAST_LEFT, export, 100, None),
        (NOON, Purpose::Request, LEAST_LEFT + 1, month, 100, Some(200)),
        (december, Purpose::Request, LEAST_LEFT, month, 200, Some(300)),
    ] {
        let request = quota_request(purpose, cap);
        let waits_until = blocks.may_lack_until(&request, &refused(at, by), after(millis));
        assert_eq!(waits_until, until.map(after), "{at} {purpose:?} {cap} {millis}");
    }
}

#[test]
fn accounts_with_a_small_limit_take_no_units_and_wait_for_none() {
    let blocks = Blocks::new();
    let (account, key) = (AccountId(Uuid::from_u128(1)), KeyId(Uuid::from_u128(2)));
    for plan in [Plan::Trial, Plan::Starter, Plan::Pro, Plan::Business] {
        let limits = Plans::default().limits(plan);
        let request = QuotaRequest::by_key(account, key, Purpose::Request, &limits);
        let mut refused = admission(1, NOON);
        refused.refused_by = Some(Limit::PerMonth);
        (0..50).for_each(|_| assert!(blocks.admit(&request, blocks.since).is_none()));
        assert_eq!(blocks.units_to_take(&request), 0, "{plan}");
        assert_eq!(blocks.may_lack_until(&request, &refused, blocks.since), None, "{plan}");
    }
}

#[test]
fn a_block_of_the_plan_before_goes_back_before_the_new_one_takes_any() {
    let (blocks, now) = of_a_busy_account();
    let new = quota_request(Purpose::Request, CAP / 2);
    assert!(blocks.admit(&new, now).is_none());
    blocks.learn(&requests(), admission(20, NOON), 16, now);
    assert!(blocks.admit(&new, now).is_none(), "the reply came after the change");
    assert_eq!(blocks.units_to_take(&new), 0);
    blocks.take_ended(new.subject, now + LIFETIME).unwrap();
    (0..20).for_each(|_| assert!(blocks.admit(&new, now + LIFETIME).is_none()));
    assert_ne!(blocks.units_to_take(&new), 0);
}
