//! HTTPS: a receiver must prove who it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use licence_core::webhook::delivery::{NetworkFailure, Outcome};
use licence_store::outbound::{PostOptions, Poster};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use super::receiver::{Manner, Receiver};
use super::{impatient, options, post, poster, unanswered};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/store/posts/fixtures");

fn certificate_file() -> PathBuf {
    Path::new(FIXTURES).join("cert.pem")
}

/// `hooks.example.com`, by a certificate of its own making.
pub fn acceptor(protocols: &[&str]) -> TlsAcceptor {
    let certificate = CertificateDer::from_pem_file(certificate_file()).unwrap();
    let key = PrivateKeyDer::from_pem_file(format!("{FIXTURES}/key.pem")).unwrap();
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    TlsAcceptor::from(Arc::new(config))
}

/// Options that trust the acceptor.
pub fn trusting() -> PostOptions {
    PostOptions { certificates: Some(certificate_file()), ..options() }
}

pub async fn receiver(manner: Manner) -> Receiver {
    Receiver::bind("127.0.0.1:0", manner, Some(acceptor(&["http/1.1"]))).await
}

pub fn https(host: &str, receiver: &Receiver) -> String {
    format!("https://{host}:{}/hook", receiver.address.port())
}

#[tokio::test]
async fn a_receiver_that_proves_who_it_is_gets_the_webhook() {
    let receiver = receiver(Manner::status(204)).await;
    let poster = Poster::new(trusting()).unwrap();
    for _ in 0..3 {
        let posted = post(&poster, &https("hooks.example.com", &receiver)).await;
        assert_eq!(posted.outcome, Outcome::Answered(204));
    }
    assert_eq!((receiver.seen().connections, receiver.seen().requests.len()), (1, 3));
}

#[tokio::test]
async fn others_get_nothing() {
    let receiver = receiver(Manner::status(204)).await;
    let trusting = Poster::new(trusting()).unwrap();
    for (poster, host) in [
        (&poster(), "hooks.example.com"),
        (&trusting, "other.example.com"),
        (&trusting, "127.0.0.1"),
    ] {
        let posted = post(poster, &https(host, &receiver)).await;
        assert_eq!(posted, unanswered(NetworkFailure::Tls), "{host}");
    }
    assert_eq!(receiver.seen().requests.len(), 0);
}

#[tokio::test]
async fn a_handshake_that_fails_is_a_fault_of_tls() {
    let complaint = b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec();
    for manner in [Manner::SpeakFirst(complaint), Manner::ResetAtAccept, Manner::CloseAtAccept] {
        let plain = Receiver::start(manner).await;
        let posted = post(&poster(), &https("hooks.example.com", &plain)).await;
        assert_eq!(posted, unanswered(NetworkFailure::Tls));
    }
}

#[tokio::test]
async fn a_handshake_that_nobody_answers_is_a_timeout() {
    let plain = Receiver::start(Manner::status(204)).await;
    let posted = post(&impatient(), &https("hooks.example.com", &plain)).await;
    assert_eq!(posted, unanswered(NetworkFailure::Timeout));
}

#[tokio::test]
async fn a_receiver_that_breaks_off_after_the_handshake_is_a_reset() {
    let receiver = receiver(Manner::Close).await;
    let poster = Poster::new(trusting()).unwrap();
    let posted = post(&poster, &https("hooks.example.com", &receiver)).await;
    assert_eq!(posted, unanswered(NetworkFailure::Reset));
}
