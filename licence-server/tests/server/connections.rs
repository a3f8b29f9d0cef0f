//! What a caller may do to a connection, and what not. The limits are short, and nothing depends
//! on how short: a test waits for the end of a connection, however long that takes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_server::{AppState, Limits, Response};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Notify;
use tokio::time::sleep;

use super::client::Client;
use super::process::Server;
use super::support::{LONG, SHORT, Served, assert_error, sample_store, text};
use crate::callers::{bearer, key_on};

#[tokio::test]
async fn silence_closes_a_connection() {
    let served = Served::api(SHORT).await;
    for beginning in ["", "P", "PRI * HTTP/2.0\r\n", "GET /v1/health HTTP/1.1\r\nhost: loc"] {
        let mut client = Client::connect(served.address).await;
        client.send(beginning).await.unwrap();
        assert_eq!(client.rest().await, b"", "{beginning:?}");
    }
}

#[tokio::test]
async fn a_dripping_head_closes_a_connection() {
    let served = Served::api(SHORT).await;
    let mut client = Client::connect(served.address).await;
    client.send("GET /v1/health HTTP/1.1\r\nx: ").await.unwrap();
    while client.send("a").await.is_ok() {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn the_pause_between_requests_is_limited_too() {
    let served = Served::api(SHORT).await;
    let mut client = Client::connect(served.address).await;
    for _ in 0..3 {
        assert_eq!(client.get("/v1/health").await.status, 200);
    }
    assert_eq!(client.rest().await, b"");
}

#[tokio::test]
async fn a_request_in_flight_may_take_longer() {
    let finish = Arc::new(Notify::new());
    let served = Served::route(SHORT, {
        let finish = Arc::clone(&finish);
        move |_| {
            let finish = Arc::clone(&finish);
            async move {
                finish.notified().await;
                text("late")
            }
        }
    })
    .await;
    let mut client = Client::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    sleep(SHORT.quiet * 3).await;
    finish.notify_one();
    assert_eq!(client.reply(false).await.body, b"late");
}

#[tokio::test]
async fn a_body_is_not_waited_for() {
    let served = Served::api(SHORT).await;
    let mut client = Client::connect(served.address).await;
    let head = "content-length: 1000000\r\n";
    assert_eq!(client.request("GET", "/v1/health", head).await.status, 200);
    while client.send("a").await.is_ok() {
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn an_endless_body_is_not_read() {
    let served = Served::api(LONG).await;
    let mut client = Client::connect(served.address).await;
    let head = "transfer-encoding: chunked\r\n";
    assert_eq!(client.request("POST", "/v1/check", head).await.status, 405);
    let chunk = format!("1000\r\n{}\r\n", "a".repeat(0x1000));
    while client.send(&chunk).await.is_ok() {}
}

/// Most clients send all of a body before they look for the reply.
#[tokio::test]
async fn a_body_that_is_too_long_is_told_so() {
    let limits = Limits { unread_body_bytes: 4_000_000, ..LONG };
    let store = sample_store().await;
    let key = bearer(&key_on(&store, Plan::Pro).await);
    let state = AppState::new(store).with_limits(limits);
    let served = Served::start(licence_server::app(state)).await;
    let mut client = Client::connect(served.address).await;
    let head =
        format!("POST /v1/check/batch HTTP/1.1\r\nhost: localhost\r\nauthorization: {key}\r\n");
    let body = "a".repeat(3_000_000);
    for whole in [
        format!("{head}content-length: 3000000\r\n\r\n{body}"),
        format!("{head}transfer-encoding: chunked\r\n\r\n2dc6c0\r\n{body}\r\n0\r\n\r\n"),
        format!("{head}content-length: 3000000\r\nexpect: 100-continue\r\n\r\n"),
    ] {
        client.send(whole).await.unwrap();
        let reply = client.reply(false).await;
        assert_eq!(reply.status, 400);
        assert_eq!(reply.json()["error"], "The body is longer than 262144 bytes.");
    }
    client.closed().await;
}

#[tokio::test]
async fn a_small_body_leaves_the_connection_usable() {
    let served = Served::api(LONG).await;
    let mut client = Client::connect(served.address).await;
    for _ in 0..3 {
        let head = "GET /v1/health HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n";
        client.send(format!("{head}hello")).await.unwrap();
        assert_eq!(client.reply(false).await.status, 200);
    }
}

#[tokio::test]
async fn a_panic_costs_one_request() {
    let served = Served::route(LONG, |context| async move {
        match context.path() {
            "/at-once" => panic!("a bug"),
            "/later" => {
                tokio::task::yield_now().await;
                panic!("a bug after a pause")
            }
            _ => text("fine"),
        }
    })
    .await;
    let mut client = Client::connect(served.address).await;
    for path in ["/at-once", "/later"] {
        let reply = client.request("GET", path, "x-request-id: known\r\n").await;
        assert_eq!(reply.status, 500);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("x-request-id"), Some("known"));
        assert_error(&reply.json(), "server_error", "internal_error");
        assert!(!String::from_utf8(reply.body).unwrap().contains("bug"));
        assert_eq!(client.get("/").await.body, b"fine");
    }
}

#[tokio::test]
async fn more_connections_than_allowed_wait_for_their_turn() {
    let one = Limits { connections: 1, ..LONG };
    let served = Served::api(one).await;
    let mut first = Client::connect(served.address).await;
    assert_eq!(first.get("/v1/health").await.status, 200);
    let mut second = Client::connect(served.address).await;
    second.send("GET /v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert_eq!(first.get("/v1/health").await.status, 200);
    assert!(!second.has_more().await, "answered while the first one is open");
    drop(first);
    assert_eq!(second.reply(false).await.status, 200);
}

/// A client whose connections come from this loopback address.
async fn connect_from(from: [u8; 4], to: SocketAddr) -> Client<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    Client::over(socket.connect(to).await.unwrap())
}

const THREE_A_NETWORK: Limits = Limits { connections_per_network: 3, ..LONG };

#[tokio::test]
async fn a_network_with_too_many_connections_gets_no_more() {
    let served = Served::api(THREE_A_NETWORK).await;
    let (crowd, other) = ([127, 0, 0, 2], [127, 0, 0, 3]);
    let mut silent = Vec::new();
    for _ in 0..3 {
        silent.push(connect_from(crowd, served.address).await);
    }
    for _ in 0..20 {
        assert_eq!(connect_from(crowd, served.address).await.rest().await, b"");
    }
    let mut bystander = connect_from(other, served.address).await;
    assert_eq!(bystander.get("/v1/health").await.status, 200);
    drop(silent);
    // The server learns of the end of a connection a little later.
    loop {
        let mut next = connect_from(crowd, served.address).await;
        let request = "GET /v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        if next.send(request).await.is_ok() && next.rest().await.starts_with(b"HTTP/1.1 200") {
            break;
        }
    }
}

#[tokio::test]
async fn a_trusted_proxy_may_open_any_number_of_connections() {
    let state = AppState::new(sample_store().await)
        .with_limits(THREE_A_NETWORK)
        .with_trusted_proxies(vec!["127.0.0.0/8".parse().unwrap()]);
    let served = Served::start(licence_server::app(state)).await;
    let mut clients = Vec::new();
    for _ in 0..10 {
        let mut client = Client::connect(served.address).await;
        assert_eq!(client.get("/v1/health").await.status, 200);
        clients.push(client);
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let served = Served::api(LONG).await;
    for (hosts, status) in
        [("", 400), ("host: localhost\r\n", 200), ("host: localhost\r\nhost: localhost\r\n", 400)]
    {
        let mut client = Client::connect(served.address).await;
        client.send(format!("GET /v1/health HTTP/1.1\r\n{hosts}\r\n")).await.unwrap();
        let reply = client.reply(false).await;
        assert_eq!(reply.status, status, "{hosts:?}");
        if status == 400 {
            assert_error(&reply.json(), "invalid_query", "invalid_input");
        }
    }
    let mut old = Client::connect(served.address).await;
    old.send("GET /v1/health HTTP/1.0\r\n\r\n").await.unwrap();
    assert_eq!(old.reply(false).await.status, 200);
}

#[tokio::test]
async fn a_caller_that_shuts_down_its_side_is_answered() {
    let finish = Arc::new(Notify::new());
    let served = Served::route(LONG, {
        let finish = Arc::clone(&finish);
        move |_| {
            let finish = Arc::clone(&finish);
            async move {
                finish.notified().await;
                text("answered")
            }
        }
    })
    .await;
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    stream.shutdown().await.unwrap();
    // Time for the server to see the end; without it the test could pass by luck.
    sleep(Duration::from_millis(100)).await;
    finish.notify_one();
    let received = Client::over(stream).rest().await;
    assert!(received.ends_with(b"answered"), "{}", String::from_utf8_lossy(&received));
}

#[tokio::test]
async fn every_reply_has_the_security_headers() {
    for (base_url, is_https) in [("https://licence.example", true), ("http://127.0.0.1", false)] {
        let state = AppState::new(sample_store().await).with_limits(LONG).with_base_url(base_url);
        let served = Served::start(licence_server::app(state)).await;
        for target in ["/v1/health", "/v1/check", "/v1/watchlist", "/nowhere", "/docs", "/\u{1}"] {
            let reply = Client::connect(served.address).await.get(target).await;
            let is_parsed = !target.contains('\u{1}');
            for (name, value, is_sent) in [
                ("x-content-type-options", "nosniff", true),
                ("referrer-policy", "no-referrer", true),
                ("strict-transport-security", "max-age=31536000", is_https && is_parsed),
                ("x-frame-options", "DENY", target == "/docs"),
            ] {
                assert_eq!(reply.header(name), is_sent.then_some(value), "{target} {name}");
            }
            assert_eq!(reply.header("content-security-policy").is_some(), target == "/docs");
        }
    }
}

/// A server that begins with such a limit of open files.
fn with_open_files(limit: &str) -> Server {
    let directory = tempfile::tempdir().unwrap();
    let mut shell = std::process::Command::new("sh");
    let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_licence-server"), "--listen", "127.0.0.1:0"]);
    shell.arg("--no-jobs").current_dir(&directory);
    Server::spawn(shell, &[], directory)
}

#[tokio::test]
async fn want_of_file_descriptors_does_not_end_the_server() {
    let server = with_open_files("-n 64");
    let mut clients = Vec::new();
    for _ in 0..100 {
        clients.push(Client::connect(server.address()).await);
    }
    sleep(Duration::from_millis(100)).await;
    drop(clients);
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get("/v1/nothing").await.status, 404);
    server.signal("-TERM");
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    assert!(log.lines().count() < 5, "{log}");
}

#[test]
fn as_many_files_may_be_open_as_the_system_lets() {
    let server = with_open_files("-Sn 256");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let open_files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let columns: Vec<_> = open_files.split_ascii_whitespace().collect();
    assert_eq!(columns[3], columns[4], "{open_files}");
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let served =
        Served::route(
            LONG,
            |context| async move { Response::new(context.path().to_owned().into()) },
        )
        .await;
    let mut client = Client::connect(served.address).await;
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    client.send(["/1", "/2", "/3"].map(request).concat()).await.unwrap();
    for path in ["/1", "/2", "/3"] {
        assert_eq!(client.reply(false).await.body, path.as_bytes());
    }
}

#[tokio::test]
async fn a_head_beyond_the_limits_is_refused() {
    let served = Served::api(LONG).await;
    let many = "x: y\r\n".repeat(150);
    let long = format!("x: {}\r\n", "y".repeat(300_000));
    for (headers, target, because) in [
        (many.as_str(), "/v1/health".to_owned(), "more than 100 headers"),
        (&long, "/v1/health".to_owned(), "too large"),
        ("", format!("/v1/check?domain={}", "a".repeat(65_536)), "longer than 65534 bytes"),
        ("", "/v1/check?domain=a\u{1}.example".to_owned(), "not well-formed"),
        ("no colon\r\n", "/v1/health".to_owned(), "not well-formed"),
    ] {
        let mut client = Client::connect(served.address).await;
        let head = format!("GET {target} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n");
        // The server may hang up before it has read all of it, and the reply be lost with that.
        let is_read_whole = client.send(&head).await.is_ok() && head.len() < 128 * 1024;
        if is_read_whole {
            let reply = client.reply(false).await;
            assert_eq!(reply.status, 400, "{because}");
            assert!(reply.header("x-request-id").is_some());
            let body = reply.json();
            assert_error(&body, "invalid_query", "invalid_input");
            assert!(body["error"].as_str().unwrap().contains(because), "{body}");
        }
        client.closed().await;
    }
}
