//! The errors of downloads.

use std::time::Duration;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::RegisterError;
use licence_core::register::sources;
use thiserror::Error;
use url::Url;

use crate::connect::without_password;
use crate::error::one_line;

/// Why a file or a register could not be fetched. The text is one line and names the address
/// (without credentials), the rule and the limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the sentence of each error says what its values are")]
pub enum DownloadError {
    /// The form of the address is not supported.
    #[error("{url:?} is not fetched: {why}")]
    InvalidUrl { url: String, why: String },
    /// The host could not be reached or did not answer.
    #[error("{url} cannot be reached: {why}")]
    Unreachable { url: String, why: String },
    /// The TLS handshake failed.
    #[error("{url} cannot be reached by TLS: {why}")]
    Tls { url: String, why: String },
    /// The file took too long.
    #[error("{url} took longer than {}", Period(*limit))]
    TimedOut { url: String, limit: Duration },
    /// The answer broke off.
    #[error("{url} broke off: {why}")]
    Interrupted { url: String, why: String },
    /// The host answered with another status than success.
    #[error("{url} answered {status}{}", wait_note(*retry_after))]
    Status { url: String, status: u16, retry_after: Option<Duration> },
    /// The file is larger than the limit.
    #[error("{url} is larger than {limit} bytes")]
    TooLarge { url: String, limit: u64 },
    /// The body inflates beyond the limit.
    #[error("{url} inflates to more than {ratio} times its size; no register does")]
    TooCompressed { url: String, ratio: u64 },
    /// The body cannot be decoded.
    #[error("{url} cannot be decoded: {why}")]
    Undecodable { url: String, why: String },
    /// A redirect leads off the register's hosts.
    #[error("{url} redirects to {to}, which is not followed: {rule}")]
    RedirectRefused { url: String, to: String, rule: &'static str },
    /// The file has more redirects than the limit.
    #[error("{url} redirects more than {limit} times")]
    TooManyRedirects { url: String, limit: u32 },
    /// The register has no address.
    #[error("no address is configured for {code}")]
    NoAddress { code: JurisdictionCode },
    /// The read has more files than the limit.
    #[error("the pages of {code} lead to more than {limit} files")]
    TooManyFiles { code: JurisdictionCode, limit: usize },
    /// The read has more bytes than the limit.
    #[error("the files of {code} are together larger than {limit} bytes")]
    TooMuch { code: JurisdictionCode, limit: u64 },
    /// A page has no link to the register.
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// The HTTP client could not be set up.
    #[error("the HTTP client cannot be set up: {0}")]
    Client(String),
}

impl DownloadError {
    /// Returns whether the same request may succeed a little later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Interrupted { .. } => true,
            Self::Status { status, .. } => *status == 429 || *status >= 500,
            _ => false,
        }
    }

    pub(super) fn invalid(url: &str, why: impl ToString) -> Self {
        Self::InvalidUrl { url: without_password(url), why: why.to_string() }
    }

    pub(super) fn unanswered(url: &Url, error: &reqwest::Error) -> Self {
        let (url, why) = (redact_url(url), reason(error));
        if is_tls(error) { Self::Tls { url, why } } else { Self::Unreachable { url, why } }
    }

    pub(super) fn interrupted(url: &Url, error: &reqwest::Error) -> Self {
        Self::Interrupted { url: redact_url(url), why: reason(error) }
    }
}

/// Returns a URL without credentials and fragment, which may be shown and stored.
pub(super) fn redact_url(url: &Url) -> String {
    sources::without_credentials(url.as_str())
}

fn wait_note(retry_after: Option<Duration>) -> String {
    retry_after.map(|after| format!(" and asks to wait {}", Period(after))).unwrap_or_default()
}

/// Returns an error and its causes, from the outside in.
pub(super) fn causes(
    error: &reqwest::Error,
) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
    std::iter::successors(Some(error as &(dyn std::error::Error + 'static)), |error| inner(*error))
}

/// Returns the next cause. An I/O error hides what it wraps from the chain of causes.
fn inner<'e>(
    cause: &'e (dyn std::error::Error + 'static),
) -> Option<&'e (dyn std::error::Error + 'static)> {
    let wrapped = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    wrapped.map(|inner| inner as _).or_else(|| cause.source())
}

/// Returns the innermost cause; the outer ones only say that a request failed.
pub(super) fn reason(error: &reqwest::Error) -> String {
    causes(error).last().map(|cause| one_line(&cause.to_string())).unwrap_or_default()
}

pub(super) fn is_tls(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.is::<rustls::Error>())
}

/// Returns whether the server answered TLS with something else, such as plain HTTP.
pub fn is_not_tls(error: &reqwest::Error) -> bool {
    use rustls::{Error, InvalidMessage};

    causes(error)
        .filter_map(|cause| cause.downcast_ref::<Error>())
        .any(|error| matches!(error, Error::InvalidMessage(InvalidMessage::InvalidContentType)))
}
