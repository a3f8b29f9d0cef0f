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
mod tests {
    use super::*;

    fn register(body: &Value) -> Result<Client, TokenError> {
        Client::from_registration(body.to_string().as_bytes())
    }

    #[test]
    fn the_same_metadata_are_the_same_client() {
        let first = json!({"client_name": "Editor", "redirect_uris": ["http://127.0.0.1/cb", "editor://cb"]});
        let id = register(&first).unwrap().id;
        let again = json!({
            "redirect_uris": ["editor://cb", "http://127.0.0.1/cb", "editor://cb"],
            "client_name": " Editor\u{200b} ",
            "token_endpoint_auth_method": "client_secret_post",
            "contacts": ["x"],
        });
        assert_eq!(register(&again).unwrap().id, id);
        let answer = register(&again).unwrap().registration_answer();
        assert_eq!(answer["token_endpoint_auth_method"], "none");
        assert_eq!(answer.get("client_secret"), None);
        for other in [
            json!({"client_name": "Editor2", "redirect_uris": ["http://127.0.0.1/cb", "editor://cb"]}),
            json!({"client_name": "Editor", "redirect_uris": ["editor://cb"]}),
        ] {
            assert_ne!(register(&other).unwrap().id, id);
        }
    }

    #[test]
    fn a_registration_that_breaks_a_rule_has_its_code() {
        for (body, code) in [
            (json!([]), "invalid_client_metadata"),
            (json!({}), "invalid_redirect_uri"),
            (json!({"redirect_uris": "https://a.example/x"}), "invalid_redirect_uri"),
            (json!({"redirect_uris": ["http://a.example/x"]}), "invalid_redirect_uri"),
            (
                json!({"redirect_uris": ["editor://cb"], "client_name": {}}),
                "invalid_client_metadata",
            ),
            (
                json!({"redirect_uris": ["editor://cb"], "response_types": ["token"]}),
                "invalid_client_metadata",
            ),
            (
                json!({"redirect_uris": ["editor://cb"], "x": "x".repeat(8_192)}),
                "invalid_client_metadata",
            ),
        ] {
            assert_eq!(register(&body).unwrap_err().code(), code, "{body}");
        }
    }
}
