//! The HTTP client: rustls on ring with the roots of Mozilla, no proxy, no decoding, no redirects.

use std::sync::Arc;

use reqwest::Client;
use reqwest::redirect::Policy;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use super::{DownloadError, DownloadOptions};

/// A client that leaves every decision to us.
pub(super) fn client(options: &DownloadOptions) -> Result<Client, DownloadError> {
    Client::builder()
        .tls_backend_preconfigured(tls()?)
        .user_agent(&options.user_agent)
        .connect_timeout(options.connect_timeout)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .no_proxy()
        .build()
        .map_err(|error| DownloadError::Client(error.to_string()))
}

/// The provider is named here, so that the process need not have a default one.
fn tls() -> Result<ClientConfig, DownloadError> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| DownloadError::Client(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
