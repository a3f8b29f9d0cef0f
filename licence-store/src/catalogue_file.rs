//! Catalogues and their records as files: opened without a database, replaced whole, watched.
//!
//! A file is replaced and never written in place. Whoever has the old one open keeps reading the
//! old one, and a process that is killed at any moment leaves the old file or the new one.

mod note;
mod pull;
mod watch;

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use licence_core::catalogue::{Catalogue, OpenError};
use licence_core::records::RecordsError;
use thiserror::Error;

pub use note::{NoteError, SigningKey, VerifyingKey};
pub use pull::{Published, PullError, Pulled, pull};
pub use watch::{Reloads, Watch};

use crate::fail_point;
use crate::files::{draft_beside, sync_folder_of};

/// Why a file is not opened as a catalogue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CatalogueFileError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// It is no catalogue that this program reads.
    #[error(transparent)]
    Refused(#[from] OpenError),
    /// It begins as records do, and a line of it is wrong.
    #[error(transparent)]
    Records(#[from] RecordsError),
}

/// Reads a file and opens it as a catalogue. Of records it builds the catalogue, which takes some
/// tenths of a second for thirty thousand hosts.
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
    let bytes = fs::read(path)?;
    match bytes.starts_with(b"licence-records ") {
        true => Ok(Catalogue::from_records(&bytes)?),
        false => Ok(Catalogue::from_bytes(bytes)?),
    }
}

/// Replaces a file with these bytes, or creates it: a draft in the same folder is written, made
/// durable and given the name. Everybody may read it, because registers are public.
///
/// # Errors
/// The folder or the file cannot be written. The old file then stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, &[bytes], 0o644)
}

/// Replaces a file with the parts, one behind the other, and gives it this mode.
pub(crate) fn replace_with(path: &Path, parts: &[&[u8]], mode: u32) -> io::Result<()> {
    let mut draft = draft_beside(path)?;
    fail_point::before_write();
    parts.iter().try_for_each(|part| draft.write_all(part))?;
    draft.as_file().set_permissions(Permissions::from_mode(mode))?;
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
