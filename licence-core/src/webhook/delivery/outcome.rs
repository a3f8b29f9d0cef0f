//! How an attempt ended.

use thiserror::Error;

use crate::webhook::url_policy::UrlError;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// Why an attempt got no answer. All are tried again (specification 6.5).
    pub enum NetworkFailure: "network failure" {
        /// The host does not resolve.
        Dns = "dns",
        /// The host does not take connections.
        Connect = "connect",
        /// No trust: the handshake failed, or the certificate is not the host's.
        Tls = "tls",
        /// The time for an attempt was over.
        Timeout = "timeout",
        /// The connection broke before there was an answer.
        Reset = "reset",
        /// The answer is not HTTP, or its head is too long.
        Protocol = "protocol",
    }
}

/// Why a delivery may not be attempted.
///
/// Exhaustive, because the sender must settle a delivery after each of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAttempted {
    /// Its URL breaks the policy.
    #[error(transparent)]
    Url(UrlError),
    /// There is nothing to sign with.
    #[error("no secret of the endpoint is active")]
    NoActiveSecret,
}

/// How an attempt ended, or that it was not made.
///
/// Exhaustive, because the sender must settle a delivery after each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The receiver answered with this HTTP status, whatever became of the rest of its answer.
    Answered(u16),
    /// There was no answer.
    Unanswered(NetworkFailure),
    /// The attempt may not be made.
    NotAttempted(NotAttempted),
}

impl From<UrlError> for Outcome {
    /// Returns what a refused URL means for the attempt. A host that does not resolve may do so
    /// later; every other refusal is final.
    fn from(error: UrlError) -> Self {
        match error {
            UrlError::Unresolvable(_) => Self::Unanswered(NetworkFailure::Dns),
            error => Self::NotAttempted(NotAttempted::Url(error)),
        }
    }
}

impl Outcome {
    /// Returns whether the receiver took the delivery: 2xx alone. Redirects are failures.
    pub const fn is_success(&self) -> bool {
        matches!(self, Self::Answered(200..=299))
    }

    /// Returns the HTTP status of the answer.
    pub const fn response_status(&self) -> Option<u16> {
        match self {
            Self::Answered(status) => Some(*status),
            Self::Unanswered(_) | Self::NotAttempted(_) => None,
        }
    }

    /// Returns what went wrong, to be kept with the delivery; `None` after a success.
    pub fn error(&self) -> Option<String> {
        match self {
            Self::Answered(200..=299) => None,
            Self::Answered(status @ (300..=303 | 307 | 308)) => {
                Some(format!("the receiver answered {status}; redirects are not followed"))
            }
            Self::Answered(status) => Some(format!("the receiver answered {status}")),
            Self::Unanswered(failure) => Some(failure.to_string()),
            Self::NotAttempted(why) => Some(why.to_string()),
        }
    }
}
