//! HTTP/2 without TLS, frame by frame.

use std::net::SocketAddr;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_server::{AppState, Limits, Listener, serve_metrics};
use licence_store::Store;

use super::client::Client;
use super::support::{LONG, SHORT, Served, sample_store};
use crate::callers::{bearer, key_on};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const EMPTY_SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const GO_AWAY: u8 = 7;

/// A `GET` on stream 1: entries of HPACK's static table, and two literals.
fn get(path: &str) -> Vec<u8> {
    let mut block = vec![0x82, 0x86, 0x04, path.len() as u8];
    block.extend_from_slice(path.as_bytes());
    block.extend_from_slice(b"\x01\x09localhost");
    let end_of_stream_and_headers = 0x5;
    let mut frame = vec![0, 0, block.len() as u8, HEADERS, end_of_stream_and_headers, 0, 0, 0, 1];
    frame.append(&mut block);
    frame
}

/// A `GET` of an export on stream 1, with this key.
fn get_export(key: &str) -> Vec<u8> {
    let mut frame = get("/v1/export/licences");
    let bearer = bearer(key);
    frame.extend_from_slice(&[0x57, bearer.len() as u8]);
    frame.extend_from_slice(bearer.as_bytes());
    frame[2] = (frame.len() - 9) as u8;
    frame
}

/// Opens a connection that asks for an export and lets this many bytes of a stream pass.
async fn ask_for_export(served: &Served, key: &str, window: u32) -> Client<tokio::net::TcpStream> {
    let mut client = Client::connect(served.address).await;
    let initial_window = [&[0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4][..], &window.to_be_bytes()].concat();
    client.send([PREFACE, &initial_window, &get_export(key)].concat()).await.unwrap();
    client
}

/// The API over the sample, its store, the key of a customer, and what it tells Prometheus.
async fn exporting(limits: Limits) -> (Served, Store, String, SocketAddr) {
    let store = sample_store().await;
    let key = key_on(&store, Plan::Pro).await;
    let (served, metrics) = served_with_metrics(&store, limits).await;
    (served, store, key, metrics)
}

/// The API of a store, and where it tells Prometheus.
pub async fn served_with_metrics(store: &Store, limits: Limits) -> (Served, SocketAddr) {
    let state = AppState::new(store.clone()).with_limits(limits);
    let listener = Listener::bind(([127, 0, 0, 1], 0).into(), None).await.unwrap();
    let metrics = listener.address().unwrap();
    tokio::spawn(serve_metrics(listener, state.metrics(), store.clone(), std::future::pending()));
    (Served::start(licence_server::app(state)).await, metrics)
}

