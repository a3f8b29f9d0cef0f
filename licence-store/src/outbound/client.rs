//! The HTTP client: rustls on ring with the roots of Mozilla and additional certificates. It
//! uses no proxy, decodes no body and follows no redirect.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};
use rustls::{ClientConfig, RootCertStore};
use thiserror::Error;

use super::DownloadError;

/// Names a PEM file of certificates, as for curl and others.
const VARIABLE: &str = "SSL_CERT_FILE";

/// The error of a file of certificates that cannot be read.
#[derive(Debug, Error)]
#[error("{VARIABLE}: cannot read {}: {source}", file.display())]
pub struct CertificatesError {
    file: PathBuf,
    source: pem::Error,
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
        roots.add_parsable_certificates(certificates(file).map_err(unusable)?);
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

/// Returns the PEM file that the environment names in `SSL_CERT_FILE`.
pub fn certificates_file() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from)
}

/// Returns the certificates of a PEM file.
///
/// # Errors
/// [`CertificatesError`]
pub fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, CertificatesError> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    read.map_err(|source| CertificatesError { file: file.to_owned(), source })
}
