//! Signing secrets and their rotation (specification 3.3, decisions 3).
//!
//! Only the twenty newest secrets of an endpoint sign a delivery, because receivers refuse longer
//! headers.

use std::fmt;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use subtle::ConstantTimeEq;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::time::Timestamp;

/// What every secret begins with.
pub const PREFIX: &str = "whsec_";
const RANDOM_BYTES: usize = 32;
/// How long a secret still signs after its rotation.
pub const OVERLAP: Duration = Duration::from_secs(7 * 86_400);

/// A signing secret: `whsec_` and 32 random bytes as unpadded base64url. The whole text is the key.
/// Only [`WebhookSecret::reveal`] returns it, so that no log shows it. Its memory is overwritten
/// when it is dropped.
#[derive(Clone)]
pub struct WebhookSecret(Zeroizing<String>);

impl PartialEq for WebhookSecret {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for WebhookSecret {}

/// The text is not a secret. The error does not show it, because it may be one with a typing error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a webhook secret: whsec_ and 43 characters of base64url")]
pub struct InvalidSecret;

impl WebhookSecret {
    /// Returns a new secret, made from random bytes.
    pub fn generate(random_byte: &mut dyn FnMut() -> u8) -> Self {
        let bytes: Zeroizing<[u8; RANDOM_BYTES]> = std::array::from_fn(|_| random_byte()).into();
        let random = Zeroizing::new(URL_SAFE_NO_PAD.encode(*bytes));
        Self([PREFIX, &random].concat().into())
    }

    /// Parses a secret in the form in which it was shown.
    ///
    /// # Errors
    /// [`InvalidSecret`] for any other text.
    pub fn parse(text: &str) -> Result<Self, InvalidSecret> {
        let random = text.strip_prefix(PREFIX).and_then(|rest| URL_SAFE_NO_PAD.decode(rest).ok());
        match random.map(Zeroizing::new) {
            Some(bytes) if bytes.len() == RANDOM_BYTES => Ok(Self(text.to_owned().into())),
            _ => Err(InvalidSecret),
        }
    }

    /// Returns the text, which is shown once and is the key of every signature.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret")
    }
}

impl<'de> Deserialize<'de> for WebhookSecret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Writes the text of a secret, in the answers that show it once.
pub(super) fn revealed<'s, S: Serializer>(
    secret: impl Into<Option<&'s WebhookSecret>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    secret.into().map(WebhookSecret::reveal).serialize(serializer)
}

/// A secret of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointSecret {
    /// The secret.
    pub secret: WebhookSecret,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it stops signing; `None` until it is rotated.
    pub expires_at: Option<Timestamp>,
}

impl EndpointSecret {
    /// Returns the first secret of an endpoint, or the one it is rotated to.
    pub fn new(secret: WebhookSecret, created_at: Timestamp) -> Self {
        Self { secret, created_at, expires_at: None }
    }

    /// Returns whether it signs at an instant.
    pub fn is_active_at(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}

/// Returns the secrets that sign at an instant, in their order.
pub fn active_at(
    secrets: &[EndpointSecret],
    now: Timestamp,
) -> impl Iterator<Item = &WebhookSecret> + Clone {
    secrets.iter().filter(move |secret| secret.is_active_at(now)).map(|secret| &secret.secret)
}

/// The result of a rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The secrets that still sign, the new one first, newest first.
    pub secrets: Vec<EndpointSecret>,
    /// When the last of the previous ones expires; `None` when none was active.
    pub previous_expires_at: Option<Timestamp>,
}

/// The most secrets that sign at once. Each signature takes 68 characters of a header, and
/// receivers accept a few thousand.
pub const MAX_SIGNERS: usize = 20;

/// Makes a new secret the active one. The previous one signs for [`OVERLAP`] more, one that already
/// expires keeps its end, and an expired one is dropped. The oldest beyond [`MAX_SIGNERS`] are
/// dropped too.
pub fn rotate(secrets: &[EndpointSecret], new: WebhookSecret, now: Timestamp) -> Rotation {
    let end = now.later_by(OVERLAP);
    let still_active = secrets.iter().filter(|secret| secret.is_active_at(now)).cloned();
    let mut previous: Vec<_> = still_active
        .map(|secret| EndpointSecret { expires_at: secret.expires_at.or(Some(end)), ..secret })
        .collect();
    previous.sort_by_key(|secret| std::cmp::Reverse(secret.created_at));
    previous.truncate(MAX_SIGNERS - 1);
    let previous_expires_at = previous.iter().filter_map(|secret| secret.expires_at).max();
    previous.insert(0, EndpointSecret::new(new, now));
    Rotation { secrets: previous, previous_expires_at }
}

#[cfg(test)]
mod tests;
