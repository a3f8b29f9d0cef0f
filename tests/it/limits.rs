//! Limits and their headers (specification 8), by process or shared through Redis.

use std::task::{Context, Waker};
use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Cap, Plan, PlanLimits, Plans};
use licence_core::account::quota::{Limit, Purpose};
use licence_server::Limits;
use licence_store::service::QuotaRequest;
use serde_json::json;
use uuid::Uuid;

use crate::support::log::Log;
use crate::support::readings::now;
use crate::support::service::{Ask, Service};

const CHECK: &str = "/v1/check?domain=lanternspin.example";
const NUMBER: &str = "/v1/check?license_number=090114-R-391114-012";

#[tokio::test]
async fn every_caller_is_told_of_its_limits() {
    let service = Service::start().await.with_plan(
        Plan::Pro,
        json!({"requests_per_month": 5, "requests_per_second": 6, "exports_per_day": 1}),
    );
    let pro = service.key(Plan::Pro).await;
    let mut told = String::new();
    let mut ask = async |what: &str, ask: Ask| {
        let reply = service.ask(ask).await;
        told.push_str(&format!("== {what}: {}\n{}\n\n", reply.status, reply.limit_headers()));
    };
    ask("keyless check", Ask::get(CHECK)).await;
    ask("keyless check refused", Ask::get("/v1/check")).await;
    ask("keyless health", Ask::get("/v1/health")).await;
    ask("keyless statistics", Ask::get("/v1/stats")).await;
    ask("no key where one is needed", Ask::get("/v1/jurisdictions/UKGC")).await;
    ask("no route", Ask::get("/v1/nothing")).await;
    for plan in [Plan::Starter, Plan::Business, Plan::Enterprise, Plan::Trial] {
        let key = service.key(plan).await;
        ask(&format!("{plan} check"), Ask::get(CHECK).key(&key)).await;
        ask(&format!("{plan} batch"), batch(&["a.example"]).key(&key)).await;
    }
    for plan in [Plan::None, Plan::Canceled] {
        let key = service.key(plan).await;
        ask(&format!("{plan} check"), Ask::get(CHECK).key(&key)).await;
    }
    ask("pro health", Ask::get("/v1/health").key(&pro)).await;
    ask("pro statistics", Ask::get("/v1/stats").key(&pro)).await;
    ask("pro, 1 of 5", Ask::get(CHECK).key(&pro)).await;
    ask("pro, refused and not charged", Ask::get("/v1/check").key(&pro)).await;
    service.set_clock("2026-11-01T07:00:01Z");
    for used in 2..=5 {
        ask(&format!("pro, {used} of 5"), Ask::get(CHECK).key(&pro)).await;
    }
    ask("pro, month used up", Ask::get(CHECK).key(&pro)).await;
    ask("pro, month used up again", Ask::get(CHECK).key(&pro)).await;
    ask("pro, second used up", Ask::get(CHECK).key(&pro)).await;
    insta::assert_snapshot!(told);
}

fn batch(domains: &[&str]) -> Ask {
    Ask::new("POST", "/v1/check/batch").body(json!({ "domains": domains }).to_string())
}

/// A plan that excludes the route comes before the second's limit, and is no matter of it.
#[tokio::test]
async fn only_a_429_tells_of_the_limit_of_the_second() {
    let plan = json!({"requests_per_second": 2, "requests_per_month": 100});
    let service = Service::start().await.with_plan(Plan::Starter, plan);
    let key = service.key(Plan::Starter).await;
    for _ in 0..4 {
        let reply = service.ask(Ask::get("/v1/export/licences").key(&key)).await;
        assert_eq!(reply.status, 402);
        assert_eq!(reply.headers["x-ratelimit-limit"], "100");
    }
    let reply = service.ask(Ask::get("/v1/watchlist").key(&key)).await;
    assert_eq!(reply.status, 429);
    assert_eq!(reply.headers["x-ratelimit-limit"], "2");
}

