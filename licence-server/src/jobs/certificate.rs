//! The certificate, taken anew when its files change: renewals need no restart.

use std::convert::Infallible;
use std::time::Duration;

use tokio::time::interval;

use crate::tls::Certificate;

/// How often the files are looked at.
pub const EVERY: Duration = Duration::from_secs(5);

/// Keeps the certificate as its files hold it, for ever. Files that cannot be used are complained
/// about once, and the certificate in use stays.
pub async fn keep_current(certificate: Certificate) -> Infallible {
    let mut timer = interval(EVERY);
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let outcome = certificate.refresh();
        match &outcome {
            Ok(true) => tracing::info!("the certificate was taken anew"),
            Err(error) if !is_failing => {
                tracing::error!(%error, "the new certificate is not used; the old one stays");
            }
            Ok(false) | Err(_) => {}
        }
        is_failing = outcome.is_err();
    }
}