/// Waits until so many exports were cut for this reason.
pub async fn cut(metrics: SocketAddr, because: &str, times: u32) {
    let line = format!("licence_exports_cut_total{{because=\"{because}\"}} {times}");
    for _ in 0..1200 {
        let reply = Client::connect(metrics).await.get("/metrics").await;
        if String::from_utf8(reply.body).unwrap().lines().any(|told| told == line) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never: {line}");
}

/// What is counted for the month. A check without a domain is refused and not counted.
pub async fn used(store: &Store, key: &str) -> u64 {
    let served = Served::start(licence_server::app(AppState::new(store.clone()))).await;
    let mut client = Client::connect(served.address).await.with_key(key);
    let reply = client.get("/v1/check").await;
    reply.header("x-monthly-quota-used").unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_reader_that_stops_loses_the_export_and_keeps_the_connection() {
    let (served, store, key, metrics) = exporting(Limits { reader: SHORT.reader, ..LONG }).await;
    let mut client = ask_for_export(&served, &key, 1_500).await;
    cut(metrics, "reader_stalled", 1).await;
    assert_eq!(used(&store, &key).await, 1, "charged like any other");
    // A window for what is left: the stream is reset, the connection goes on.
    let widened = [0, 0, 4, 8, 0, 0, 0, 0, 1, 0, 15, 0, 0];
    client.send(widened).await.unwrap();
    while !frames(client.received()).iter().any(|(kind, _)| *kind == RESET) {
        assert!(client.receive().await, "the connection ended");
    }
}

#[tokio::test]
async fn an_export_that_the_server_cuts_is_not_charged() {
    let limits = Limits { drain: LONG.linger * 4, ..LONG };
    let (mut served, store, key, metrics) = exporting(limits).await;
    let mut client = ask_for_export(&served, &key, 1_500).await;
    while !frames(client.received()).iter().any(|(kind, _)| *kind == DATA) {
        assert!(client.receive().await);
    }
    served.stop();
    served.stopped().await;
    cut(metrics, "server_stopping", 1).await;
    for _ in 0..1200 {
        if used(&store, &key).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("still charged");
}

/// The whole frames at the start of these bytes: type and payload.
fn frames(mut bytes: &[u8]) -> Vec<(u8, &[u8])> {
    let mut frames = Vec::new();
    while let Some((head, rest)) = bytes.split_first_chunk::<9>() {
        let length = usize::from(head[1]) << 8 | usize::from(head[2]);
        let Some((payload, rest)) = rest.split_at_checked(length) else { break };
        frames.push((head[3], payload));
        bytes = rest;
    }
    frames
}

async fn open(served: &Served) -> Client<tokio::net::TcpStream> {
    let mut client = Client::connect(served.address).await;
    client.send([PREFACE, EMPTY_SETTINGS].concat()).await.unwrap();
    client
}

#[tokio::test]
async fn a_check_is_answered() {
    let served = Served::api(LONG).await;
    let mut client = open(&served).await;
    client.send(get("/v1/check?domain=nowhere-on-record.example")).await.unwrap();
    assert_eq!(body_of(&mut client).await["verdict"], "not_found");
}

/// The body of the one reply.
async fn body_of(client: &mut Client<tokio::net::TcpStream>) -> serde_json::Value {
    loop {
        assert!(client.receive().await);
        let body: Vec<u8> = frames(client.received())
            .into_iter()
            .filter(|(kind, _)| *kind == DATA)
            .flat_map(|(_, payload)| payload.to_vec())
            .collect();
        if !body.is_empty() {
            return serde_json::from_slice(&body).unwrap();
        }
    }
}

/// As over HTTP/1.1, where the head of a request may be as long.
#[tokio::test]
async fn a_head_of_many_bytes_is_answered_by_the_api() {
    const CONTINUATION: u8 = 9;
    let served = Served::api(LONG).await;
    let mut client = open(&served).await;
    let mut block = get("/v1/nothing").split_off(9);
    let value = vec![b'a'; 127 + 16_000];
    // A length of 127 and more: the rest follows, seven bits a byte.
    block.extend_from_slice(b"\x00\x03x-a\x7f\x80\x7d");
    block.extend_from_slice(&value);
    let frame = |kind: u8, flags: u8, block: &[u8]| {
        let length = u32::try_from(block.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags, 0, 0, 0, 1], block].concat()
    };
    let (first, rest) = block.split_at(16_000);
    let end_of_stream = frame(HEADERS, 1, first);
    client.send([end_of_stream, frame(CONTINUATION, 4, rest)].concat()).await.unwrap();
    let body = body_of(&mut client).await;
    assert_eq!(body["details"]["reason"], "route_not_found");
}

#[tokio::test]
async fn silence_closes_a_connection() {
    let served = Served::api(SHORT).await;
    open(&served).await.closed().await;
}

#[tokio::test]
async fn a_server_that_stops_says_go_away() {
    let mut served = Served::api(LONG).await;
    let mut client = open(&served).await;
    assert!(client.receive().await);
    served.stop();
    let received = client.rest().await;
    assert!(frames(&received).iter().any(|(kind, _)| *kind == GO_AWAY));
    served.stopped().await;
}
