//! Spans for a collector of OpenTelemetry.

use super::client::{Client, Reply};
use super::process::{Server, command};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Asks a server that is to tell a collector at this address, and stops it; its log.
async fn ask(collector: &str, arguments: &[&str]) -> (Reply, String) {
    let directory = tempfile::tempdir().unwrap();
    let mut command = command(&directory, &["--sample", "--listen", "127.0.0.1:0"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector);
    let server = Server::spawn(command, arguments, directory);
    let mut client = Client::connect(server.address()).await;
    let headers = format!("x-request-id: r-1\r\ntraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n");
    let reply = client.request("GET", "/v1/check?domain=hush.example", &headers).await;
    server.signal("-TERM");
    let (code, log) = server.ended();
    assert_eq!(code, Some(0), "{log}");
    (reply, log)
}

#[cfg(not(feature = "otel"))]
#[tokio::test]
async fn a_program_without_the_feature_says_that_it_sends_no_spans() {
    let (reply, log) = ask("http://127.0.0.1:9", &[]).await;
    assert_eq!(reply.status, 200);
    assert!(log.contains("built without the feature otel"), "{log}");
}

#[cfg(feature = "otel")]
mod collected {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc::{self, Receiver};

    use super::super::client::PATIENCE;
    use super::*;

    /// A collector that accepts everything: its address, and the paths and bodies that it gets.
    fn collector() -> (String, Receiver<(String, Vec<u8>)>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (send, received) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Some(request) = read_request(stream.unwrap()) else { continue };
                // Nobody receives what comes after the end of the test.
                let _ = send.send(request);
            }
        });
        (address, received)
    }

    fn read_request(stream: TcpStream) -> Option<(String, Vec<u8>)> {
        let mut reader = BufReader::new(stream);
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if reader.read_until(b'\n', &mut head).unwrap() == 0 {
                return None;
            }
        }
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
        let mut body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        reader.get_mut().write_all(answer).unwrap();
        Some((head.split(' ').nth(1)?.to_owned(), body))
    }

    fn has(body: &[u8], part: &[u8]) -> bool {
        body.windows(part.len()).any(|window| window == part)
    }

    #[tokio::test]
    async fn each_request_is_a_span_of_the_trace_that_a_trusted_proxy_names() {
        let trace = u128::from_str_radix(TRACE, 16).unwrap().to_be_bytes();
        for (arguments, belongs) in [(&[][..], false), (&["--trusted-proxy=127.0.0.0/8"], true)] {
            let (address, received) = collector();
            let (reply, log) = ask(&address, arguments).await;
            assert_eq!(reply.status, 200);
            let (path, body) = received.recv_timeout(PATIENCE).expect("a span");
            assert_eq!(path, "/v1/traces");
            for part in ["licence-server", "checkDomain", "http.response.status_code", "r-1"] {
                assert!(has(&body, part.as_bytes()), "{part}");
            }
            assert!(!has(&body, b"hush"), "no query");
            assert_eq!(has(&body, &trace), belongs, "{arguments:?}");
            assert_eq!(log, "");
        }
    }

    #[tokio::test]
    async fn a_collector_that_is_away_costs_no_request() {
        let (reply, log) = ask("http://127.0.0.1:9", &[]).await;
        assert_eq!(reply.status, 200);
        assert!(log.contains("telemetry data will be lost"), "{log}");
    }

    #[test]
    fn an_address_that_is_none_stops_the_start() {
        let directory = tempfile::tempdir().unwrap();
        let mut command = command(&directory, &["--sample", "--listen", "127.0.0.1:0"]);
        let output = command.env("OTEL_EXPORTER_OTLP_ENDPOINT", "no address").output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{log}");
        assert!(log.starts_with("error: "), "{log}");
    }
}
