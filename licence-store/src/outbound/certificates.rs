//! Certificates of one's own, which are trusted besides the roots of Mozilla.

use std::path::{Path, PathBuf};

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};
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

impl From<CertificatesError> for DownloadError {
    fn from(error: CertificatesError) -> Self {
        Self::Client(error.to_string())
    }
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
