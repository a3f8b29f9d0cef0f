//! The file of an SQLite database and the files beside it. They are private, belong to the owner of
//! the database, and another file in their place is recognised.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The suffix of the file with the newest catalogue.
pub(crate) const CATALOGUE: &str = "-catalogue";
/// The suffix of the file that announces changed keys.
pub(crate) const KEYS: &str = "-keys";
/// The suffix of the file that announces due deliveries.
pub(crate) const DUE: &str = "-due";
/// The suffix of the key file of the webhook secrets.
pub(crate) const SECRET_KEY: &str = "-secret.key";
/// The suffixes of the files that belong to an SQLite database and lie beside it.
const OF_A_DATABASE: [&str; 8] =
    [CATALOGUE, KEYS, DUE, SECRET_KEY, RESTORING, "-wal", "-shm", JOURNAL];
/// The suffix of the mark of an unfinished restore.
const RESTORING: &str = "-restoring";

/// The size of the header with which every SQLite database begins.
const HEADER_BYTES: u64 = 100;
const DRAFT_PREFIX: &str = ".licence-";
const DRAFT_SUFFIX: &str = ".part";
/// What SQLite writes beside a file while it changes it.
const JOURNAL: &str = "-journal";

/// The file of an open database: its name, and which file had that name when it was opened.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseFile {
    path: PathBuf,
    identity: (u64, u64),
}

impl DatabaseFile {
    /// Returns the file of this name. An absent file is created empty, with mode 0600: SQLite
    /// gives its side files the mode and the owner of the database.
    ///
    /// Call it before SQLite opens the file, so that a file that replaces it in between is
    /// recognised.
    pub(crate) fn prepare(path: &Path) -> io::Result<Self> {
        require_finished_restore(path)?;
        let path = std::path::absolute(path)?;
        if !path.exists() {
            create_private_if_absent(&path, &[])?;
        }
        let identity = identity(&path)?;
        Ok(Self { path, identity })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the name still leads to the file that was opened, and the file was not
    /// emptied.
    pub(crate) fn is_in_place(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|found| {
            (found.dev(), found.ino()) == self.identity && found.len() >= HEADER_BYTES
        })
    }
}

/// Returns the device and the inode of a file.
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let metadata = fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Returns whether both names lead to one file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
}

/// Opens a file beside a database to append to it, and creates it first where it is absent.
pub(crate) fn append_private(path: &Path) -> io::Result<File> {
    let open = || OpenOptions::new().append(true).open(path);
    match open() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_private_if_absent(path, &[])?;
            open()
        }
        opened => opened,
    }
}

/// Creates a file with mode 0600, whatever the umask, for the owner of the database. It appears under
/// its name whole and durable.
///
/// # Errors
/// `AlreadyExists` when the file is there; it stays as it is.
pub(crate) fn create_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = draft_beside(path)?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    draft.persist_noclobber(path)?;
    sync_folder_of(path)
}

/// The same; a file that is there is no error.
pub(crate) fn create_private_if_absent(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match create_private(path, bytes) {
        // Its name may not be durable yet, if another process has just made it.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => sync_folder_of(path),
        created => created,
    }
}

/// Returns a new file with mode 0600 in the folder of `path`, with the owner that `path` would get.
/// Dropping it removes the file.
pub(crate) fn draft_beside(path: &Path) -> io::Result<NamedTempFile> {
    let draft = new_draft(folder_of(path), 0o600)?;
    adopt_owner(draft.as_file(), path)?;
    Ok(draft)
}

/// Returns a new file that will replace `path`, with the mode and the owner of the file that is there.
/// Without one it has the mode that the umask leaves of 0666. Dropping it removes the file.
///
/// # Errors
/// No file can be made in the folder.
pub fn draft_to_replace(path: &Path) -> io::Result<NamedTempFile> {
    let mode = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return new_draft(folder_of(path), 0o666);
        }
        replaced => replaced?.mode() & 0o777,
    };
    let draft = new_draft(folder_of(path), mode)?;
    adopt_owner(draft.as_file(), path)?;
    draft.as_file().set_permissions(Permissions::from_mode(mode))?;
    Ok(draft)
}

/// Returns a new file in a folder; dropping it removes it. First removes the drafts that killed
/// processes left there. A lock tells them from those in use.
///
/// # Errors
/// No file can be made in the folder. The error does not name the draft, of which no user knows.
fn new_draft(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let _ = remove_abandoned_drafts(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(DRAFT_PREFIX).suffix(DRAFT_SUFFIX);
    loop {
        // An error of `tempfile_in` would name the draft.
        let draft = builder.make_in(folder, |path| {
            OpenOptions::new().read(true).write(true).create_new(true).mode(mode).open(path)
        })?;
        // In a file system without locks, nobody gets one, and drafts stay where they are.
        let _ = draft.as_file().lock();
        // Another process may have taken the draft for an abandoned one before it was locked.
        if draft.as_file().metadata()?.nlink() > 0 {
            return Ok(draft);
        }
    }
}

/// Removes the drafts that killed processes left, and what SQLite wrote beside them.
fn remove_abandoned_drafts(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // A pipe of a stranger would never open.
        if !name.starts_with(DRAFT_PREFIX) || !entry.file_type()?.is_file() {
            continue;
        }
        let draft = name.strip_suffix(JOURNAL).filter(|draft| draft.ends_with(DRAFT_SUFFIX));
        if draft.is_some_and(|draft| !path.with_file_name(draft).exists()) {
            // Another process may have removed it.
            let _ = fs::remove_file(&path);
        } else if name.ends_with(DRAFT_SUFFIX)
            && let Ok(draft) = OpenOptions::new().write(true).open(&path)
            && draft.try_lock().is_ok()
        {
            fs::remove_file(&path)?;
            let _ = fs::remove_file(beside(&path, JOURNAL));
        }
    }
    Ok(())
}

