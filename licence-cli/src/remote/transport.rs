//! The HTTP client: rustls on ring, with the roots of Mozilla and those of the user. It follows no
//! redirects and does not retry.

use std::error::Error;
use std::time::Duration;

use licence_store::outbound::{DownloadError, certificates_file, tls_config};
use reqwest::redirect::Policy;
use url::Url;

use crate::exit::Failure;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a server may be silent in the middle of an answer.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// Returns a client that follows no redirect, because a key goes only to the server it is for.
pub(super) fn client(server: &Url) -> Result<reqwest::Client, Failure> {
    // A broken file of certificates must not fail a connection without TLS.
    let own = certificates_file().filter(|_| server.scheme() == "https");
    let tls = tls_config(own.as_deref()).map_err(|error| match error {
        DownloadError::Client(error) => Failure::Client(error),
        error => Failure::Client(error.to_string()),
    })?;
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .user_agent(concat!("licence-cli/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .build()
        .map_err(|error| Failure::Client(in_one_line(&error)))
}

/// Returns the innermost cause, because the outer ones repeat the address.
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
