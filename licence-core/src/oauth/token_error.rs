//! The errors of the endpoints that clients call themselves (RFC 6749 section 5.2).

use serde_json::{Value, json};
use thiserror::Error;

/// Why a client gets no token, or no registration.
///
/// Exhaustive, because each has a code of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// A parameter is missing, doubled or malformed.
    #[error("{0}")]
    InvalidRequest(&'static str),
    /// The client is unknown, or does not prove who it is.
    #[error("{0}")]
    InvalidClient(&'static str),
    /// The code or the refresh token cannot be used. One sentence for all causes, because the cause
    /// would tell a thief what to try next.
    #[error("the code or the refresh token is unknown, expired, used or another client's")]
    InvalidGrant,
    /// The grant type is neither of the two.
    #[error("grant_type must be authorization_code or refresh_token")]
    UnsupportedGrantType,
    /// The scopes are unknown, or more than the member granted.
    #[error("the scope is unknown, or more than the member granted")]
    InvalidScope,
    /// The resource is not this connector.
    #[error("resource must be the address of this connector")]
    InvalidTarget,
    /// The metadata of a registration breaks a rule.
    #[error("{0}")]
    InvalidClientMetadata(String),
    /// A redirect address of a registration breaks a rule.
    #[error("{0}")]
    InvalidRedirectUri(String),
    /// The service holds as many registrations as it takes.
    #[error("there is no room for another registration; use a client metadata document instead")]
    TemporarilyUnavailable,
}

impl TokenError {
    /// Returns the code of the protocol.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InvalidRequest(_) => "invalid_request",
            Self::InvalidClient(_) => "invalid_client",
            Self::InvalidGrant => "invalid_grant",
            Self::UnsupportedGrantType => "unsupported_grant_type",
            Self::InvalidScope => "invalid_scope",
            Self::InvalidTarget => "invalid_target",
            Self::InvalidClientMetadata(_) => "invalid_client_metadata",
            Self::InvalidRedirectUri(_) => "invalid_redirect_uri",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
        }
    }

    /// Returns the HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Self::InvalidClient(_) => 401,
            Self::TemporarilyUnavailable => 503,
            _ => 400,
        }
    }

    /// Returns the body of the answer.
    pub fn body(&self) -> Value {
        json!({"error": self.code(), "error_description": self.to_string()})
    }
}