#[tokio::test]
async fn without_a_key_ten_an_hour_by_address_and_route() {
    let service = Service::start().await;
    let status = async |ask: Ask| service.ask(ask).await.status;
    service.set_clock("2026-11-01T07:59:59.999Z");
    for turn in 0..10 {
        // A check by domain and one by number share a counter; what is refused counts too.
        let target = [CHECK, NUMBER, "/v1/check"][turn % 3];
        let reply = service.ask(Ask::get(target)).await;
        assert_eq!(reply.header("x-ratelimit-remaining"), Some(&*(9 - turn).to_string()));
    }
    let refused = service.ask(Ask::get(NUMBER)).await;
    assert_eq!(refused.refusal(), "429 rate_limited quota_exceeded");
    assert_eq!(refused.json()["details"]["limit"], 10);
    assert_eq!(refused.json()["details"]["reset_at"], "2026-11-01T08:00:00.000Z");
    assert_eq!(
        (refused.header("retry-after"), refused.header("x-ratelimit-remaining")),
        (None, Some("0"))
    );
    assert_eq!(status(Ask::get(CHECK).from("192.0.2.2")).await, 200, "another address");
    assert_eq!(status(Ask::get("/v1/health/coverage")).await, 200, "another route");
    service.set_clock("2026-11-01T08:00:00Z");
    assert_eq!(status(Ask::get(CHECK)).await, 200, "another hour");
    let mut answered = 1;
    for now in ["2026-11-01T07:59:59.999Z", "2026-11-01T08:00:01Z"] {
        service.set_clock(now);
        for _ in 0..15 {
            answered += usize::from(status(Ask::get(CHECK)).await == 200);
        }
    }
    assert_eq!(answered, 10, "a clock that steps back and goes on grants nothing twice");
}

#[tokio::test]
async fn ipv6_callers_are_counted_by_their_network() {
    let service = Service::start().await;
    for host in 0..10 {
        let from = format!("2001:db8:0:1::{host:x}");
        assert_eq!(service.ask(Ask::get(CHECK).from(&from)).await.status, 200);
    }
    let status = async |from: &str| service.ask(Ask::get(CHECK).from(from)).await.status;
    assert_eq!(status("2001:db8:0:1:ffff::1").await, 429, "the same /64");
    assert_eq!(status("2001:db8:0:2::1").await, 200, "another /64");
    assert_eq!(status("::ffff:192.0.2.77").await, 200, "an IPv4 address written as IPv6");
}

#[tokio::test]
async fn only_what_is_answered_is_charged() {
    let service =
        Service::start().await.with_plan(Plan::Pro, json!({"requests_per_second": "unlimited"}));
    let key = service.key(Plan::Pro).await;
    let used = async |ask: Ask| {
        let reply = service.ask(ask.key(&key)).await;
        let used = reply.header("x-monthly-quota-used").map(|used| used.parse::<u64>().unwrap());
        (reply.status, used)
    };
    assert_eq!(used(Ask::get(CHECK)).await, (200, Some(1)));
    for (ask, status) in
        [(Ask::get("/v1/check"), 400), (batch(&[]), 400), (Ask::get("/v1/licenses/no-id"), 400)]
    {
        assert_eq!(used(ask).await, (status, Some(1)));
    }
    let tag = service.ask(Ask::get(CHECK).key(&key)).await.header("etag").unwrap().to_owned();
    assert_eq!(used(Ask::get(CHECK).header("if-none-match", &tag)).await, (304, Some(2)));
    assert_eq!(used(Ask::new("HEAD", CHECK)).await, (200, Some(3)));
    assert_eq!(used(batch(&["a.example"; 100])).await, (200, Some(4)), "a batch is one request");
}

/// Repeats an attempt, which starts servers of its own, until their cache was in time throughout. A
/// server whose cache is late counts for itself, and then nothing is known of what servers share.
async fn while_cache_is_in_time<T>(attempt: impl AsyncFn() -> T) -> T {
    for _ in 0..20 {
        let (log, _guard) = Log::begin(tracing::Level::WARN);
        let outcome = attempt().await;
        if !log.text().contains("the cache is away") {
            return outcome;
        }
    }
    panic!("the cache was late in twenty attempts");
}

#[tokio::test]
async fn of_many_at_once_exactly_the_limit_is_answered_on_every_node() {
    let answered = while_cache_is_in_time(async || {
        let service = Service::start().await.with_plan(
            Plan::Pro,
            json!({"requests_per_second": "unlimited", "requests_per_month": 20}),
        );
        let key = service.key(Plan::Pro).await;
        let shared = std::env::var("LICENCE_TEST_CACHE_URL").is_ok();
        let nodes = if shared {
            vec![service.app(), service.another().await.app()]
        } else {
            vec![service.app()]
        };
        let asked = (0..64).map(|turn| {
            let app = nodes[turn % nodes.len()].clone();
            let ask = Ask::get(CHECK).key(&key);
            tokio::spawn(async move { ask.send_to(&app).await })
        });
        let mut counts = Vec::new();
        for reply in asked.collect::<Vec<_>>() {
            let reply = reply.await.unwrap();
            if reply.status == 200 {
                counts.push(reply.header("x-monthly-quota-used").unwrap().parse().unwrap());
            }
        }
        counts.sort_unstable();
        counts
    });
    let told: Vec<u64> = answered.await;
    assert_eq!(told, (1..=20).collect::<Vec<_>>(), "each answer has a count of its own");
}

