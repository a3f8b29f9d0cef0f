//! The addresses of the connector, and the documents that publish them to clients.
//!
//! All of them come from the configured origin and never from a `Host` header, so that a proxy that
//! rewrites it changes no byte of them.

use serde_json::{Value, json};

use super::scopes::Scopes;
use crate::connector::Scope;
use crate::origin::Origin;

/// The public address of the connector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectorAddress(pub Origin);

/// Why a request is not authorised, in the words of RFC 6750.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BearerError {
    /// It has no token.
    NoToken,
    /// Its token is unknown, expired, revoked or of another kind.
    InvalidToken,
    /// The grant, or the role of the member, lacks these scopes.
    InsufficientScope(Scopes),
}

impl ConnectorAddress {
    /// Returns the issuer of tokens.
    pub fn issuer(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the address that people paste into an assistant, which is what tokens are for.
    pub fn resource(&self) -> String {
        self.0.page("/mcp")
    }

    /// Returns the address where codes become tokens.
    pub fn token_endpoint(&self) -> String {
        self.0.page("/token")
    }

    /// Returns whether a client means this connector. Some clients add a slash.
    pub fn is_resource(&self, text: &str) -> bool {
        let resource = self.resource();
        text == resource || text.strip_suffix('/') == Some(&resource)
    }

    /// Returns the document about the resource (RFC 9728).
    pub fn protected_resource(&self, documentation: &str) -> Value {
        json!({
            "resource": self.resource(),
            "authorization_servers": [self.issuer()],
            "scopes_supported": Scope::ALL,
            "bearer_methods_supported": ["header"],
            "resource_name": "Gambling licence registers",
            "resource_documentation": documentation,
        })
    }

    /// Returns the document about the authorization server (RFC 8414).
    pub fn authorization_server(&self) -> Value {
        json!({
            "issuer": self.issuer(),
            "authorization_endpoint": self.0.page("/authorize"),
            "token_endpoint": self.token_endpoint(),
            "registration_endpoint": self.0.page("/register"),
            "revocation_endpoint": self.0.page("/revoke"),
            "scopes_supported": Scope::ALL,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"],
            "token_endpoint_auth_signing_alg_values_supported": ["ES256", "RS256"],
            "revocation_endpoint_auth_methods_supported": ["none", "private_key_jwt"],
            "revocation_endpoint_auth_signing_alg_values_supported": ["ES256", "RS256"],
            "client_id_metadata_document_supported": true,
            "authorization_response_iss_parameter_supported": true,
        })
    }

    /// Returns the `WWW-Authenticate` header of a refused call.
    ///
    /// ```
    /// use licence_core::oauth::ConnectorAddress;
    /// use licence_core::oauth::metadata::BearerError;
    ///
    /// let connector = ConnectorAddress("https://mcp.example".parse().unwrap());
    /// assert_eq!(
    ///     connector.challenge(&BearerError::NoToken),
    ///     "Bearer resource_metadata=\"https://mcp.example/.well-known/oauth-protected-resource/mcp\", \
    ///      scope=\"licences:read watchlist:read\""
    /// );
    /// ```
    pub fn challenge(&self, error: &BearerError) -> String {
        let metadata = self.0.page("/.well-known/oauth-protected-resource/mcp");
        let (error, scopes) = match error {
            BearerError::NoToken => ("", Scopes::reading()),
            BearerError::InvalidToken => ("error=\"invalid_token\", ", Scopes::reading()),
            BearerError::InsufficientScope(needed) => {
                ("error=\"insufficient_scope\", ", needed.clone())
            }
        };
        format!("Bearer {error}resource_metadata=\"{metadata}\", scope=\"{scopes}\"")
    }
}

#[cfg(test)]
mod tests;
