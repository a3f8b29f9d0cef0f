//! The HTTP client: rustls on ring with the roots of Mozilla, no redirects, no retries of its own.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use crate::exit::Failure;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a server may be silent in the middle of an answer.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// A client that follows no redirect: a key goes to the server it was given for.
pub(super) fn client() -> Result<reqwest::Client, Failure> {
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls()?)
        .user_agent(concat!("licence-cli/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .build()
        .map_err(|error| Failure::Client(in_one_line(&error)))
}

/// The provider is named here, so that the process need not have a default one.
fn tls() -> Result<ClientConfig, Failure> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Failure::Client(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

/// The innermost cause: what stands around it repeats the address.
pub(super) fn in_one_line(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    let text = if cause.is::<reqwest::Error>() {
        "it gave no answer".to_owned()
    } else {
        cause.to_string()
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
