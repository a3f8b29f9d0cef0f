//! HTTPS: a certificate and its key from PEM files.

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use thiserror::Error;
use tokio_rustls::TlsAcceptor;

/// Why HTTPS cannot be served.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read, or holds no PEM of the kind.
    #[error("cannot read the {what} {file}: {source}")]
    File {
        /// `certificate` or `key`.
        what: &'static str,
        /// The file.
        file: String,
        /// Why.
        source: pem::Error,
    },
    /// Certificate and key do not go together, or are of no use to a server.
    #[error("cannot serve HTTPS with this certificate and key: {0}")]
    Unusable(#[from] rustls::Error),
}

/// Accepts TLS with this certificate chain and key; HTTP/2 where the caller offers it.
pub fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let chain = chain(certificate).map_err(failed("certificate", certificate))?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(failed("key", key))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let chain: Vec<_> = CertificateDer::pem_file_iter(file)?.collect::<Result<_, _>>()?;
    if chain.is_empty() { Err(pem::Error::NoItemsFound) } else { Ok(chain) }
}

fn failed(what: &'static str, file: &Path) -> impl FnOnce(pem::Error) -> TlsError {
    let file = file.display().to_string();
    move |source| TlsError::File { what, file, source }
}
