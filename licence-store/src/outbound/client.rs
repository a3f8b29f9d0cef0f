//! The HTTP client: rustls on ring with the roots of Mozilla, no proxy, no decoding, no redirects.

use std::fmt::Display;
use std::sync::Arc;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

use super::{DownloadError, DownloadOptions};

/// Returns the client of downloads, which follows and retries nothing by itself.
pub(super) fn client(options: &DownloadOptions) -> Result<Client, DownloadError> {
    builder(&[])?
        .user_agent(&options.user_agent)
        .connect_timeout(options.connect_timeout)
        .retry(reqwest::retry::never())
        .build()
        .map_err(unusable)
}

/// Returns what all our clients have in common. `roots` are trusted besides those of Mozilla.
pub(super) fn builder(roots: &[CertificateDer<'static>]) -> Result<ClientBuilder, DownloadError> {
    let builder = Client::builder()
        .tls_backend_preconfigured(tls(roots)?)
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

/// Returns the TLS configuration. It names its provider, because the process may have no default.
fn tls(more_roots: &[CertificateDer<'static>]) -> Result<ClientConfig, DownloadError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in more_roots {
        roots.add(root.clone()).map_err(unusable)?;
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
