//! The database or the cache goes away and comes back while requests arrive.
#![cfg(unix)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Cap, Plan, PlanLimits, Plans};
use licence_core::account::quota::{Limit, Purpose};
use licence_core::member::Role;
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::service::QuotaRequest;
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::assistants::{ALL, Connected};
use crate::dashboard::page::Page;
use crate::support::databases::TestDatabase;
use crate::support::log::Log;
use crate::support::private_servers::{Postgres, Redis};
use crate::support::proxy::Proxy;
use crate::support::service::{Ask, Reply, Service};

const CHECK: &str = "/v1/check?domain=lanternspin.example";
const AWAY: &str = "503 service_unavailable database_unavailable";
/// Much more than a request takes, whatever is away: one wait for the database is five seconds, and
/// one request may wait again when the database leaves twice under it. Much less than a hundred
/// requests take that wait one after the other.
const LONGEST: Duration = Duration::from_secs(60);

/// Polls until it holds, with much patience.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..1200 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never: {what}");
}

async fn in_time(service: &Service, ask: Ask) -> Reply {
    tokio::time::timeout(LONGEST, service.ask(ask)).await.expect("a request hangs")
}

fn unlimited() -> serde_json::Value {
    json!({"requests_per_second": "unlimited", "requests_per_month": "unlimited"})
}

/// A client that asks all the time, one request after the other.
#[derive(Default)]
struct Client {
    answered: AtomicU64,
    failed: AtomicU64,
    in_a_row: AtomicU64,
}

impl Client {
    fn note(&self, reply: &Reply) {
        if reply.status == 200 {
            self.answered.fetch_add(1, Ordering::SeqCst);
            self.in_a_row.fetch_add(1, Ordering::SeqCst);
            return;
        }
        assert_eq!(reply.refusal(), AWAY);
        assert_eq!(reply.header("retry-after"), Some("5"));
        let body = reply.json().to_string();
        for detail in ["postgres", "sqlx", "127.0.0.1", "pool", "connection"] {
            assert!(!body.contains(detail), "{body}");
        }
        self.failed.fetch_add(1, Ordering::SeqCst);
        self.in_a_row.store(0, Ordering::SeqCst);
    }
}

struct Load {
    clients: Vec<Arc<Client>>,
    tasks: Vec<JoinHandle<()>>,
    is_over: Arc<AtomicBool>,
}

impl Load {
    fn begin(service: &Arc<Service>, asks: &[Ask]) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let clients: Vec<_> = asks.iter().map(|_| Arc::new(Client::default())).collect();
        let ask = |(ask, client): (&Ask, &Arc<Client>)| {
            let (service, ask, client) = (Arc::clone(service), ask.clone(), Arc::clone(client));
            let is_over = Arc::clone(&is_over);
            tokio::spawn(async move {
                while !is_over.load(Ordering::SeqCst) {
                    client.note(&in_time(&service, ask.clone()).await);
                    // Leaves the two cores to the servers that come back.
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            })
        };
        let tasks = asks.iter().zip(&clients).map(ask).collect();
        Self { clients, tasks, is_over }
    }

    fn failures(&self) -> u64 {
        self.clients.iter().map(|client| client.failed.load(Ordering::SeqCst)).sum()
    }

    /// Every client is answered again and again, without a failure between.
    async fn is_healed(&self) {
        self.clients.iter().for_each(|client| client.in_a_row.store(0, Ordering::SeqCst));
        until("every client is answered twenty times in a row", async || {
            assert!(self.tasks.iter().all(|task| !task.is_finished()), "a client gave up");
            self.clients.iter().all(|client| client.in_a_row.load(Ordering::SeqCst) >= 20)
        })
        .await;
    }

