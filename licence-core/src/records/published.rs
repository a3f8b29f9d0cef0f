//! Opening what a server publishes: a catalogue, or the records that it is built from.

use bytes::Bytes;
use thiserror::Error;

use crate::catalogue::layout::MAGIC;
use crate::catalogue::{Catalogue, OpenError};
use crate::records::{BEGINNING, RecordsError};

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
