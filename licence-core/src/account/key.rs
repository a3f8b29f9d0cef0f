//! API keys, which are shown once and stored as a hash (specification 5, decisions 3).

mod limits;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use thiserror::Error;
use uuid::Uuid;
use zeroize::Zeroizing;

use super::AccountId;
use crate::hex::{hash_of_hex, hex};
use crate::time::Timestamp;

pub use limits::{InvalidKeyExpiry, KeyExpiry, KeyExpiryPast, KeyLimits, KeyRefusal, KeyUse};

/// What every key begins with.
pub const PREFIX: &str = "lic_";
const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const CHARACTERS: usize = 32;
const HINT_DIGITS: usize = 8;
/// How many characters of a key are kept. The other 28 stay secret, which are 166 bits.
const KEPT_CHARACTERS: usize = 4;

/// The id of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(pub Uuid);

/// A raw key. Only [`RawKey::reveal`] returns the text, so that no log shows it. Its memory is
/// overwritten when it is dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct RawKey(Zeroizing<String>);

/// The SHA-256 of a raw key. It is stored, and a request's key is looked up by it. Hashes are
/// compared in constant time.
#[derive(Clone, Copy, Debug, Eq)]
pub struct KeyHash(pub [u8; 32]);

impl KeyHash {
    /// Returns the hash of a key as a request carries it, without a copy of the text; `None` for a
    /// text that does not have the form of a key.
    ///
    /// ```
    /// use licence_core::account::key::KeyHash;
    ///
    /// assert!(KeyHash::from_key("lic_0123456789abcdefghijABCDEFGHIJ01").is_some());
    /// assert_eq!(KeyHash::from_key("lic_short"), None);
    /// ```
    pub fn from_key(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(PREFIX)?;
        let is_key =
            rest.len() == CHARACTERS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_key.then(|| Self(Sha256::digest(text.as_bytes()).into()))
    }
}

impl PartialEq for KeyHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Hash for KeyHash {
    /// Uses a part of the hash, because the hash is already random.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0[..8].hash(state);
    }
}

/// The text is no SHA-256 in hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not 64 hexadecimal digits")]
pub struct InvalidKeyHash;

impl FromStr for KeyHash {
    type Err = InvalidKeyHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        hash_of_hex(text).map(Self).ok_or(InvalidKeyHash)
    }
}

/// A key without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiKey {
    /// Its id.
    pub id: KeyId,
    /// The account that it belongs to.
    pub account_id: AccountId,
    /// Its label.
    pub label: String,
    /// The first digits of the key's SHA-256 in hex, to tell keys apart.
    pub hint: String,
    /// The last four characters of the key; null for a key that was created before they were kept.
    pub last_characters: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When a request last used it, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked; it is refused from then on.
    pub revoked_at: Option<Timestamp>,
    /// Until when it is valid, and from where it may be used.
    #[serde(flatten)]
    pub limits: KeyLimits,
}

impl ApiKey {
    /// Returns what a list shows instead of the key: its first and last characters, or the hint of
    /// a key whose last characters were not kept.
    pub fn masked(&self) -> String {
        match &self.last_characters {
            Some(characters) => format!("{PREFIX}…{characters}"),
            None => self.hint.clone(),
        }
    }
}

impl RawKey {
    /// Returns a new key, made from random bytes. It skips bytes that would make some characters
    /// likelier than others.
    pub fn generate(random_byte: &mut dyn FnMut() -> u8) -> Self {
        let fair = u8::MAX - u8::MAX % ALPHABET.len() as u8;
        // Allocated at its full length, because a text that grows leaves copies in memory.
        let mut text = Zeroizing::new(String::with_capacity(PREFIX.len() + CHARACTERS));
        text.push_str(PREFIX);
        while text.len() < PREFIX.len() + CHARACTERS {
            let byte = random_byte();
            if byte < fair {
                text.push(char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
            }
        }
        Self(text)
    }

    /// Returns the text, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash, which is stored instead of the key.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// Returns the last four characters, by which its holder recognises the key in a list.
    pub fn last_characters(&self) -> &str {
        &self.0[PREFIX.len() + CHARACTERS - KEPT_CHARACTERS..]
    }

    /// Returns the first digits of the hash, which tell keys apart and reveal nothing of the key.
    pub fn hint(&self) -> String {
        self.hash().to_string()[..HINT_DIGITS].to_owned()
    }
}

impl fmt::Debug for RawKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RawKey")
    }
}

impl fmt::Display for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

#[cfg(test)]
mod tests;
