//! Bringing a folder up to date with what a server publishes.
//!
//! The folder holds the newest records, the catalogue that is built from them, the newest version of
//! each key, and the signed manifest, which is written last. A manifest that is refused changes
//! nothing.

mod versions;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use licence_core::catalogue::Catalogue;
use licence_core::records::{self, InvalidManifest, Manifest, PublishedBytes, RecordsError};
use thiserror::Error;

use self::versions::{VERSIONS, Versions};
use super::{NoteError, VerifyingKey, lock, replace};

/// The files of a folder.
pub const CATALOGUE: &str = "licences.catalogue";
const RECORDS: &str = "licences.records";
const MANIFEST: &str = "manifest";

/// What a server publishes, however it is asked.
#[allow(async_fn_in_trait)] // One thread pulls, so that no future needs to be sent to another.
pub trait Published {
    /// Why the server does not answer.
    type Error;

    /// Returns the signed manifest; `None` if it is still the one with this SHA-256.
    ///
    /// # Errors
    /// The server does not answer.
    async fn manifest(&self, held_sha256: Option<&str>) -> Result<Option<String>, Self::Error>;

    /// Returns the newest records, of at most this many bytes.
    ///
    /// # Errors
    /// The server does not answer, or sends more.
    async fn records(&self, at_most: u64) -> Result<Vec<u8>, Self::Error>;

    /// Returns the delta from these records to the newest; `None` if the server does not hold them, or
    /// if the delta has more than this many bytes, those of all records.
    ///
    /// # Errors
    /// The server does not answer.
    async fn delta(&self, from_sha256: &str, at_most: u64) -> Result<Option<Vec<u8>>, Self::Error>;
}

/// How a folder was brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pulled {
    /// It was.
    Unchanged,
    /// By the difference to the state it held.
    ByDelta,
    /// By all records.
    Whole,
}

/// Why a folder stays as it is.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PullError<E> {
    /// The server does not answer.
    #[error("{0}")]
    Server(E),
    /// A file of the folder, or the folder, cannot be read or written.
    #[error("{}: {error}", .file.display())]
    #[expect(missing_docs, reason = "the sentence says what its values are")]
    Folder { file: PathBuf, error: io::Error },
    /// The manifest is not signed by the key.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// The signed text is no manifest.
    #[error(transparent)]
    Manifest(#[from] InvalidManifest),
    /// The manifest is by another publisher.
    #[error("the manifest is of {found}, and the key is that of {expected}")]
    OtherOrigin {
        /// Who the manifest names.
        found: String,
        /// Whose key it is.
        expected: String,
    },
    /// The manifest is older than one that the same key signed.
    #[error("the manifest has version {found}, and version {held} is here: a version never falls")]
    LowerVersion {
        /// The version of the manifest.
        found: i64,
        /// The version held.
        held: i64,
    },
    /// The bytes are not those that the manifest names.
    #[error("the {what} that came have SHA-256 {found}, and the manifest names {expected}")]
    OtherBytes {
        /// `records`, or `catalogue`.
        what: &'static str,
        /// Of the bytes that came.
        found: String,
        /// Of the manifest.
        expected: String,
    },
    /// The records make no catalogue.
    #[error(transparent)]
    Records(#[from] RecordsError),
}

/// Brings a folder up to date with what a publisher signs. One process at a time does so: another
/// one waits, and then finds nothing to do.
///
/// # Errors
/// [`PullError`]. The folder then stays as it is.
pub async fn pull<P: Published>(
    folder: &Path,
    key: &VerifyingKey,
    publisher: &P,
) -> Result<Pulled, PullError<P::Error>> {
    let _lock = lock(folder).map_err(|error| folder_error(folder, error))?;
    let held = Held::read(folder, key)?;
    let held_note = held.note.as_deref().filter(|_| held.is_whole);
    let held_note = held_note.map(|note| records::sha256(note.as_bytes()));
    let note = publisher.manifest(held_note.as_deref()).await.map_err(PullError::Server)?;
    let Some(note) = note else { return Ok(Pulled::Unchanged) };
    let manifest: Manifest = key.verify(&note)?.parse()?;
    require_newer(&manifest, &held, key)?;
    let (pulled, records) = newest_records(&manifest, &held, publisher).await?;
    require_bytes("records", &records, &manifest.records)?;
    let catalogue = Catalogue::from_records(&records)?;
    if catalogue.info().rules == manifest.rules {
        require_bytes("catalogue", catalogue.as_bytes(), &manifest.file)?;
    }
    let versions = held.versions.with(key, manifest.version).to_string();
    for (name, bytes) in [
        (RECORDS, &records[..]),
        (CATALOGUE, catalogue.as_bytes()),
        (VERSIONS, versions.as_bytes()),
        (MANIFEST, note.as_bytes()),
    ] {
        let file = folder.join(name);
        replace(&file, bytes).map_err(|error| folder_error(&file, error))?;
    }
    Ok(pulled)
}

/// What a folder holds.
struct Held {
    note: Option<String>,
    /// Those of every key apart: that of a stolen key must not lock the next one out.
    versions: Versions,
    records: Option<Vec<u8>>,
    /// Whether all three files are there and belong together.
    is_whole: bool,
}

impl Held {
    fn read<E>(folder: &Path, key: &VerifyingKey) -> Result<Self, PullError<E>> {
        // A manifest and records that are damaged count as missing.
        let note = read_if_there(&folder.join(MANIFEST))?;
        let note = note.and_then(|note| String::from_utf8(note).ok());
        let records = read_if_there(&folder.join(RECORDS))?;
        let file = folder.join(VERSIONS);
        let versions = read_if_there(&file)?.map(|bytes| Versions::parse(&bytes)).transpose();
        let versions = versions.map_err(|error| folder_error(&file, error))?.unwrap_or_default();
        let manifest = note.as_deref().and_then(|note| key.verify(note).ok()?.parse().ok());
        let manifest: Option<Manifest> = manifest;
        let is_whole = match (&manifest, &records) {
            (Some(manifest), Some(records)) => belong_together(manifest, records, folder),
            _ => false,
        };
        let versions = match manifest {
            Some(manifest) => versions.with(key, manifest.version),
            None => versions,
        };
        Ok(Self { versions, note, records, is_whole })
    }
}

/// Returns whether the records are those of the manifest, and the catalogue of the folder is as it
/// was built from them.
fn belong_together(manifest: &Manifest, records: &[u8], folder: &Path) -> bool {
    let PublishedBytes { sha256, .. } = &manifest.records;
    let is_theirs = |catalogue: Catalogue| {
        catalogue.info().records_sha256.as_ref() == Some(sha256) && catalogue.verify().is_ok()
    };
    manifest.records == PublishedBytes::of_bytes(records)
        && super::open(&folder.join(CATALOGUE)).is_ok_and(is_theirs)
}

fn read_if_there<E>(file: &Path) -> Result<Option<Vec<u8>>, PullError<E>> {
    match fs::read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some).map_err(|error| folder_error(file, error)),
    }
}

