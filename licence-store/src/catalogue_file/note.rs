//! Signed notes: a text, a blank line, and a line that names the key and has an Ed25519 signature.
//! The form is that of <https://pkg.go.dev/golang.org/x/mod/sumdb/note>, which other programs read.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use licence_core::hex::hex;
use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use thiserror::Error;
use zeroize::Zeroizing;

use crate::files::create_private;

/// The number of Ed25519 among the algorithms of notes.
const ED25519_NOTE: u8 = 1;
const KEY_BYTES: usize = 32;
const ID_BYTES: usize = 4;
const PRIVATE: &str = "PRIVATE+KEY+";

/// Why a key or a note is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoteError {
    /// A name of a key has a space or a plus, or is empty or longer than 100 bytes.
    #[error("the name of a key is 1 to 100 bytes without spaces and without +")]
    InvalidName,
    /// A text is no key of this form. The error does not show it.
    #[error("this is no key: a key is NAME+ID+BASE64, a private one after {PRIVATE}")]
    InvalidKey,
    /// A text is no signed note.
    #[error("this is no signed note: it has no signature after a blank line")]
    NotANote,
    /// No signature is by the key.
    #[error("the note has no signature by the key {0}")]
    OtherKey(String),
    /// The signature is not that of this text.
    #[error("the signature by the key {0} is not that of this text")]
    WrongSignature(String),
}

/// The key that a publisher signs with.
pub struct SigningKey {
    name: String,
    pair: Ed25519KeyPair,
}

impl SigningKey {
    /// Returns a new key as the text of a file. `name` is the origin of what it signs.
    ///
    /// # Errors
    /// [`NoteError::InvalidName`].
    pub fn generate(name: &str, seed: &[u8; KEY_BYTES]) -> Result<Zeroizing<String>, NoteError> {
        let key = Self::from_seed(name, seed)?;
        let private = Zeroizing::new([&[ED25519_NOTE][..], seed].concat());
        let encoded = Zeroizing::new(STANDARD.encode(&*private));
        let id = hex(&key.verifying_key().id());
        Ok(Zeroizing::new(format!("{PRIVATE}{name}+{id}+{}\n", *encoded)))
    }

    /// Returns the key in a file.
    ///
    /// # Errors
    /// The file cannot be read, or holds no key.
    pub fn read(path: &Path) -> io::Result<Self> {
        let text = Zeroizing::new(fs::read_to_string(path)?);
        Self::parse(&text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Writes a new key to a file that only its owner reads, and returns it.
    ///
    /// # Errors
    /// The name is none, or the file is there already or cannot be written.
    pub fn create(path: &Path, name: &str) -> io::Result<Self> {
        let mut seed = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(&mut *seed).map_err(io::Error::other)?;
        let text = Self::generate(name, &seed)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        create_private(path, text.as_bytes())?;
        Self::read(path)
    }

    /// Returns the key in the text of a file.
    ///
    /// # Errors
    /// [`NoteError::InvalidKey`].
    pub fn parse(text: &str) -> Result<Self, NoteError> {
        let text = text.trim().strip_prefix(PRIVATE).ok_or(NoteError::InvalidKey)?;
        let (name, id, seed) = key_parts(text)?;
        let key = Self::from_seed(name, &Zeroizing::new(seed))?;
        if hex(&key.verifying_key().id()) != id {
            return Err(NoteError::InvalidKey);
        }
        Ok(key)
    }

    fn from_seed(name: &str, seed: &[u8; KEY_BYTES]) -> Result<Self, NoteError> {
        let is_valid = (1..=100).contains(&name.len())
            && !name.contains('+')
            && !name.contains(|letter: char| letter.is_whitespace() || letter.is_control());
        if !is_valid {
            return Err(NoteError::InvalidName);
        }
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| NoteError::InvalidKey)?;
        Ok(Self { name: name.to_owned(), pair })
    }

    /// Returns the origin of what the key signs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the key that others verify with.
    pub fn verifying_key(&self) -> VerifyingKey {
        let mut key = [0; KEY_BYTES];
        key.copy_from_slice(self.pair.public_key().as_ref());
        VerifyingKey { name: self.name.clone(), key }
    }

    /// Returns the note of a text that ends with a line end.
    pub fn sign(&self, text: &str) -> String {
        let signature = self.pair.sign(text.as_bytes());
        let signature = [&self.verifying_key().id()[..], signature.as_ref()].concat();
        format!("{text}\n\u{2014} {} {}\n", self.name, STANDARD.encode(signature))
    }
}

/// The key that a note is verified with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey {
    name: String,
    key: [u8; KEY_BYTES],
}

