//! The rows of all registers as sorted lines of text: what is published, signed, compared and kept.
//!
//! A catalogue is built from its records, on any machine and with the same bytes; its indices never
//! travel. Every byte of the records is determined by the rows, so that their SHA-256 is the name of
//! a state, and a [delta] from one state to the next is as small as the change.
//!
//! ```text
//! licence-records 1
//! R  code  newest read  newest complete read
//! O  slug  display name  registered name
//! N  trading name
//! L  id  code  number  status  qualifier  wording  expiry  source kind  source  status source
//!    status observed  last verified  last listed  not listed since
//! D  host  status  association  verification page  not listed since
//! ```
//!
//! One tab separates two fields. A field without a value is empty; `\t`, `\n`, `\r`, `\\` stand for
//! the characters that would break a line, and `\e` for a text that is empty. Registers come first,
//! by code; then one block an operator, by slug: its names, and each licence with its domains. The
//! read times of a licence are those that were written with it: the newest complete read of its
//! register moves them on when a catalogue is built, so that a day without changes is two lines.

mod delta;
mod field;
mod manifest;
mod parse;
mod write;

pub use delta::{DeltaError, apply, delta};
pub use manifest::{InvalidManifest, Manifest, PublishedBytes};
pub use parse::RecordsError;
pub use write::RecordsBuilder;

use bytes::Bytes;
use thiserror::Error;

use crate::catalogue::layout::MAGIC;
use crate::catalogue::{Catalogue, OpenError};

const HEAD: &str = "licence-records 1\n";
/// How records of any version begin.
const BEGINNING: &[u8] = b"licence-records ";

/// Returns whether bytes that begin like this may be records.
pub fn begins_like_records(beginning: &[u8]) -> bool {
    beginning.starts_with(BEGINNING)
}

/// Returns the SHA-256 of records in hexadecimal digits: the name of their state.
pub fn sha256(records: &[u8]) -> String {
    crate::hex::sha256_hex(records)
}

/// Why bytes are neither a catalogue nor records.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PublishedError {
    /// They are no catalogue that this release opens.
    #[error(transparent)]
    Catalogue(#[from] OpenError),
    /// They begin as records do, and a line of them is wrong.
    #[error(transparent)]
    Records(#[from] RecordsError),
}

impl Catalogue {
    /// Returns whether bytes that begin like this may be a catalogue or records: what is neither
    /// need not be read.
    ///
    /// ```
    /// use licence_core::catalogue::Catalogue;
    ///
    /// assert!(Catalogue::begins_like_published(b"licence-records 1"));
    /// assert!(!Catalogue::begins_like_published(b"<!doctype html>"));
    /// ```
    pub fn begins_like_published(beginning: &[u8]) -> bool {
        beginning.starts_with(BEGINNING) || beginning.starts_with(&MAGIC)
    }

    /// Opens a catalogue, or builds that of records: some tenths of a second for thirty thousand
    /// hosts.
    ///
    /// # Errors
    /// [`PublishedError`] when the bytes are neither.
    pub fn from_published(bytes: impl Into<Bytes>) -> Result<Self, PublishedError> {
        let bytes = bytes.into();
        match bytes.starts_with(BEGINNING) {
            true => Ok(Self::from_records(&bytes)?),
            false => Ok(Self::from_bytes(bytes)?),
        }
    }
}

#[cfg(test)]
mod tests;