/// By the clock of Redis, busy accounts take units in blocks. A month that ends during the test grants
/// its own units.
#[tokio::test]
async fn servers_that_take_units_in_blocks_answer_exactly_the_limit() {
    const CAP: u64 = 5_000;
    let is_shared = std::env::var("LICENCE_TEST_CACHE_URL").is_ok();
    let counted = while_cache_is_in_time(async || {
        let service = Service::start().await;
        let stores = match is_shared {
            true => vec![service.store.clone(), service.another().await.store],
            false => vec![service.store.clone()],
        };
        let limits = PlanLimits {
            requests_per_second: Cap::Unlimited,
            requests_per_month: Cap::AtMost(CAP),
            ..Plans::default().limits(Plan::Enterprise)
        };
        let account = AccountId(Uuid::new_v4());
        let request = QuotaRequest::by_key(account, KeyId(account.0), Purpose::Request, &limits);
        let clients = (0..64).map(|client| {
            let store = stores[client % stores.len()].clone();
            tokio::spawn(async move {
                let (mut used, mut most_held) = (Vec::new(), 0);
                loop {
                    let admission = store.admit(&request, None, now()).await.unwrap();
                    let tally = *admission.tally(Limit::PerMonth).unwrap();
                    match admission.refused_by {
                        Some(limit) => break (limit, used, most_held),
                        None => used.push(tally.used),
                    }
                    most_held = most_held.max(store.held_limit_units());
                    tokio::task::yield_now().await;
                }
            })
        });
        let (mut admitted, mut is_held) = (0, false);
        for client in clients.collect::<Vec<_>>() {
            let (refused_by, used, most_held) = client.await.unwrap();
            assert_eq!(refused_by, Limit::PerMonth);
            assert!(used.iter().all(|used| (1..=CAP).contains(used)));
            admitted += used.len() as u64;
            is_held |= most_held > 0;
        }
        let held_after: u64 = stores.iter().map(|store| store.held_limit_units()).sum();
        (admitted, is_held, held_after)
    });
    assert_eq!(counted.await, (CAP, is_shared, 0));
}

#[tokio::test]
async fn windows_end_with_the_clock_and_are_granted_once() {
    let service = Service::start()
        .await
        .with_plan(Plan::Trial, json!({"requests_per_day": 2, "requests_per_month": 3}));
    let key = service.key(Plan::Trial).await;
    for (now, expected) in [
        ("2026-11-29T23:59:58Z", "200"),
        ("2026-11-29T23:59:59.999Z", "200"),
        ("2026-11-29T23:59:59.999Z", "429 rate_limited prelaunch_daily_cap"),
        ("2026-11-30T00:00:00Z", "200"),
        ("2026-11-30T23:59:59.999Z", "429 quota_exceeded monthly_request_limit_reached"),
        ("2026-12-01T00:00:00Z", "200"),
        ("2026-12-01T00:00:01Z", "200"),
        ("2026-12-01T00:00:02Z", "429 rate_limited prelaunch_daily_cap"),
    ] {
        service.set_clock(now);
        let reply = service.ask(Ask::get(CHECK).key(&key)).await;
        let outcome = if reply.status == 200 { "200".to_owned() } else { reply.refusal() };
        assert_eq!(outcome, expected, "{now}");
    }
}

#[tokio::test]
async fn what_was_used_outlives_the_process() {
    let counted = while_cache_is_in_time(async || {
        let service = Service::start().await;
        let key = service.key(Plan::Pro).await;
        let used = async |service: &Service| {
            let reply = service.ask(Ask::get(CHECK).key(&key)).await;
            reply.header("x-monthly-quota-used").unwrap().parse::<u64>().unwrap()
        };
        let mut counted = vec![used(&service).await, used(&service).await];
        service.store.flush_usage().await.unwrap();
        let next = service.another().await;
        counted.push(used(&next).await);
        next.store.flush_usage().await.unwrap();
        counted.push(used(&service).await);
        service.store.flush_usage().await.unwrap();
        counted.push(used(&service).await);
        counted
    });
    // Without a cache, what another process wrote is learnt with the next write.
    let is_shared = std::env::var("LICENCE_TEST_CACHE_URL").is_ok();
    assert_eq!(counted.await, [1, 2, 3, if is_shared { 4 } else { 3 }, 5]);
}