impl VerifyingKey {
    /// Returns the origin of what the key signs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the four bytes that tell keys of one name apart.
    fn id(&self) -> [u8; ID_BYTES] {
        let text = [self.name.as_bytes(), b"\n", &[ED25519_NOTE], &self.key].concat();
        let mut id = [0; ID_BYTES];
        id.copy_from_slice(&digest(&SHA256, &text).as_ref()[..ID_BYTES]);
        id
    }

    /// Returns the text of a note that the key signed.
    ///
    /// # Errors
    /// [`NoteError`] for a text that is no note, or one that the key did not sign.
    pub fn verify<'n>(&self, note: &'n str) -> Result<&'n str, NoteError> {
        let end = note.rfind("\n\n").ok_or(NoteError::NotANote)?;
        let (text, signatures) = (&note[..end + 1], &note[end + 2..]);
        let mut is_signed = false;
        for line in signatures.split_terminator('\n') {
            let line = line.strip_prefix("\u{2014} ").ok_or(NoteError::NotANote)?;
            let (name, encoded) = line.split_once(' ').ok_or(NoteError::NotANote)?;
            let signature = STANDARD.decode(encoded).map_err(|_| NoteError::NotANote)?;
            let Some((id, signature)) = signature.split_first_chunk() else { continue };
            if name == self.name && *id == self.id() {
                is_signed = true;
                let key = UnparsedPublicKey::new(&ED25519, &self.key);
                let verified = key.verify(text.as_bytes(), signature);
                verified.map_err(|_| NoteError::WrongSignature(self.to_string()))?;
            }
        }
        is_signed.then_some(text).ok_or_else(|| NoteError::OtherKey(self.to_string()))
    }
}

impl fmt::Display for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = [&[ED25519_NOTE][..], &self.key].concat();
        write!(f, "{}+{}+{}", self.name, hex(&self.id()), STANDARD.encode(key))
    }
}

impl FromStr for VerifyingKey {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, id, key) = key_parts(text.trim())?;
        let key = Self { name: name.to_owned(), key };
        (hex(&key.id()) == id).then_some(key).ok_or(NoteError::InvalidKey)
    }
}

fn key_parts(text: &str) -> Result<(&str, &str, [u8; KEY_BYTES]), NoteError> {
    let (name, rest) = text.split_once('+').ok_or(NoteError::InvalidKey)?;
    let (id, encoded) = rest.split_once('+').ok_or(NoteError::InvalidKey)?;
    let key = Zeroizing::new(STANDARD.decode(encoded).map_err(|_| NoteError::InvalidKey)?);
    match key.split_first() {
        Some((&ED25519_NOTE, key)) => {
            Ok((name, id, key.try_into().map_err(|_| NoteError::InvalidKey)?))
        }
        _ => Err(NoteError::InvalidKey),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, seed: u8) -> SigningKey {
        SigningKey::parse(&SigningKey::generate(name, &[seed; KEY_BYTES]).unwrap()).unwrap()
    }

    #[test]
    fn a_note_is_verified_by_the_key_that_signed_it_alone() {
        let signing = key("licences.example", 1);
        let verifying: VerifyingKey = signing.verifying_key().to_string().parse().unwrap();
        let note = signing.sign("a text\n\nof three lines\n");
        assert_eq!(verifying.verify(&note).unwrap(), "a text\n\nof three lines\n");
        for other in [key("licences.example", 2), key("other.example", 1)] {
            let refused = other.verifying_key().verify(&note);
            assert!(matches!(refused, Err(NoteError::OtherKey(_))), "{refused:?}");
        }
        let changed = note.replacen("text", "test", 1);
        assert!(matches!(verifying.verify(&changed), Err(NoteError::WrongSignature(_))));
        for wrong in
            ["", "a\n", "a\n\n", "a\n\n\u{2014} x\n", "a\n\n- x y\n", "a\n\n\u{2014} x !\n"]
        {
            assert!(verifying.verify(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn keys_have_names_and_ids_that_fit() {
        for name in ["", "a b", "a+b", "a\nb"] {
            assert!(SigningKey::generate(name, &[1; 32]).is_err(), "{name:?}");
        }
        let public = key("licences.example", 1).verifying_key().to_string();
        for wrong in [public.replacen("licences", "lizenzen", 1), public[..40].to_owned()] {
            assert!(wrong.parse::<VerifyingKey>().is_err(), "{wrong}");
        }
        assert!(SigningKey::parse(&public).is_err());
    }
}
