//! The log of the real binary.

use std::io::{BufRead, BufReader};

use licence_store::catalogue_file::SigningKey;
use serde_json::Value;

use super::client::Client;
use super::process::Server;

#[tokio::test]
async fn a_request_is_one_line_without_its_query_and_headers() {
    let server = Server::start(&[
        "--log=licence_server=info",
        "--log-format=json",
        "--trusted-proxy=127.0.0.0/8",
    ]);
    let mut client = Client::connect(server.address()).await;
    let headers = "x-request-id: r-1\r\nauthorization: Bearer lic_hush\r\n\
                   x-forwarded-for: 198.51.100.7\r\n";
    client.request("GET", "/v1/check?domain=hush.example", headers).await;
    server.signal("-TERM");
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(!log.contains("hush"), "{log}");
    let line: Value = serde_json::from_str(&log).unwrap();
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["method"], "GET");
    assert_eq!(line["path"], "/v1/check");
    assert_eq!(line["status"], 401);
    assert_eq!(line["request_id"], "r-1");
    assert_eq!(line["client"], "198.51.100.7");
    assert!(line["duration_us"].is_u64());
}

#[tokio::test]
async fn by_default_nothing_is_logged() {
    let server = Server::start(&[]);
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get("/v1/nothing").await.status, 404);
    server.signal("-TERM");
    assert_eq!(server.ended(), (Some(0), String::new()));
}

#[tokio::test]
async fn a_server_with_a_key_publishes_the_catalogue_before_anybody_asks() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("catalogue.key");
    SigningKey::create(&key, "licence.example").unwrap();
    let option = format!("--catalogue-key-file={}", key.display());
    let mut server = Server::start(&[&option, "--log=licence_server=info", "--log-format=json"]);
    let log = BufReader::new(server.stderr()).lines();
    let mut lines = log.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok());
    let published = lines.find(|line: &Value| line["message"] == "the catalogue is published");
    assert!(published.unwrap()["version"].is_i64());
}

#[tokio::test]
async fn a_log_that_nobody_reads_any_more_stops_no_request() {
    let mut server = Server::start(&["--log=licence_server=info"]);
    drop(server.stderr());
    let mut client = Client::connect(server.address()).await;
    for _ in 0..3 {
        assert_eq!(client.get("/v1/health").await.status, 200);
    }
    server.signal("-TERM");
    assert_eq!(server.ended(), (Some(0), String::new()));
}

#[tokio::test]
async fn a_log_whose_reader_stalls_stops_no_request() {
    let mut server = Server::start(&["--log=licence_server=info"]);
    let unread = server.stderr();
    let mut client = Client::connect(server.address()).await;
    // A pipe holds 64 KiB: some 400 lines.
    for _ in 0..1000 {
        assert_eq!(client.get("/v1/health").await.status, 200);
    }
    server.signal("-TERM");
    assert_eq!(server.ended(), (Some(0), String::new()));
    drop(unread);
}
