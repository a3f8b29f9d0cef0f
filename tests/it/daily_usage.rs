//! Requests of an account by day, and its refusals by hour, as its overview shows them.

use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::daily_usage::{
    DailyUsage, RequestCounts, RequestOutcome, RouteClass, sums_by_day,
};
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Plan, Plans};
use licence_core::account::quota::{Limit, Purpose};
use licence_core::time::{Date, Timestamp};
use licence_store::service::{CountedRequest, QuotaRequest, RefusalCause, Retention};
use serde_json::json;

use crate::support::databases::TestDatabase;
use crate::support::private_servers::Postgres;
use crate::support::proxy::{Lost, Proxy};
use crate::support::readings::at;
use crate::support::service::{Ask, Service};

const CHECK: &str = "/v1/check?domain=lanternspin.example";

/// An account with a key.
struct Customer {
    account: AccountId,
    key_id: KeyId,
    key: String,
}

async fn customer(service: &Service, plan: Plan) -> Customer {
    let account = service.store.create_account("Example Ltd", plan, service.now()).await.unwrap();
    let key = service.store.create_key(account.id, "production", service.now()).await.unwrap();
    let key = key.unwrap();
    Customer { account: account.id, key_id: key.id, key: key.key.reveal().to_owned() }
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

async fn usage(service: &Service, account: AccountId) -> Vec<DailyUsage> {
    service.store.flush_usage().await.unwrap();
    service.store.daily_usage(account, day("2025-01-01")).await.unwrap()
}

fn counts(answered: u64, refused: u64, failed: u64) -> RequestCounts {
    RequestCounts { answered, refused, failed }
}

#[tokio::test]
async fn each_request_with_a_key_is_counted_once_by_day_key_and_routes() {
    let service = Service::start().await;
    let ours = customer(&service, Plan::Pro).await;
    let theirs = customer(&service, Plan::Pro).await;
    let batch = json!({ "domains": ["a.example"] }).to_string();
    for (ask, status) in [
        (Ask::get(CHECK), 200),
        (Ask::get(CHECK), 200),
        (Ask::get("/v1/check?domain=not%20a%20host"), 400),
        (Ask::new("POST", "/v1/check/batch").body(batch), 200),
        (Ask::get("/v1/operators/nobody"), 404),
        (Ask::get("/v1/watchlist/events"), 200),
        (Ask::get("/v1/health"), 200),
    ] {
        assert_eq!(service.ask(ask.key(&ours.key)).await.status, status);
    }
    service.set_clock("2026-11-02T00:00:00Z");
    assert_eq!(service.ask(Ask::get(CHECK).key(&ours.key)).await.status, 200);
    let row = |text, route_class, counts| DailyUsage {
        day: day(text),
        key_id: Some(ours.key_id),
        route_class,
        counts,
    };
    let expected = [
        row("2026-11-01", RouteClass::Batch, counts(1, 0, 0)),
        row("2026-11-01", RouteClass::Check, counts(2, 1, 0)),
        row("2026-11-01", RouteClass::Lookup, counts(0, 1, 0)),
        row("2026-11-01", RouteClass::Poll, counts(1, 0, 0)),
        row("2026-11-02", RouteClass::Check, counts(1, 0, 0)),
    ];
    assert_eq!(usage(&service, ours.account).await, expected);
    assert_eq!(usage(&service, theirs.account).await, []);
    let since = service.store.daily_usage(ours.account, day("2026-11-02")).await.unwrap();
    assert_eq!(since, expected[4..]);
}

#[tokio::test]
async fn the_answered_requests_are_those_that_the_month_charges() {
    let service = Service::start().await;
    let ours = customer(&service, Plan::Pro).await;
    let mut used = None;
    for target in [CHECK, "/v1/check", CHECK, "/v1/jurisdictions/UKGC", "/v1/operators/nobody"] {
        let reply = service.ask(Ask::get(target).key(&ours.key)).await;
        used = reply.header("x-monthly-quota-used").map(str::to_owned);
    }
    let usage = usage(&service, ours.account).await;
    let [(_, sum)] = *sums_by_day(&usage, day("2026-11-01"), day("2026-11-01")) else { panic!() };
    assert_eq!(sum, counts(3, 2, 0));
    assert_eq!(used.as_deref(), Some("3"));
    let limits = Plans::default().limits(Plan::Pro);
    let request = QuotaRequest::by_member(ours.account, Purpose::Request, &limits);
    let tallies = service.store.quota_use(&request, service.now()).await.unwrap();
    let used: Vec<_> = tallies.iter().map(|tally| (tally.limit, tally.used)).collect();
    assert_eq!(used, [(Limit::PerMonth, 3)]);
}

#[tokio::test]
async fn two_processes_add_up() {
    let service = Service::start().await;
    let other = service.another().await;
    let ours = customer(&service, Plan::Pro).await;
    for service in [&service, &other, &other] {
        assert_eq!(service.ask(Ask::get(CHECK).key(&ours.key)).await.status, 200);
        assert_eq!(service.ask(Ask::get("/v1/check").key(&ours.key)).await.status, 400);
        service.store.flush_usage().await.unwrap();
    }
    assert_eq!(usage(&service, ours.account).await[0].counts, counts(3, 3, 0));
    let refusals = service.store.refusals(ours.account, service.now()).await.unwrap();
    assert_eq!(refusals.len(), 1);
    assert_eq!(refusals[0].count, 3);
}

#[tokio::test]
async fn a_request_is_counted_once_when_its_commit_gets_no_reply() {
    let Some(postgres) = Postgres::start_new() else { return };
    let proxy = Proxy::start(postgres.port()).await;
    let service =
        Service::over(TestDatabase::at(&postgres.url_at(proxy.port())), "memory://").await;
    let ours = customer(&service, Plan::Pro).await;
    for (lost, answered) in [(Lost::Reply, 1), (Lost::Call, 2), (Lost::Reply, 3)] {
        assert_eq!(service.ask(Ask::get(CHECK).key(&ours.key)).await.status, 200);
        proxy.lose(lost, "COMMIT");
        service.store.flush_usage().await.unwrap_err();
        // PostgreSQL may not have noticed yet that a connection is closed.
        while service.store.flush_usage().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(usage(&service, ours.account).await[0].counts, counts(answered, 0, 0));
    }
    for server in [&service, &service.another().await] {
        let reply = server.ask(Ask::get(CHECK).key(&ours.key)).await;
        assert_eq!(reply.header("x-monthly-quota-used"), Some("4"));
    }
}

/// A server that stops drops the write that waits for the database, and writes once more.
#[tokio::test]
async fn the_counts_of_a_write_that_is_dropped_are_in_the_next() {
    let service = Service::start().await;
    let ours = customer(&service, Plan::Pro).await;
    assert_eq!(service.ask(Ask::get(CHECK).key(&ours.key)).await.status, 200);
    tokio::select! {
        biased;
        written = service.store.flush_usage() => written.unwrap(),
        () = std::future::ready(()) => {}
    }
    // PostgreSQL may not have ended yet what was dropped during its commit.
    while service.store.flush_usage().await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(usage(&service, ours.account).await[0].counts, counts(1, 0, 0));
}

#[tokio::test]
async fn refusals_have_hour_route_reason_key_and_the_latest_request() {
    let service = Service::start().await;
    let ours = customer(&service, Plan::Pro).await;
    let theirs = customer(&service, Plan::Trial).await;
    for (clock, target, id) in [
        ("2026-11-01T07:10:00Z", "/v1/operators/nobody", "first"),
        ("2026-11-01T07:20:00Z", "/v1/operators/nobody-else", "second"),
        ("2026-11-01T07:30:00Z", "/v1/check", "third"),
        ("2026-11-01T08:00:00Z", "/v1/operators/nobody", "fourth"),
    ] {
        service.set_clock(clock);
        let ask = Ask::get(target).key(&ours.key).header("x-request-id", id);
        service.ask(ask).await;
    }
    service.store.flush_usage().await.unwrap();
    let since = async |account, text| {
        let refusals = service.store.refusals(account, at(text)).await.unwrap();
        let line = |it: licence_core::account::daily_usage::RefusalCount| {
            assert_eq!(it.key_id, Some(ours.key_id));
            let (hour, last_at) = (it.hour.to_string(), it.last_at.to_string());
            format!(
                "{} {} {} {} {} {} {}",
                &hour[11..16],
                it.route,
                it.code,
                it.reason,
                it.count,
                &last_at[11..16],
                it.last_request_id
            )
        };
        refusals.into_iter().map(line).collect::<Vec<_>>()
    };
    let all = [
        "08:00 GET /v1/operators/{slug} not_found operator_not_found 1 08:00 fourth",
        "07:00 GET /v1/check invalid_query missing_required_parameter 1 07:30 third",
        "07:00 GET /v1/operators/{slug} not_found operator_not_found 2 07:20 second",
    ];
    assert_eq!(since(ours.account, "2026-11-01T07:59:59Z").await, all);
    assert_eq!(since(ours.account, "2026-11-01T08:59:59Z").await, all[..1]);
    assert_eq!(since(theirs.account, "2026-11-01T00:00:00Z").await, [""; 0]);
}

#[tokio::test]
async fn a_member_is_charged_on_the_account_as_a_key_is() {
    let service = Service::start().await;
    let ours = customer(&service, Plan::Trial).await;
    let limits = Plans::default().limits(Plan::Trial);
    let now = service.now();
    let admit = async |request: &QuotaRequest| {
        let admission = service.store.admit(request, Some(now), now).await.unwrap();
        let tallies = [Limit::PerSecond, Limit::PerDay, Limit::PerMonth];
        let used = tallies.map(|limit| admission.tally(limit).map(|tally| tally.used));
        (admission.refused_by, used)
    };
    let by_key = QuotaRequest::by_key(ours.account, ours.key_id, Purpose::Request, &limits);
    let by_member = QuotaRequest::by_member(ours.account, Purpose::Request, &limits);
    assert_eq!(admit(&by_key).await, (None, [Some(1), Some(1), Some(1)]));
    assert_eq!(
        admit(&by_member).await,
        (None, [Some(2), Some(1), Some(2)]),
        "the day of a trial counts on the account, apart from its keys"
    );
}

#[tokio::test]
async fn days_go_after_400_days_and_refusals_after_8() {
    let service = Service::start().await;
    let ours = customer(&service, Plan::Pro).await;
    let count = |at: Timestamp| {
        let (account_id, route_class) = (ours.account, RouteClass::Check);
        let request = CountedRequest { account_id, key_id: None, route_class, at };
        let (code, reason) = ("server_error", "internal_error");
        let cause = RefusalCause { route: "GET /v1/check", code, reason, request_id: "a" };
        service.store.count_request(&request, RequestOutcome::Failed, Some(cause));
    };
    let now = at("2026-11-22T12:30:00Z");
    for text in [
        "2025-10-17T23:59:59Z",
        "2025-10-18T00:00:00Z",
        "2026-11-14T11:59:59Z",
        "2026-11-14T13:00:00Z",
    ] {
        count(at(text));
    }
    assert_eq!(usage(&service, ours.account).await.len(), 3);
    service.store.prune(Retention::default(), now).await.unwrap();
    let days: Vec<_> =
        usage(&service, ours.account).await.iter().map(|it| it.day.to_string()).collect();
    assert_eq!(days, ["2025-10-18", "2026-11-14"]);
    let refusals = service.store.refusals(ours.account, at("2025-01-01T00:00:00Z")).await.unwrap();
    assert_eq!(refusals.iter().map(|it| it.hour).collect::<Vec<_>>(), [at("2026-11-14T13:00:00Z")]);
    assert_eq!(refusals[0].key_id, None);
}
