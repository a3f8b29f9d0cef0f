//! HTTPS: a host must prove who it is.

use std::sync::Arc;

use licence_store::outbound::DownloadError;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::Client;
use super::server::Server;

const FIXTURES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../licence-server/tests/server/fixtures");

fn self_signed() -> TlsAcceptor {
    let certificate = CertificateDer::from_pem_file(format!("{FIXTURES}/cert.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(format!("{FIXTURES}/key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_refused_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}/a", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        let acceptor = self_signed();
        while let Ok((stream, _)) = listener.accept().await {
            assert!(acceptor.accept(stream).await.is_err(), "the client trusts anyone");
        }
    });
    let client = Client::new();
    let error = client.file(&url).await.unwrap_err();
    assert!(matches!(error, DownloadError::Tls { .. }), "{error:?}");
    assert!(error.to_string().contains("invalid peer certificate"), "{error}");
    assert!(client.waited_seconds().is_empty());
}

#[tokio::test]
async fn plain_http_behind_https_is_called_a_fault_of_tls() {
    let server = Server::start().await;
    let url = server.file("/a", "x").replace("http://", "https://");
    let error = Client::new().file(&url).await.unwrap_err();
    assert!(matches!(error, DownloadError::Tls { .. }), "{error:?}");
    assert!(error.to_string().starts_with(&format!("{url} cannot be reached by TLS: ")), "{error}");
}