#[tokio::test]
async fn a_key_tells_when_it_was_last_used() {
    let service = Service::start().await;
    let account = service.store.create_account("A", Plan::Pro, now()).await.unwrap();
    let now = now();
    let created = service.store.create_key(account.id, "k", now).await.unwrap().unwrap();
    let last_used = async || service.store.keys(account.id).await.unwrap().unwrap()[0].last_used_at;
    assert_eq!(last_used().await, None);
    service.ask(Ask::get(CHECK).key(created.key.reveal())).await;
    service.store.flush_usage().await.unwrap();
    assert_eq!(last_used().await, Some(now));
}

const OVERLOADED: &str = "503 service_overloaded too_many_requests_at_once";

#[tokio::test]
async fn a_server_without_room_for_keyless_calls_answers_keyed_ones() {
    let limits = Limits { keyless_requests: 0, keyless_wait: Duration::ZERO, ..Limits::default() };
    let service = Service::start().await.with_limits(limits);
    let key = service.key(Plan::Pro).await;
    for target in [CHECK, "/v1/jurisdictions", "/v1/operators/search?q=a", "/v1/stats"] {
        let reply = service.ask(Ask::get(target)).await;
        assert_eq!(reply.refusal(), OVERLOADED, "{target}");
        assert_eq!(reply.header("retry-after"), Some("5"));
        assert_eq!(reply.header("x-ratelimit-remaining"), None, "what is shed is not counted");
    }
    for ask in [Ask::get("/v1/health"), Ask::get(CHECK).key(&key), Ask::get("/openapi.json")] {
        assert_eq!(service.ask(ask).await.status, 200);
    }
}

/// A search that a first poll does not end holds its turn: it waits for the database. Now and then the
/// database is quicker than the poll, and the next search is held.
#[tokio::test]
async fn one_network_gets_a_quarter_of_the_turns_without_a_key() {
    let limits = Limits { keyless_requests: 8, keyless_wait: Duration::ZERO, ..Limits::default() };
    let service = Service::start().await.with_limits(limits);
    let key = service.key(Plan::Pro).await;
    let app = service.app();
    let search = |from: &str| Ask::get("/v1/operators/search?q=lantern").from(from);
    // The first search loads the names, and others wait for that.
    assert_eq!(search("198.51.100.1").send_to(&app).await.status, 200);
    let mut held = Vec::new();
    for from in ["2001:db8::1", "2001:db8::2"].into_iter().cycle().take(100) {
        let mut asking = Box::pin(search(from).send_to(&app));
        if asking.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
            held.push(asking);
        }
        if held.len() == 2 {
            break;
        }
    }
    assert_eq!(held.len(), 2);
    assert_eq!(search("2001:db8::ffff").send_to(&app).await.refusal(), OVERLOADED);
    for ask in [
        search("2001:db8:0:1::1"),
        search("192.0.2.2"),
        search("2001:db8::ffff").key(&key),
        Ask::get("/v1/health").from("2001:db8::ffff"),
    ] {
        assert_eq!(ask.send_to(&app).await.status, 200);
    }
    for asking in held {
        assert_eq!(asking.await.status, 200);
    }
    assert_eq!(search("2001:db8::ffff").send_to(&app).await.status, 200);
}

/// At one byte a second the first document of each network takes its turn for good, and the first
/// four take all of them.
#[tokio::test]
async fn documents_are_rationed_and_nothing_else_is() {
    let wait = Duration::ZERO;
    let slow = Limits { document_bytes_per_second: 1, keyless_wait: wait, ..Limits::default() };
    let service = Service::start().await.with_limits(slow);
    let key = service.key(Plan::Pro).await;
    let app = service.app();
    let ask = async |ask: Ask| ask.send_to(&app).await;
    let tag = ask(Ask::get("/docs")).await.header("etag").unwrap().to_owned();
    for host in 2..=4 {
        let document = || Ask::get("/openapi.json").from(&format!("192.0.2.{host}"));
        assert_eq!(ask(document()).await.status, 200, "{host}");
        assert_eq!(ask(document()).await.refusal(), OVERLOADED, "{host}");
    }
    for (target, from) in [("/openapi.json", "192.0.2.1"), ("/docs", "192.0.2.5")] {
        assert_eq!(ask(Ask::get(target).from(from)).await.refusal(), OVERLOADED, "{target}");
        assert_eq!(ask(Ask::new("HEAD", target)).await.status, 200, "a head has no bytes");
    }
    assert_eq!(ask(Ask::get("/docs").header("if-none-match", &tag)).await.status, 304);
    let keyed = Ask::get("/openapi.json").key(&key);
    for served in [keyed, Ask::get("/v1/health"), Ask::get(CHECK)] {
        assert_eq!(ask(served).await.status, 200);
    }
}
