//! HTTPS with a certificate and its key from PEM files, which are loaded again when they change.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_store::mutex::lock;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use webpki::{EndEntityCert, KeyUsage};

/// Why HTTPS cannot be served.
#[derive(Debug, Error)]
pub enum TlsError {
    /// A file cannot be read, or has no PEM of this kind.
    #[error("cannot read the {what} {file}: {source}")]
    File {
        /// `certificate` or `key`.
        what: &'static str,
        /// The file.
        file: String,
        /// The cause.
        source: pem::Error,
    },
    /// Certificate and key do not match, or cannot be used by a server.
    #[error("cannot serve HTTPS with this certificate and key: {0}")]
    Unusable(#[from] rustls::Error),
    /// The certificate has expired, so callers would refuse every connection.
    #[error("the certificate {file} was valid until {valid_until}: renew it")]
    Expired {
        /// The file.
        file: String,
        /// The last instant at which it was valid.
        valid_until: Timestamp,
    },
    /// The end of the certificate's validity cannot be read.
    #[error("cannot read until when the certificate {file} is valid: {source}")]
    Validity {
        /// The file.
        file: String,
        /// The cause.
        source: webpki::Error,
    },
}

/// A certificate chain and its key, as their files hold them. Clones share the pair in use.
#[derive(Clone, Debug)]
pub struct Certificate(Arc<Files>);

#[derive(Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    in_use: Mutex<InUse>,
}

#[derive(Debug)]
struct InUse {
    pem: [Vec<u8>; 2],
    certified: Arc<CertifiedKey>,
    valid_until: Timestamp,
}

impl Certificate {
    /// Reads the files; `now` is the time at which the certificate has to be valid.
    ///
    /// # Errors
    /// [`TlsError`]: a file that cannot be read, a pair that cannot be used, or a certificate that
    /// has expired.
    pub fn read(certificate: &Path, key: &Path, now: Timestamp) -> Result<Self, TlsError> {
        let in_use = Mutex::new(InUse::read(certificate, key, now)?);
        let (certificate, key) = (certificate.to_owned(), key.to_owned());
        Ok(Self(Arc::new(Files { certificate, key, in_use })))
    }

    /// Loads the files again if their contents changed, and returns whether they did. New
    /// connections get the new certificate; open ones keep theirs.
    ///
    /// # Errors
    /// [`TlsError`], for half-written files or an expired certificate; then the old certificate
    /// stays in use.
    pub fn refresh(&self, now: Timestamp) -> Result<bool, TlsError> {
        let Files { certificate, key, .. } = &*self.0;
        let pem = [certificate, key].map(|file| fs::read(file).unwrap_or_default());
        if lock(&self.0.in_use).pem == pem {
            return Ok(false);
        }
        let read = InUse::read(certificate, key, now)?;
        *lock(&self.0.in_use) = read;
        Ok(true)
    }

    /// Returns the last instant at which the certificate in use is valid.
    pub fn valid_until(&self) -> Timestamp {
        lock(&self.0.in_use).valid_until
    }

    /// Returns an acceptor of TLS with this certificate, and of HTTP/2 if the caller offers it.
    ///
    /// # Errors
    /// [`TlsError::Unusable`] if the library refuses its own defaults.
    pub fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(self.clone()));
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&lock(&self.0.in_use).certified))
    }
}

impl InUse {
    fn read(certificate: &Path, key: &Path, now: Timestamp) -> Result<Self, TlsError> {
        let pem =
            |what, file: &Path| fs::read(file).map_err(pem::Error::Io).map_err(failed(what, file));
        let pem = [pem("certificate", certificate)?, pem("key", key)?];
        let chain = chain(&pem[0]).map_err(failed("certificate", certificate))?;
        let der = PrivateKeyDer::from_pem_slice(&pem[1]).map_err(failed("key", key))?;
        let file = || certificate.display().to_string();
        let valid_until =
            valid_until(&chain[0]).map_err(|source| TlsError::Validity { file: file(), source })?;
        if valid_until < now {
            return Err(TlsError::Expired { file: file(), valid_until });
        }
        let certified = CertifiedKey::from_der(chain, der, &ring::default_provider())?;
        Ok(Self { pem, certified: Arc::new(certified), valid_until })
    }
}

/// Returns the last instant at which a certificate is valid. webpki reports it only in a refusal,
/// so we ask about a time that no certificate reaches.
fn valid_until(certificate: &CertificateDer) -> Result<Timestamp, webpki::Error> {
    let end_of_time = UnixTime::since_unix_epoch(Duration::from_secs(u64::MAX));
    let certificate = EndEntityCert::try_from(certificate)?;
    let usage = KeyUsage::server_auth();
    match certificate.verify_for_usage(&[], &[], &[], end_of_time, usage, None, None) {
        Err(webpki::Error::CertExpired { not_after, .. }) => {
            let millis =
                i64::try_from(not_after.as_secs()).ok().and_then(|it| it.checked_mul(1000));
            millis.and_then(Timestamp::from_epoch_millis).ok_or(webpki::Error::BadDer)
        }
        Err(error) => Err(error),
        Ok(_) => Err(webpki::Error::InvalidCertValidity),
    }
}

fn chain(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let chain: Vec<_> = CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>()?;
    if chain.is_empty() { Err(pem::Error::NoItemsFound) } else { Ok(chain) }
}

fn failed(what: &'static str, file: &Path) -> impl FnOnce(pem::Error) -> TlsError {
    let file = file.display().to_string();
    move |source| TlsError::File { what, file, source }
}
