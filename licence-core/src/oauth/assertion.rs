//! The proof of a client that has keys: a signed statement about itself (RFC 7523).
//!
//! The rules are here, and the signature is checked where the keys are fetched.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::Value;

use super::client::ClientId;
use super::jwk::Algorithm;
use super::metadata::ConnectorAddress;
use super::token_error::TokenError;
use crate::time::Timestamp;

const MAX_ASSERTION_BYTES: usize = 4 * 1024;
/// How far ahead a proof may end.
const MAX_LIFETIME: Duration = Duration::from_secs(5 * 60);
/// How far the clock of a client may be ahead of ours.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(60);
/// The most characters of the id of a proof.
const MAX_JTI_CHARS: usize = 200;

/// What a proof says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Claims {
    /// Who made it.
    pub iss: String,
    sub: String,
    aud: Value,
    exp: i64,
    nbf: Option<i64>,
    iat: Option<i64>,
    /// Its id, which is used once.
    pub jti: String,
}

/// A proof whose signature is not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// How it is signed.
    pub algorithm: Algorithm,
    /// Which key signed it, if it says so.
    pub key_id: Option<String>,
    /// What it says.
    pub claims: Claims,
    /// What the signature is made over.
    pub signed_text: String,
    /// The signature.
    pub signature: Vec<u8>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

impl Assertion {
    /// Returns the proof of a text in three parts.
    ///
    /// # Errors
    /// [`TokenError::InvalidClient`] for another form, and for an algorithm that is not on our list.
    pub fn parse(text: &str) -> Result<Self, TokenError> {
        let invalid = TokenError::InvalidClient("the client_assertion is no signed JWT of ours");
        Self::read(text).ok_or(invalid)
    }

    fn read(text: &str) -> Option<Self> {
        let (signed_text, signature) = text.rsplit_once('.')?;
        let (header, claims) = signed_text.split_once('.')?;
        if text.len() > MAX_ASSERTION_BYTES {
            return None;
        }
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
        let header: Header = serde_json::from_slice(&decode(header)?).ok()?;
        if header.crit.is_some() {
            return None;
        }
        Some(Self {
            algorithm: header.alg.parse().ok()?,
            key_id: header.kid,
            claims: serde_json::from_slice(&decode(claims)?).ok()?,
            signed_text: signed_text.to_owned(),
            signature: decode(signature)?,
        })
    }

    /// Checks what the proof says. Whether it was used before, only a store knows.
    ///
    /// # Errors
    /// [`TokenError::InvalidClient`] names the claim.
    pub fn check_claims(
        &self,
        client: &ClientId,
        connector: &ConnectorAddress,
        now: Timestamp,
    ) -> Result<(), TokenError> {
        let claims = &self.claims;
        let is_ours = |audience: &str| {
            audience == connector.issuer() || audience == connector.token_endpoint()
        };
        let audiences: Vec<&Value> = match &claims.aud {
            Value::Array(audiences) => audiences.iter().collect(),
            audience => vec![audience],
        };
        let latest = now.later_by(MAX_LIFETIME).epoch_seconds();
        let not_begun = |at: Option<i64>| {
            at.is_some_and(|at| at > now.later_by(MAX_CLOCK_SKEW).epoch_seconds())
        };
        let fault = if claims.iss != client.0 || claims.sub != client.0 {
            "iss and sub of the client_assertion must be the client_id"
        } else if !audiences.iter().any(|it| it.as_str().is_some_and(is_ours)) {
            "aud of the client_assertion must be the issuer or the token endpoint"
        } else if claims.exp <= now.epoch_seconds() {
            "the client_assertion is expired"
        } else if claims.exp > latest {
            "exp of the client_assertion must be at most 5 minutes ahead"
        } else if not_begun(claims.nbf) || not_begun(claims.iat) {
            "the client_assertion is of the future"
        } else if !(1..=MAX_JTI_CHARS).contains(&claims.jti.len()) {
            "jti of the client_assertion must have 1 to 200 characters"
        } else {
            return Ok(());
        };
        Err(TokenError::InvalidClient(fault))
    }

    /// Returns when the proof ends, until which its id must be remembered.
    pub fn expires_at(&self) -> Timestamp {
        let millis = self.claims.exp.saturating_mul(1_000);
        Timestamp::from_epoch_millis(millis).unwrap_or(Timestamp::EPOCH)
    }
}

#[cfg(test)]
mod tests;