/// Gives a file that will be named `path` to the owner and the group of its database. An administrator's command
/// runs as root, and the service could not read root's files. Without that right the file keeps its
/// owner.
pub(crate) fn adopt_owner(file: &File, path: &Path) -> io::Result<()> {
    let model = fs::metadata(owner_model(path))?;
    let own = file.metadata()?;
    if (model.uid(), model.gid()) == (own.uid(), own.gid()) {
        return Ok(());
    }
    match fchown(file, Some(model.uid()), Some(model.gid())) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        given => given,
    }
}

/// Returns the file whose owner a file of this name gets: itself if it exists, else the database
/// beside it, else its folder.
fn owner_model(path: &Path) -> PathBuf {
    if path.exists() {
        return path.to_owned();
    }
    let database = path.to_str().and_then(|name| {
        [CATALOGUE, KEYS, SECRET_KEY].into_iter().find_map(|suffix| name.strip_suffix(suffix))
    });
    match database {
        Some(database) if Path::new(database).is_file() => PathBuf::from(database),
        _ => folder_of(path).to_owned(),
    }
}

/// Returns the SQLite file that a file lies beside and belongs to, if it is there.
pub(crate) fn database_beside(path: &Path) -> Option<PathBuf> {
    let name = path.to_str()?;
    let names = OF_A_DATABASE.iter().filter_map(|suffix| name.strip_suffix(suffix));
    names.map(PathBuf::from).find(|database| database.is_file())
}

/// Returns the names of a database's file and of those beside it, whether or not they exist.
pub fn files_of(database: &Path) -> impl Iterator<Item = PathBuf> {
    [""].into_iter().chain(OF_A_DATABASE).map(|suffix| beside(database, suffix))
}

/// Returns the name of the key file of the webhook secrets beside a database.
pub fn secret_key_beside(database: &Path) -> PathBuf {
    beside(database, SECRET_KEY)
}

/// Marks that a restore of this database has begun. Until [`unmark_restore`] nobody opens the file,
/// because it may be the old one without its log.
pub(crate) fn mark_restore(database: &Path) -> io::Result<()> {
    create_private_if_absent(&beside(database, RESTORING), &[])
}

/// Removes the mark of a restore after the restored file is durable.
pub(crate) fn unmark_restore(database: &Path) -> io::Result<()> {
    sync_folder_of(database)?;
    fs::remove_file(beside(database, RESTORING))?;
    sync_folder_of(database)
}

/// Refuses a database with the mark of an unfinished restore.
pub(crate) fn require_finished_restore(path: &Path) -> io::Result<()> {
    if !beside(&real_path(path)?, RESTORING).exists() {
        return Ok(());
    }
    Err(io::Error::other(
        "a restore of this database is not finished; if none is running, run `licence restore FILE \
         --force` again",
    ))
}

/// Returns the path of a file without symbolic links; for an absent file, its absolute path.
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => std::path::absolute(path),
        found => found,
    }
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the names in a folder durable, because a synced file may still lose its name.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

/// Returns the path with a suffix: a file beside another.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let error = draft_beside(&folder.path().join("nowhere/a.db")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(DRAFT_SUFFIX), "{error}");
    }

    #[test]
    fn drafts_of_killed_processes_are_removed_and_drafts_in_use_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let in_use = new_draft(folder.path(), 0o600).unwrap();
        let abandoned = ["a1.part", "a1.part-journal", "a2.part-journal"];
        let abandoned = abandoned.map(|name| format!("{DRAFT_PREFIX}{name}"));
        let others = [".licence-a1".to_owned(), "b.part".to_owned()];
        for name in abandoned.iter().chain(&others) {
            fs::write(folder.path().join(name), b"half").unwrap();
        }
        let draft = new_draft(folder.path(), 0o644).unwrap();
        let expected = [in_use.path().to_owned(), draft.path().to_owned()];
        let expected = expected.into_iter().chain(others.map(|it| folder.path().join(it)));
        let mut expected: Vec<PathBuf> = expected.collect();
        let found = fs::read_dir(folder.path()).unwrap();
        let mut found: Vec<PathBuf> = found.map(|it| it.unwrap().path()).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
        assert_eq!(draft.as_file().metadata().unwrap().mode() & 0o600, 0o600);
    }
}
