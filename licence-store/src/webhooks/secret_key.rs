//! The key that encrypts webhook secrets, so that a copied database signs nothing.
//!
//! On PostgreSQL a webhook cannot be created without `--secret-key-file`: the request fails with
//! 500 and the log names the option. A server does not start when its key is missing or does not
//! open the secrets of its database. A key that opens none of them never encrypts a new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use licence_core::webhook::WebhookId;
use licence_core::webhook::secret::WebhookSecret;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use zeroize::Zeroizing;

use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::files;
use crate::mutex::lock;

const KEY_BYTES: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyLocation {
    /// A file with 32 bytes as one line of base64, created with mode 0600 if absent.
    File(PathBuf),
    /// This process: a database in memory ends with it.
    Process,
    /// Nowhere: several servers share the database, and none may make a key of its own.
    NotGiven,
}

/// Seals and opens secrets. The key is read on first use, because most commands never need it.
pub(crate) struct SecretKey {
    location: KeyLocation,
    entropy: Entropy,
    held: Mutex<Option<LessSafeKey>>,
}

/// What happens if the file of the key is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingKey {
    /// The call fails, because a new key would not open the existing secrets.
    Fail,
    /// A key is created, because no secret is sealed yet.
    Create,
}

impl SecretKey {
    pub(crate) fn new(location: KeyLocation, entropy: Entropy) -> Self {
        Self { location, entropy, held: Mutex::default() }
    }

    /// Returns the encrypted secret: nonce and ciphertext in base64, bound to this endpoint.
    pub(crate) fn seal(
        &self,
        endpoint: WebhookId,
        secret: &WebhookSecret,
        missing: MissingKey,
    ) -> Result<String, StoreError> {
        let mut random = self.entropy.bytes();
        let nonce: [u8; NONCE_LEN] = std::array::from_fn(|_| random());
        let mut text = secret.reveal().as_bytes().to_vec();
        self.with_key(missing, |key| {
            let nonce = Nonce::assume_unique_for_key(nonce);
            key.seal_in_place_append_tag(nonce, associated_data(&endpoint), &mut text)
        })?
        .map_err(|_| self.fault("a secret could not be encrypted"))?;
        Ok(STANDARD.encode([nonce.as_slice(), &text].concat()))
    }

    /// Returns the secret that was sealed for this endpoint.
    pub(crate) fn open(
        &self,
        endpoint: WebhookId,
        sealed: &str,
    ) -> Result<WebhookSecret, StoreError> {
        let other_key = || self.fault("it does not open the secrets of this database");
        let bytes = STANDARD.decode(sealed).map_err(|_| other_key())?;
        let (nonce, text) = bytes.split_at_checked(NONCE_LEN).ok_or_else(other_key)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| other_key())?;
        let mut text = Zeroizing::new(text.to_vec());
        let opened = self.with_key(MissingKey::Fail, |key| {
            let text =
                key.open_in_place(nonce, associated_data(&endpoint), text.as_mut_slice()).ok()?;
            WebhookSecret::parse(std::str::from_utf8(text).ok()?).ok()
        })?;
        opened.ok_or_else(other_key)
    }

    /// Reads or creates the key, so that a server that could not sign fails at start.
    pub(crate) fn load(&self, missing: MissingKey) -> Result<(), StoreError> {
        self.with_key(missing, |_| ())
    }

    /// Reads the key if its file exists, so that a file that is no key is found before the first
    /// webhook needs it.
    pub(crate) fn load_if_present(&self) -> Result<(), StoreError> {
        match &self.location {
            KeyLocation::File(path) if path.try_exists().unwrap_or(true) => {
                self.load(MissingKey::Fail)
            }
            KeyLocation::File(_) | KeyLocation::Process | KeyLocation::NotGiven => Ok(()),
        }
    }

    fn with_key<T>(
        &self,
        missing: MissingKey,
        work: impl FnOnce(&LessSafeKey) -> T,
    ) -> Result<T, StoreError> {
        let mut held = lock(&self.held);
        if held.is_none() {
            *held = Some(self.key(missing)?);
        }
        held.as_ref().map(work).ok_or_else(|| self.fault("it is not held"))
    }

    fn key(&self, missing: MissingKey) -> Result<LessSafeKey, StoreError> {
        let bytes = match &self.location {
            KeyLocation::File(path) => self.read(path, missing)?,
            KeyLocation::Process => random_key(),
            KeyLocation::NotGiven => return Err(self.fault("webhooks need --secret-key-file")),
        };
        let key = UnboundKey::new(&AES_256_GCM, bytes.as_slice());
        Ok(LessSafeKey::new(key.map_err(|_| self.fault("it is not of 32 bytes"))?))
    }

    fn read(&self, path: &Path, missing: MissingKey) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        let text = match fs::read_to_string(path) {
            Err(error)
                if error.kind() == io::ErrorKind::NotFound && missing == MissingKey::Create =>
            {
                create_key_file(path, &random_key())
                    .and_then(|()| fs::read_to_string(path))
                    .map_err(|error| match error.kind() {
                        io::ErrorKind::StorageFull => StoreError::Disk { why: error.to_string() },
                        _ => self.fault(&format!("it cannot be made: {error}")),
                    })?
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(self.fault(
                    "the file is not there, and nothing else opens the secrets of this database: \
                     put its saved copy back, or name the copy with --secret-key-file",
                ));
            }
            read => read.map_err(|error| self.fault(&format!("it cannot be read: {error}")))?,
        };
        let text = Zeroizing::new(text);
        let bytes = STANDARD.decode(text.trim_ascii()).ok().map(Zeroizing::new);
        bytes
            .filter(|bytes| bytes.len() == KEY_BYTES)
            .ok_or_else(|| self.fault("it is not 32 bytes as one line of base64"))
    }

    fn fault(&self, why: &str) -> StoreError {
        let file = match &self.location {
            KeyLocation::File(path) => path.display().to_string(),
            KeyLocation::Process => "in memory".to_owned(),
            KeyLocation::NotGiven => "not given".to_owned(),
        };
        StoreError::SecretKey { file, why: why.to_owned() }
    }
}

/// Returns random bytes of the system, also in a test with fixed entropy: a key outlives the process.
fn random_key() -> Zeroizing<Vec<u8>> {
    let entropy = Entropy::system();
    std::iter::repeat_with(entropy.bytes()).take(KEY_BYTES).collect::<Vec<u8>>().into()
}

/// Returns the associated data, which binds a sealed secret to its endpoint.
fn associated_data(endpoint: &WebhookId) -> Aad<&[u8; 16]> {
    Aad::from(endpoint.0.as_bytes())
}

/// Creates the key file. Two processes that do so at once create one file.
fn create_key_file(path: &Path, key: &[u8]) -> io::Result<()> {
    // A text that grows leaves a copy of the key in memory.
    let mut line = Zeroizing::new(String::with_capacity(2 * KEY_BYTES));
    STANDARD.encode_string(key, &mut line);
    line.push('\n');
    files::create_private_if_absent(path, line.as_bytes())
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretKey").field("place", &self.location).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
