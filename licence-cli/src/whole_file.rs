//! Files that appear under their name when they are whole.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use licence_store::backup::is_of_database;
use tempfile::NamedTempFile;

use crate::exit::Failure;

/// Writes a file beside its place and renames it. A pipe or a device is written to directly, and a
/// link leads to its file.
pub(crate) fn write(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |error: io::Error| cannot_write(path, &error);
    let path = &place(path)?;
    if is_device(path) {
        return write(&mut File::options().write(true).open(path).map_err(failed)?);
    }
    let mut part = create_beside(path).map_err(failed)?;
    write(part.as_file_mut())?;
    keep(part, path)
}

/// Returns whether a path is `-`, which is standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns where a file goes: the file that a link leads to, else the path. No answer may replace a
/// database or a file beside it.
pub(crate) fn place(path: &Path) -> Result<PathBuf, Failure> {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if !is_device(&place) && is_of_database(&place) {
        let error = format!("{} is a database or a file of one; name another file", path.display());
        return Err(Failure::Usage(error));
    }
    Ok(place)
}

/// Returns whether a path is a pipe or a device.
pub(crate) fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Returns whether two paths are one file; a device and standard output are none.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    !is_stdout(one) && !is_device(one) && real(one) == real(other)
}

/// Creates a file in the folder of `path` that is removed unless it is kept. Its permissions are
/// those of any new file.
pub(crate) fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    licence_store::new_draft(folder.unwrap_or(Path::new(".")), 0o666)
}

/// Renames a file that is whole to its path.
pub(crate) fn keep(part: NamedTempFile, path: &Path) -> Result<(), Failure> {
    part.as_file().sync_all()?;
    part.persist(path).map_err(|error| cannot_write(path, &error.error))?;
    Ok(())
}

/// Returns the failure of a path that cannot be written: of the disk if it is full, else bad usage.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let text = format!("{}: {error}", path.display());
    match error.kind() {
        kind @ (ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge) => {
            io::Error::new(kind, text).into()
        }
        _ => Failure::Usage(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn a_full_disk_is_no_bad_usage() {
        for (kind, exit) in [
            (ErrorKind::StorageFull, Exit::Failed),
            (ErrorKind::FileTooLarge, Exit::Failed),
            (ErrorKind::NotFound, Exit::BadInput),
            (ErrorKind::PermissionDenied, Exit::BadInput),
        ] {
            let failure = cannot_write(Path::new("all.csv"), &kind.into());
            assert_eq!(failure.exit(), exit, "{failure}");
            assert!(failure.to_string().starts_with("all.csv: "), "{failure}");
        }
    }
}
