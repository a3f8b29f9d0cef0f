//! The end: told to stop, the server finishes what it began.

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use licence_core::account::plan::Plan;
use licence_store::{Store, StoreOptions};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, TransactionTrait};
use tokio::sync::Notify;

use super::client::{Client, PATIENCE};
use super::process::{Server, command, new_database};
use super::support::{LONG, Served, text};

#[tokio::test]
async fn a_request_in_flight_is_finished() {
    let begun = Arc::new(Notify::new());
    let finish = Arc::new(Notify::new());
    let mut served = Served::route(LONG, {
        let (begun, finish) = (Arc::clone(&begun), Arc::clone(&finish));
        move |_| {
            let (begun, finish) = (Arc::clone(&begun), Arc::clone(&finish));
            async move {
                begun.notify_one();
                finish.notified().await;
                text("whole")
            }
        }
    })
    .await;
    let mut client = Client::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    begun.notified().await;
    let mut idle = Client::connect(served.address).await;
    served.stop();
    idle.closed().await;
    finish.notify_one();
    let reply = client.reply(false).await;
    assert_eq!(reply.body, b"whole");
    assert_eq!(reply.header("connection"), Some("close"));
    assert_eq!(client.rest().await, b"");
    served.stopped().await;
}

#[tokio::test]
async fn a_request_that_never_ends_does_not_hold_the_server_for_ever() {
    let begun = Arc::new(Notify::new());
    let limits = licence_server::Limits { drain: LONG.linger * 20, ..LONG };
    let mut served = Served::route(limits, {
        let begun = Arc::clone(&begun);
        move |_| {
            let begun = Arc::clone(&begun);
            async move {
                begun.notify_one();
                std::future::pending().await
            }
        }
    })
    .await;
    let mut client = Client::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    begun.notified().await;
    served.stop();
    let reply = client.reply(false).await;
    assert_eq!((reply.status, reply.header("connection")), (503, Some("close")));
    assert_eq!(reply.json()["code"], "service_unavailable");
    assert!(reply.header("retry-after").is_some());
    assert_eq!(client.rest().await, b"");
    served.stopped().await;
}

/// A request waits for a lock of PostgreSQL until the stop gives it up. The usage of others is written.
#[tokio::test(flavor = "multi_thread")]
async fn a_stop_while_the_database_is_busy_answers_and_tells_of_no_loss() {
    let database = new_database();
    if database.url().starts_with("sqlite") {
        return;
    }
    let server = Server::on(database.url(), &["--sample"]);
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let now = licence_server::system_time();
    let account = store.create_account("A", Plan::Pro, now).await.unwrap().id;
    let key = store.create_key(account, "k", now).await.unwrap().unwrap();
    let other = Database::connect(database.url()).await.unwrap();
    let lock = other.begin().await.unwrap();
    lock.execute_unprepared("lock table operators in access exclusive mode").await.unwrap();
    let mut client = Client::connect(server.address()).await.with_key(key.key.reveal());
    let asking = tokio::spawn(async move {
        client.get("/v1/operators/harbour-lantern-gaming-limited").await.status
    });
    let waits = "select 1 / count(*) from pg_stat_activity \
                 where datname = current_database() and wait_event_type = 'Lock'";
    while other.execute_unprepared(waits).await.is_err() {
        tokio::task::yield_now().await;
    }
    let begun = Instant::now();
    server.signal("-TERM");
    assert_eq!(asking.await.unwrap(), 503);
    let (code, log) = tokio::task::spawn_blocking(|| server.ended()).await.unwrap();
    assert!(code == Some(0) && !log.contains("ERROR"), "{log}");
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    lock.rollback().await.unwrap();
}

#[tokio::test]
async fn the_binary_ends_well_at_either_signal() {
    for signal in ["-TERM", "-INT"] {
        let server = Server::start(&[]);
        let mut idle = Client::connect(server.address()).await;
        assert_eq!(idle.get("/v1/health").await.status, 200);
        let mut half = Client::connect(server.address()).await;
        half.send("GET /v1/health HTTP/1.1\r\nhost:").await.unwrap();
        let mut body = Client::connect(server.address()).await;
        let sent = body.request("GET", "/v1/health", "content-length: 10\r\n").await;
        assert_eq!(sent.status, 200);
        server.signal(signal);
        assert_eq!(server.ended(), (Some(0), String::new()), "{signal}");
    }
}

/// The database is new to the server, and another process writes to it: the start waits for it.
#[tokio::test]
async fn a_start_that_waits_ends_well_at_either_signal() {
    for signal in ["-TERM", "-INT"] {
        let directory = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", directory.path().join("licence.db").display());
        let one = ConnectOptions::new(&url).max_connections(1).to_owned();
        let other = Database::connect(one).await.unwrap();
        for statement in ["pragma journal_mode = wal", "begin immediate", "create table a (b)"] {
            other.execute_unprepared(statement).await.unwrap();
        }
        let arguments = ["--listen", "127.0.0.1:0", "--database-url", &url];
        let mut command = command(&directory, &arguments);
        let mut starting = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        while !catches_signals(starting.id()) {
            assert!(begun.elapsed() < PATIENCE && starting.try_wait().unwrap().is_none());
            tokio::task::yield_now().await;
        }
        let process = starting.id().to_string();
        let kill = std::process::Command::new("kill").args([signal, &process]).status();
        assert!(kill.unwrap().success());
        let ended = tokio::task::spawn_blocking(move || starting.wait_with_output().unwrap());
        let ended = tokio::time::timeout(PATIENCE, ended).await.unwrap().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{signal} {ended:?}");
        assert!(ended.stdout.is_empty() && ended.stderr.is_empty(), "{ended:?}");
        other.execute_unprepared("rollback").await.unwrap();
    }
}

/// Whether a process has handlers of SIGINT (2) and SIGTERM (15).
fn catches_signals(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask & (1 << 1) != 0 && mask & (1 << 14) != 0)
}
