//! HTTP/2 without TLS, frame by frame.

use super::client::Client;
use super::support::{LONG, SHORT, Served};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const EMPTY_SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
const DATA: u8 = 0;
const HEADERS: u8 = 1;
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
    let body = loop {
        assert!(client.receive().await);
        let body: Vec<u8> = frames(client.received())
            .into_iter()
            .filter(|(kind, _)| *kind == DATA)
            .flat_map(|(_, payload)| payload.to_vec())
            .collect();
        if !body.is_empty() {
            break body;
        }
    };
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["verdict"], "not_found");
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
