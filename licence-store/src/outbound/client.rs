//! The HTTP client: rustls on ring with the roots of Mozilla, no proxy, no decoding, no redirects.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use super::certificates::certificates;
use super::{DownloadError, DownloadOptions};

/// Returns the client of downloads, which follows and retries nothing by itself.
pub(super) fn client(options: &DownloadOptions) -> Result<Client, DownloadError> {
    builder(None)?
        .user_agent(&options.user_agent)
        .connect_timeout(options.connect_timeout)
        .retry(reqwest::retry::never())
        .build()
        .map_err(unusable)
}

/// Returns what all our clients have in common. The certificates of a PEM file are trusted besides
/// the roots of Mozilla.
pub(super) fn builder(certificates: Option<&Path>) -> Result<ClientBuilder, DownloadError> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls_config(certificates)?)
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        // Another crate of the same build may enable these.
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd();
    Ok(builder)
}

pub(super) fn unusable(error: impl Display) -> DownloadError {
    DownloadError::Client(error.to_string())
}

/// Returns the TLS configuration of a client, which trusts the certificates of a PEM file besides the
/// roots of Mozilla. It names its provider, because the process may have no default.
///
/// # Errors
/// [`DownloadError::Client`] when the file cannot be read.
pub fn tls_config(own_certificates: Option<&Path>) -> Result<ClientConfig, DownloadError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(file) = own_certificates {
        roots.add_parsable_certificates(certificates(file)?);
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
