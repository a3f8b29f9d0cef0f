//! HTTPS by the server itself.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use licence_server::{AppState, Certificate, Limits, Listener, system_time};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::client::{Client, PATIENCE};
use super::process::{Server, command, fails};
use super::support::{LONG, SHORT, Served, sample_store};
use crate::ports::free_address;

const CERT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/fixtures/cert.pem");
/// Of the same key; it was valid until 2021-11-21.
const EXPIRED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/fixtures/expired-cert.pem");
const KEY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/fixtures/key.pem");

async fn connect(address: std::net::SocketAddr, protocols: &[&str]) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(CERT).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap()
}

#[tokio::test]
async fn the_binary_serves_https() {
    let server = Server::start(&["--tls-cert", CERT, "--tls-key", KEY]);
    assert!(server.line.starts_with("listening on https://127.0.0.1:"), "{}", server.line);
    let mut client = Client::over(connect(server.address(), &[]).await);
    assert_eq!(client.get("/v1/health").await.status, 200);
    let negotiated = |stream: TlsStream<TcpStream>| {
        stream.get_ref().1.alpn_protocol().map(|name| String::from_utf8(name.to_vec()).unwrap())
    };
    let both = connect(server.address(), &["h2", "http/1.1"]).await;
    assert_eq!(negotiated(both).as_deref(), Some("h2"));
    let one = connect(server.address(), &["http/1.1"]).await;
    assert_eq!(negotiated(one).as_deref(), Some("http/1.1"));
    server.signal("-TERM");
    assert_eq!(server.ended(), (Some(0), String::new()));
}

/// A Redis that speaks TLS and nothing else; gone when it is dropped.
struct TlsRedis(Child, u16);

impl TlsRedis {
    fn start() -> Option<Self> {
        let port = free_address().port();
        let mut command = Command::new("redis-server");
        command.args(["--port", "0", "--tls-port", &port.to_string(), "--bind", "127.0.0.1"]);
        command.args(["--tls-cert-file", CERT, "--tls-key-file", KEY, "--tls-auth-clients", "no"]);
        command.args(["--save", ""]).stdout(Stdio::null());
        let Ok(child) = command.spawn() else {
            println!("skipped: there is no redis-server");
            return None;
        };
        let redis = Self(child, port);
        for _ in 0..600 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(redis);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("redis-server does not listen on port {port}");
    }
}

impl Drop for TlsRedis {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn the_way_to_redis_is_encrypted_and_its_certificate_is_judged() {
    let Some(redis) = TlsRedis::start() else { return };
    let url = format!("rediss://localhost:{}", redis.1);
    let arguments = ["--listen=127.0.0.1:0", "--database-url=sqlite::memory:", "--cache-url", &url];
    let directory = tempfile::tempdir().unwrap();
    let mut trusting = command(&directory, &[]);
    trusting.env("SSL_CERT_FILE", CERT);
    let server = Server::spawn(trusting, &arguments, directory);
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get("/v1/health").await.status, 200);
    let error = fails(&arguments);
    assert!(error.contains("the cache rediss://localhost:"), "{error}");
}

#[tokio::test]
async fn a_handshake_that_does_not_come_closes_the_connection() {
    let tls =
        Certificate::read(CERT.as_ref(), KEY.as_ref(), system_time()).unwrap().acceptor().unwrap();
    let listener = Listener::bind(([127, 0, 0, 1], 0).into(), Some(tls)).await.unwrap();
    // A whole handshake costs much processor time, and has to be done within the limit.
    let limits = Limits { quiet: Duration::from_secs(3), ..SHORT };
    let state = AppState::new(sample_store().await).with_limits(limits);
    let served = Served::on(listener, licence_server::app(state)).await;
    let mut silent = Client::over(connect(served.address, &[]).await);
    let mut clients = Vec::new();
    for beginning in ["", "\u{16}\u{3}\u{1}", "GET / HTTP/1.1\r\n\r\n"] {
        let mut client = Client::connect(served.address).await;
        client.send(beginning).await.unwrap();
        clients.push(client);
    }
    for mut client in clients {
        client.closed().await;
    }
    silent.closed().await;
}

