//! Catalogues and their records as files: opened without a database, replaced whole, watched.
//!
//! A file is replaced and never written in place. A process that has the old one open keeps
//! reading it, and a process that is killed at any moment leaves the old file or the new one.

mod note;
mod pull;
mod watch;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use licence_core::catalogue::{Catalogue, OpenError};
use licence_core::check::ExactCatalogue;
use licence_core::records::PublishedError;
use memmap2::Mmap;
use tempfile::NamedTempFile;
use thiserror::Error;

pub use bytes::Bytes;
pub use note::{NoteError, SigningKey, VerifyingKey};
pub use pull::{Published, PullError, Pulled, pull};
pub use watch::{Reloads, Watch};

use crate::fail_point;
use crate::files::{adopt_owner, draft_to_replace, sync_folder_of};

/// Why a file is not opened as a catalogue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CatalogueFileError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is neither a catalogue that this program reads nor records.
    #[error(transparent)]
    Refused(#[from] PublishedError),
}

impl CatalogueFileError {
    /// Returns whether [`open_exact`] opens the file instead.
    pub fn leaves_equality(&self, rules: AcceptedRules) -> bool {
        let Self::Refused(PublishedError::Catalogue(refused)) = self else { return false };
        match refused {
            OpenError::ExactProfile => true,
            OpenError::OtherRules { .. } => rules == AcceptedRules::Any,
            _ => false,
        }
    }
}

/// Opens a file as a catalogue. Of records it builds the catalogue, which takes some tenths of a
/// second for thirty thousand hosts.
///
/// A file that nobody can change is mapped and not read: a memfd sealed against writing and
/// shrinking, or a file with fs-verity, on Linux. Any other file is read, because a change under a
/// map would end the process.
///
/// ```
/// use licence_store::catalogue_file;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("licences.catalogue");
/// let catalogue = licence_store::core::catalogue::Catalogue::from_readings(&[])?;
/// catalogue_file::replace(&path, catalogue.as_bytes())?;
/// assert_eq!(catalogue_file::open(&path)?.info(), catalogue.info());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`CatalogueFileError`] when the file cannot be read or is neither.
pub fn open(path: &Path) -> Result<Catalogue, CatalogueFileError> {
    Ok(Catalogue::from_published(read(path)?)?)
}

/// Returns the bytes of a file, mapped if possible. If it begins like neither a catalogue nor records,
/// only its beginning is read.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path) -> io::Result<Bytes> {
    let mut file = File::open(path)?;
    if let Ok(map) = Mmap::map_if_safe(&file) {
        return Ok(Bytes::from_owner(map));
    }
    let mut bytes = Vec::new();
    (&mut file).take(BEGINNING_BYTES).read_to_end(&mut bytes)?;
    if Catalogue::begins_like_published(&bytes) {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes.into())
}

/// Enough to tell a catalogue and records from anything else.
const BEGINNING_BYTES: u64 = 64;

/// The rules that a catalogue may have been built under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptedRules {
    /// Those of this program.
    Own,
    /// Any rules, because hosts and licence numbers mean the same under all of them.
    Any,
}

/// Opens the bytes of a file as a catalogue that answers equality alone.
///
/// # Errors
/// [`CatalogueFileError`] when they are no catalogue, or it has other rules.
pub fn open_exact(
    bytes: Bytes,
    rules: AcceptedRules,
) -> Result<ExactCatalogue, CatalogueFileError> {
    let opened = match rules {
        AcceptedRules::Own => ExactCatalogue::from_bytes(bytes),
        AcceptedRules::Any => ExactCatalogue::allow_other_rules(bytes),
    };
    opened.map_err(|error| CatalogueFileError::Refused(error.into()))
}

/// Replaces a file with these bytes, or creates it: a draft in the same folder is written, made
/// durable and given the name. It keeps the mode of the old file; that of a new one follows the umask.
///
/// # Errors
/// The folder or the file cannot be written. The old file then stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = draft_to_replace(path)?;
    adopt_owner(draft.as_file(), path)?;
    replace_with(draft, path, &[bytes])
}

/// Replaces a file with the parts, one after the other, which are written to a draft in its folder.
pub(crate) fn replace_with(
    mut draft: NamedTempFile,
    path: &Path,
    parts: &[&[u8]],
) -> io::Result<()> {
    fail_point::before_write();
    // Through the file, because an error of the draft itself would name it.
    parts.iter().try_for_each(|part| draft.as_file_mut().write_all(part))?;
    fail_point::before_write();
    draft.as_file().sync_all()?;
    fail_point::before_write();
    draft.persist(path).map_err(|failed| failed.error)?;
    fail_point::before_write();
    sync_folder_of(path)
}

/// Locks a folder against other processes that would write to it, until the lock is dropped. Waits
/// while another one has it.
pub(crate) fn lock(folder: &Path) -> io::Result<File> {
    let lock =
        File::options().create(true).truncate(false).write(true).open(folder.join(".lock"))?;
    lock.lock()?;
    Ok(lock)
}

#[cfg(test)]
mod tests;
