//! Files that appear under their name when they are whole.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use licence_store::backup::is_of_database;
use tempfile::TempPath;

use crate::exit::Failure;

/// A file beside its place, which is removed unless it is kept. A pipe or a device is written to
/// directly, and a link leads to its file.
pub(crate) struct WholeFile {
    draft: Option<(TempPath, PathBuf)>,
    pub(crate) file: File,
}

impl WholeFile {
    /// Creates a file. It keeps the mode of one that it replaces; that of a new one follows the umask.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| cannot_write(path, &error);
        let place = place(path)?;
        if is_device(&place) {
            let file = File::options().write(true).open(place).map_err(failed)?;
            return Ok(Self { draft: None, file });
        }
        let draft = licence_store::draft_to_replace(&place).map_err(failed)?;
        let (file, draft) = draft.into_parts();
        Ok(Self { draft: Some((draft, place)), file })
    }

    /// Renames the file, which is whole, to its place.
    pub(crate) fn keep(self) -> Result<(), Failure> {
        let Some((draft, place)) = self.draft else { return Ok(()) };
        self.file.sync_all().map_err(|error| name_file(&place, error.into()))?;
        draft.persist(&place).map_err(|error| cannot_write(&place, &error.error))
    }
}

/// Writes a file that appears under its name when it is whole.
pub(crate) fn write(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut whole = WholeFile::create(path)?;
    write(&mut whole.file).map_err(|failure| name_file(path, failure))?;
    whole.keep()
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

/// Returns the failure of a write, with the name of the file if it is of the system.
pub(crate) fn name_file(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Io(error) => {
            io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn a_failed_write_names_its_file_and_a_closed_pipe_is_still_one() {
        for (kind, is_closed_pipe) in
            [(ErrorKind::StorageFull, false), (ErrorKind::BrokenPipe, true)]
        {
            let failure = name_file(Path::new("all.csv"), io::Error::from(kind).into());
            assert!(failure.to_string().starts_with("all.csv: "), "{failure}");
            assert_eq!(failure.is_closed_pipe(), is_closed_pipe, "{failure}");
            assert_eq!(failure.exit(), Exit::Failed, "{failure}");
        }
    }

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