#[tokio::test]
async fn silent_handshakes_take_no_place_of_others() {
    let tls =
        Certificate::read(CERT.as_ref(), KEY.as_ref(), system_time()).unwrap().acceptor().unwrap();
    let listener = Listener::bind(([127, 0, 0, 1], 0).into(), Some(tls)).await.unwrap();
    let limits = Limits { connections: 2, handshakes: 2, ..LONG };
    let state = AppState::new(sample_store().await).with_limits(limits);
    let served = Served::on(listener, licence_server::app(state)).await;
    let mut established = Client::over(connect(served.address, &[]).await);
    let mut silent = Vec::new();
    for _ in 0..10 {
        silent.push(Client::connect(served.address).await);
    }
    let mut client = Client::over(connect(served.address, &[]).await);
    assert_eq!(client.get("/v1/health").await.status, 200);
    assert_eq!(established.get("/v1/health").await.status, 200);
    silent[0].closed().await;
}

#[test]
fn a_certificate_that_is_none_stops_the_start() {
    let error = fails(&["--tls-cert", KEY, "--tls-key", KEY]);
    assert!(error.contains("certificate") && error.contains("key.pem"), "{error}");
    assert!(fails(&["--tls-cert", CERT, "--tls-key", CERT]).contains("cert.pem"));
}

#[test]
fn an_expired_certificate_stops_the_start_and_is_kept_out_of_a_running_server() {
    let error = fails(&["--tls-cert", EXPIRED, "--tls-key", KEY]);
    assert!(error.contains("expired-cert.pem was valid until 2021-11-21T12:00:00.000Z"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let cert = folder.path().join("cert.pem");
    std::fs::copy(CERT, &cert).unwrap();
    let certificate = Certificate::read(&cert, KEY.as_ref(), system_time()).unwrap();
    std::fs::copy(EXPIRED, &cert).unwrap();
    let error = certificate.refresh(system_time()).unwrap_err().to_string();
    assert!(error.ends_with("was valid until 2021-11-21T12:00:00.000Z: renew it"), "{error}");
    assert_eq!(certificate.valid_until().to_string(), "2126-10-27T22:21:56.000Z");
    let last = certificate.valid_until();
    assert!(Certificate::read(CERT.as_ref(), KEY.as_ref(), last).is_ok());
    let after = last.later_by(std::time::Duration::from_millis(1));
    assert!(Certificate::read(CERT.as_ref(), KEY.as_ref(), after).is_err());
}

#[tokio::test]
async fn the_end_of_the_certificate_is_a_metric() {
    let free = free_address();
    let metrics = ["--metrics-listen", &free.to_string()];
    let _server = Server::start(&[&metrics[..], &["--tls-cert", CERT, "--tls-key", KEY]].concat());
    let mut client = Client::connect(free).await;
    // The job that notes it begins a little after the server listens.
    let patience = Instant::now() + PATIENCE;
    loop {
        let text = String::from_utf8(client.get("/metrics").await.body).unwrap();
        if text.contains("licence_certificate_valid_until_seconds{} 4948813316\n") {
            return;
        }
        assert!(Instant::now() < patience, "no end of the certificate among the metrics: {text}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_renewed_certificate_is_taken_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let [cert, key] = ["cert.pem", "key.pem"].map(|name| folder.path().join(name));
    std::fs::copy(CERT, &cert).unwrap();
    std::fs::copy(KEY, &key).unwrap();
    let certificate = Certificate::read(&cert, &key, system_time()).unwrap();
    assert!(!certificate.refresh(system_time()).unwrap());
    let pem = std::fs::read_to_string(CERT).unwrap();
    for broken in ["", "no certificate", &pem[..pem.len() / 2]] {
        std::fs::write(&cert, broken).unwrap();
        assert!(certificate.refresh(system_time()).is_err(), "{broken:?}");
    }
    std::fs::remove_file(&cert).unwrap();
    assert!(certificate.refresh(system_time()).is_err());
    std::fs::write(&cert, format!("# renewed\n{pem}")).unwrap();
    assert!(certificate.refresh(system_time()).unwrap());
    assert!(!certificate.refresh(system_time()).unwrap());
}
