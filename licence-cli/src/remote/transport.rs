//! The HTTP client, and the key that it sends: rustls on ring, with the roots of Mozilla and those
//! of the user. It follows no redirects and does not retry.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use licence_store::outbound::{DownloadError, certificates_file, is_not_tls, tls_config};
use licence_store::service::one_line;
use reqwest::header::HeaderValue;
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
    let text = if is_not_tls(error) {
        "it does not speak TLS on this port".to_owned()
    } else if cause.is::<reqwest::Error>() {
        "it gave no answer".to_owned()
    } else {
        cause.to_string()
    };
    one_line(&text)
}

/// An API key. Its text is in no message and in no debug output.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ApiKey(HeaderValue);

impl ApiKey {
    /// Parses a key as a user gives it.
    pub(crate) fn new(text: &str) -> Result<Self, Failure> {
        let text = text.trim();
        let is_key = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let header = HeaderValue::try_from(format!("Bearer {text}")).ok().filter(|_| is_key);
        let mut header = header.ok_or_else(|| {
            Failure::Usage("the API key has characters that no key has".to_owned())
        })?;
        header.set_sensitive(true);
        Ok(Self(header))
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey")
    }
}
