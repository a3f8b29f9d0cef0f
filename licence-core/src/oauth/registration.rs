//! Clients that register themselves (RFC 7591): the same metadata are the same client.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::client::{Client, ClientId, ClientKind, ClientMetadata, InvalidClient, parse_object};
use super::token_error::TokenError;

/// The largest body of a registration.
pub const MAX_REGISTRATION_BYTES: usize = 8 * 1024;

impl Client {
    /// Returns the client that a body registers. Its id is the hash of its metadata, because some
    /// clients register at every connection, and must not make a row each time.
    ///
    /// # Errors
    /// [`TokenError`] names the member that breaks a rule.
    pub fn from_registration(body: &[u8]) -> Result<Self, TokenError> {
        let metadata = parse_object(body, MAX_REGISTRATION_BYTES);
        let mut metadata = metadata.and_then(|it| ClientMetadata::public(&it)).map_err(refusal)?;
        metadata.redirect_uris.sort_unstable();
        metadata.redirect_uris.dedup();
        let normal = json!([metadata.client_name, metadata.redirect_uris]).to_string();
        let id = format!("reg-{}", URL_SAFE_NO_PAD.encode(Sha256::digest(normal)));
        Ok(Self { id: ClientId(id), kind: ClientKind::Registered, metadata })
    }

    /// Returns the answer to its registration: the method is `none` whatever the client asked for, and
    /// there is no secret.
    pub fn registration_answer(&self) -> Value {
        let metadata = &self.metadata;
        let mut body = json!({
            "client_id": self.id,
            "redirect_uris": metadata.redirect_uris,
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
        });
        if let Some(name) = &metadata.client_name {
            body["client_name"] = name.as_str().into();
        }
        body
    }
}

fn refusal(error: InvalidClient) -> TokenError {
    match error {
        InvalidClient::Redirect(_) | InvalidClient::Redirects => {
            TokenError::InvalidRedirectUri(error.to_string())
        }
        _ => TokenError::InvalidClientMetadata(error.to_string()),
    }
}

#[cfg(test)]
mod tests;