    async fn end(self) {
        self.is_over.store(true, Ordering::SeqCst);
        for task in self.tasks {
            task.await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_that_restarts_fails_requests_only_while_it_is_away() {
    let Some(postgres) = Postgres::start_new() else { return };
    let service = Service::over(TestDatabase::at(&postgres.url()), "memory://").await;
    let service = Arc::new(service.with_plan(Plan::Enterprise, unlimited()));
    let key = service.key(Plan::Enterprise).await;
    let batch = json!({"domains": ["lanternspin.example", "nobody.example"]}).to_string();
    let kinds = [
        Ask::get(CHECK).key(&key),
        Ask::get("/v1/operators/harbour-lantern-gaming-limited").key(&key),
        Ask::get("/v1/jurisdictions/UKGC").key(&key),
        Ask::new("POST", "/v1/check/batch").body(batch).key(&key),
    ];
    // More clients than the pool has connections.
    let asks: Vec<Ask> = kinds.iter().cycle().take(24).cloned().collect();
    let load = Load::begin(&service, &asks);
    load.is_healed().await;
    assert_eq!(load.failures(), 0);
    for _ in 0..3 {
        let before = load.failures();
        postgres.stop();
        until("requests fail", async || load.failures() >= before + 3).await;
        for ask in [Ask::get("/v1/health"), Ask::get("/v1/health").key(&key)] {
            assert_eq!(in_time(&service, ask).await.status, 503);
        }
        assert_eq!(in_time(&service, Ask::get("/openapi.json").key(&key)).await.status, 200);
        assert!(service.store.is_database_away());
        // Known to be away, it is not waited for.
        let at_once = async {
            for _ in 0..100 {
                assert_eq!(service.ask(kinds[0].clone()).await.refusal(), AWAY);
            }
        };
        tokio::time::timeout(LONGEST, at_once).await.expect("a hundred requests wait for one");
        assert_eq!(in_time(&service, Ask::get(CHECK)).await.status, 200, "answered from memory");
        let keyless = Ask::get("/v1/watchlist");
        let refusal = in_time(&service, keyless.clone()).await.refusal();
        assert_eq!(refusal, "401 auth_required api_key_missing");
        let basic = keyless.header("authorization", "Basic abc");
        let refusal = in_time(&service, basic).await.refusal();
        assert_eq!(refusal, "401 auth_invalid malformed_header");
        postgres.start();
        load.is_healed().await;
        let healed = load.failures();
        assert_eq!(in_time(&service, Ask::get("/v1/health")).await.status, 200);
        load.is_healed().await;
        assert_eq!(load.failures(), healed, "no late failure");
        service.store.flush_usage().await.unwrap();
    }
    load.end().await;
}

/// Each kind of request finds out by itself that the database is away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn assistants_and_pages_do_not_wait_for_postgres_that_is_known_to_be_away() {
    let Some(postgres) = Postgres::start_new() else { return };
    let service = Service::over(TestDatabase::at(&postgres.url()), "memory://").await;
    let service = service.with_plan(Plan::Enterprise, unlimited());
    let it = Connected::over(service, Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    let form = [("client_id", "reg-unknown"), ("token", token.as_str())];
    let asked = async |kind: &str| match kind {
        "/mcp" => it.call(&token, "get_coverage", json!({})).await,
        "/token" | "/revoke" => it.post_form(kind, &form).await,
        "/overview" => it.visitor.get(&it.service, kind).await.reply,
        public => Page::at(&it.service, public).await.reply,
    };
    let check = "/check/lanternspin.example";
    for first in ["/mcp", "/revoke", "/overview", check] {
        postgres.stop();
        until("the outage is noted", async || {
            asked(first).await;
            it.service.store.is_database_away()
        })
        .await;
        let at_once = async {
            for _ in 0..50 {
                for kind in ["/mcp", "/token", "/revoke"] {
                    let reply = asked(kind).await;
                    assert_eq!((reply.status, reply.header("retry-after")), (503, Some("5")));
                }
                for page in ["/overview", check] {
                    assert_eq!(asked(page).await.status, 503);
                }
            }
        };
        tokio::time::timeout(LONGEST, at_once).await.expect("requests wait for the database");
        assert_eq!(
            it.call("lca_x", "get_coverage", json!({})).await.status,
            401,
            "without a query"
        );
        assert_eq!(asked("/sign-in").await.status, 200, "without a query");
        postgres.start();
        until("the database is reached", async || !it.service.store.is_database_away()).await;
    }
    until("a page is shown", async || asked("/overview").await.status == 200).await;
}

/// The disk has no room for the temporary files of a statement, which `temp_file_limit` limits too.
#[tokio::test]
async fn postgres_without_room_for_64_kib_takes_no_writes() {
    let Some(postgres) = Postgres::start_new() else { return };
    let service = Service::over(TestDatabase::at(&postgres.url()), "memory://").await;
    service.store.try_write().await.unwrap();
    let database = Database::connect(postgres.url()).await.unwrap();
    let no_room = "alter database postgres set temp_file_limit = '64kB'";
    database.execute_unprepared(no_room).await.unwrap();
    let error = service.another().await.store.try_write().await.unwrap_err();
    assert!(error.to_string().contains("temporary file"), "{error}");
    database.close().await.unwrap();
}

fn used(reply: &Reply) -> u64 {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.header("x-monthly-quota-used").unwrap().parse().unwrap()
}

/// A service with a Redis of its own, and a key with twenty requests a month.
async fn cached(redis: &Redis) -> (Service, String) {
    let service = Service::over(TestDatabase::new().await, &redis.url()).await.with_plan(
        Plan::Pro,
        json!({"requests_per_second": "unlimited", "requests_per_month": 20}),
    );
    let key = service.key(Plan::Pro).await;
    (service, key)
}

async fn ask(service: &Service, key: &str) -> Reply {
    in_time(service, Ask::get(CHECK).key(key)).await
}

/// Asks so many times, and expects the counts to go on from `before`.
async fn counts_on(service: &Service, key: &str, before: u64, times: u64) -> u64 {
    for step in 1..=times {
        assert_eq!(used(&ask(service, key).await), before + step);
    }
    before + times
}

async fn is_healthy(service: &Service, expected: bool) {
    let status = if expected { 200 } else { 503 };
    until(&format!("health is {status}"), async || {
        in_time(service, Ask::get("/v1/health")).await.status == status
    })
    .await;
}

/// Two servers count together: the limits ask the cache again after a pause of their own.
async fn counts_are_shared(service: &Service, another: &Service) {
    until("the limits are shared again", async || {
        let probe = another.key(Plan::Pro).await;
        let here = used(&ask(service, &probe).await);
        used(&ask(another, &probe).await) == here + 1
    })
    .await;
}

async fn a_caller_is_denied(service: &Service, key: &str) {
    for _ in 0..3 {
        let reply = ask(service, key).await;
        assert_eq!(reply.refusal(), "429 quota_exceeded monthly_request_limit_reached");
    }
}

#[tokio::test]
async fn redis_that_restarts_empty_loses_no_count() {
    let Some(mut redis) = Redis::start_new() else { return };
    let (service, key) = cached(&redis).await;
    let another = service.another().await;
    let mut count = counts_on(&service, &key, 0, 3).await;
    for _ in 0..2 {
        redis.stop();
        count = counts_on(&service, &key, count, 4).await;
        is_healthy(&service, false).await;
        redis.start();
        is_healthy(&service, true).await;
        counts_are_shared(&service, &another).await;
        count = counts_on(&service, &key, count, 3).await;
    }
    redis.stop();
    counts_on(&service, &key, count, 20 - count).await;
    a_caller_is_denied(&service, &key).await;
    redis.start();
    a_caller_is_denied(&service, &key).await;
    counts_are_shared(&service, &another).await;
    a_caller_is_denied(&service, &key).await;
}

#[tokio::test]
async fn redis_that_restarts_empty_counts_the_requests_of_two_servers_once() {
    let Some(mut redis) = Redis::start_new() else { return };
    let (service, key) = cached(&redis).await;
    let another = service.another().await;
    counts_on(&service, &key, 0, 3).await;
    counts_on(&another, &key, 3, 2).await;
    redis.stop();
    for _ in 0..4 {
        used(&ask(&service, &key).await);
        used(&ask(&another, &key).await);
    }
    is_healthy(&service, false).await;
    is_healthy(&another, false).await;
    for server in [&service, &another] {
        server.store.flush_usage().await.unwrap();
    }
    service.set_clock("2026-11-01T07:00:05Z");
    redis.start();
    counts_are_shared(&service, &another).await;
    counts_on(&service, &key, 13, 1).await;
    counts_on(&another, &key, 14, 2).await;
    counts_on(&service, &key, 16, 1).await;
}

#[tokio::test]
async fn redis_that_freezes_counts_every_request_once() {
    let Some(redis) = Redis::start_new() else { return };
    let (service, key) = cached(&redis).await;
    let another = service.another().await;
    let mut count = counts_on(&service, &key, 0, 3).await;
    redis.freeze();
    count = counts_on(&service, &key, count, 2).await;
    is_healthy(&service, false).await;
    // Each round is long enough for the limits to try again, and to receive every debt.
    for _ in 0..4 {
        count = counts_on(&service, &key, count, 2).await;
        is_healthy(&service, false).await;
    }
    redis.thaw();
    is_healthy(&service, true).await;
    counts_are_shared(&service, &another).await;
    count = counts_on(&service, &key, count, 20 - count).await;
    assert_eq!(count, 20);
    a_caller_is_denied(&service, &key).await;
    redis.freeze();
    a_caller_is_denied(&service, &key).await;
    redis.thaw();
    counts_are_shared(&service, &another).await;
    a_caller_is_denied(&service, &key).await;
}

/// The account asks nothing of this server any more, which stops, for example.
#[tokio::test]
async fn what_was_answered_without_redis_is_counted_there_before_the_account_asks_again() {
    let Some(redis) = Redis::start_new() else { return };
    let (service, key) = cached(&redis).await;
    let another = service.another().await;
    counts_on(&service, &key, 0, 1).await;
    counts_on(&another, &key, 1, 1).await;
    redis.freeze();
    counts_on(&another, &key, 2, 5).await;
    redis.thaw();
    counts_are_shared(&service, &another).await;
    another.store.flush_usage().await.unwrap();
    // The first request that found Redis away may have been counted by both.
    let count = used(&ask(&service, &key).await);
    assert!([8, 9].contains(&count), "{count}");
    another.store.flush_usage().await.unwrap();
    counts_on(&service, &key, count, 1).await;
}

#[tokio::test]
async fn redis_that_closes_connections_is_not_away() {
    let Some(redis) = Redis::start_new() else { return };
    let (service, key) = cached(&redis).await;
    let another = service.another().await;
    let (log, _guard) = Log::begin(tracing::Level::WARN);
    let mut count = 0;
    for _ in 0..4 {
        redis.close_connections();
        count = counts_on(&service, &key, count, 2).await;
        count = counts_on(&another, &key, count, 2).await;
    }
    assert!(!log.text().contains("the cache is away"), "{}", log.text());
}

/// Redis begins the counter of the new account with what the database holds: the requests of both
/// servers. It holds the counter of the other account all the time.
#[tokio::test]
async fn an_account_that_is_new_while_redis_is_away_is_counted_once() {
    let Some(redis) = Redis::start_new() else { return };
    let (service, known) = cached(&redis).await;
    let another = service.another().await;
    counts_on(&service, &known, 0, 1).await;
    counts_on(&another, &known, 1, 1).await;
    redis.freeze();
    for server in [&service, &another] {
        // The first request finds Redis away.
        used(&ask(server, &known).await);
        used(&ask(server, &known).await);
    }
    let new = service.key(Plan::Pro).await;
    for _ in 0..4 {
        used(&ask(&service, &new).await);
        used(&ask(&another, &new).await);
    }
    for server in [&service, &another] {
        server.store.flush_usage().await.unwrap();
    }
    service.set_clock("2026-11-01T07:00:05Z");
    redis.thaw();
    counts_are_shared(&service, &another).await;
    // Each server owes one request of the known account until it asks for that account again.
    used(&ask(&another, &known).await);
    for (key, before) in [(&new, 8), (&known, 7)] {
        counts_on(&service, key, before, 1).await;
        counts_on(&another, key, before + 1, 2).await;
        counts_on(&service, key, before + 3, 1).await;
    }
}

/// The other server begins the counter, in Redis, with what the database has then. It lacks what the
/// server that is cut off answers after that.
#[tokio::test]
async fn a_counter_that_began_while_a_server_was_cut_off_gets_all_of_its_requests() {
    let Some(redis) = Redis::start_new() else { return };
    let proxy = Proxy::start(redis.port()).await;
    let (another, key) = cached(&redis).await;
    let cut_off = another.another_over(&format!("redis://127.0.0.1:{}", proxy.port())).await;
    proxy.close();
    counts_on(&cut_off, &key, 0, 3).await;
    cut_off.store.flush_usage().await.unwrap();
    another.set_clock("2026-11-01T07:00:05Z");
    counts_on(&another, &key, 3, 2).await;
    counts_on(&cut_off, &key, 3, 5).await;
    for server in [&another, &cut_off] {
        server.store.flush_usage().await.unwrap();
    }
    proxy.reopen();
    // The account asks this server nothing any more.
    counts_are_shared(&cut_off, &another).await;
    cut_off.store.flush_usage().await.unwrap();
    counts_on(&another, &key, 10, 10).await;
    a_caller_is_denied(&another, &key).await;
    a_caller_is_denied(&cut_off, &key).await;
}

/// The rights that docs/production.md names are enough.
#[tokio::test]
async fn redis_counts_as_away_for_a_user_without_scripts() {
    let Some(redis) = Redis::start_new() else { return };
    let rights = "~licence:* +evalsha +script|load +get +set +incrby +decrby +time";
    for (name, rules, counts) in [("least", rights, true), ("most", "~* +@all -@scripting", false)]
    {
        let url = redis.url_of_user(name, rules);
        let service = Service::over(TestDatabase::new().await, &url).await;
        assert_eq!(service.store.health().await.cache, counts, "{name}");
        let key = service.key(Plan::Pro).await;
        let here = used(&ask(&service, &key).await);
        let there = used(&ask(&service.another().await, &key).await);
        assert_eq!(there == here + 1, counts, "{name}");
    }
}

/// The time now, as a Redis on this machine has it.
fn clock_of_redis() -> Timestamp {
    Timestamp::from_system_time(SystemTime::now()).unwrap()
}

/// Asks for a busy account, one request after the other.
async fn ask_until(store: Store, request: QuotaRequest, stop: Arc<AtomicBool>) -> u64 {
    let mut admitted = 0;
    while !stop.load(Ordering::SeqCst) {
        let admission = store.admit(&request, None, clock_of_redis()).await.unwrap();
        assert_eq!(admission.refused_by, None);
        admitted += 1;
        tokio::task::yield_now().await;
    }
    admitted
}

/// Redis counts what it was asked for as it hung, also units for later requests.
#[tokio::test]
async fn redis_that_freezes_keeps_no_unit_of_a_busy_account() {
    let Some(redis) = Redis::start_new() else { return };
    let service = Service::over(TestDatabase::new().await, &redis.url()).await;
    let limits = PlanLimits {
        requests_per_month: Cap::AtMost(1_000_000_000),
        ..Plans::default().limits(Plan::Enterprise)
    };
    let account = AccountId(Uuid::new_v4());
    let request = QuotaRequest::by_key(account, KeyId(account.0), Purpose::Request, &limits);
    let store = &service.store;
    let stop = Arc::new(AtomicBool::new(false));
    let client = || tokio::spawn(ask_until(store.clone(), request, Arc::clone(&stop)));
    let clients: Vec<_> = (0..32).map(|_| client()).collect();
    // The first time for longer than a client of Redis usually waits for a reply.
    for seconds in [3, 0, 0] {
        until("units are held", async || store.held_limit_units() > 0).await;
        redis.forget_scripts();
        redis.freeze();
        let frozen = Instant::now();
        until("no units are held, for as long", async || {
            store.held_limit_units() == 0 && frozen.elapsed() >= Duration::from_secs(seconds)
        })
        .await;
        redis.thaw();
    }
    until("units are held again", async || store.held_limit_units() > 0).await;
    stop.store(true, Ordering::SeqCst);
    let mut admitted = 0;
    for client in clients {
        admitted += client.await.unwrap();
    }
    until("Redis counts what was admitted", async || {
        let admission = store.admit(&request, None, clock_of_redis()).await.unwrap();
        admitted += 1;
        admission.tally(Limit::PerMonth).unwrap().used == admitted
    })
    .await;
}