fn folder_error<E>(file: &Path, error: io::Error) -> PullError<E> {
    PullError::Folder { file: file.to_owned(), error }
}

fn require_newer<E>(
    manifest: &Manifest,
    held: &Held,
    key: &VerifyingKey,
) -> Result<(), PullError<E>> {
    if manifest.origin != key.name() {
        let (found, expected) = (manifest.origin.clone(), key.name().to_owned());
        return Err(PullError::OtherOrigin { found, expected });
    }
    match held.versions.newest(key) {
        Some(held) if manifest.version < held => {
            Err(PullError::LowerVersion { found: manifest.version, held })
        }
        _ => Ok(()),
    }
}

/// Returns the newest records: those that are here, changed by a delta, or all of them.
async fn newest_records<P: Published>(
    manifest: &Manifest,
    held: &Held,
    publisher: &P,
) -> Result<(Pulled, Vec<u8>), PullError<P::Error>> {
    let at_most = manifest.records.bytes;
    if let Some(old) = &held.records {
        let from = records::sha256(old);
        if from == manifest.records.sha256 {
            return Ok((Pulled::ByDelta, old.clone()));
        }
        let delta = publisher.delta(&from, at_most).await.map_err(PullError::Server)?;
        // A delta to a state that is newer than the manifest does not fit; the whole may.
        let applied = delta.and_then(|delta| records::apply(old, &delta).ok());
        if let Some(new) = applied.filter(|new| records::sha256(new) == manifest.records.sha256) {
            return Ok((Pulled::ByDelta, new));
        }
    }
    Ok((Pulled::Whole, publisher.records(at_most).await.map_err(PullError::Server)?))
}

fn require_bytes<E>(
    what: &'static str,
    bytes: &[u8],
    named: &PublishedBytes,
) -> Result<(), PullError<E>> {
    let found = PublishedBytes::of_bytes(bytes);
    if found == *named {
        return Ok(());
    }
    Err(PullError::OtherBytes { what, found: found.sha256, expected: named.sha256.clone() })
}

#[cfg(test)]
mod tests;
