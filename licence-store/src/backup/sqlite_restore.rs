//! Restores a backup to the SQLite file of an address.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use licence_core::time::Timestamp;
use rustix::fs::{FlockOperation, fcntl_lock};
use tempfile::NamedTempFile;

use super::error::FOREIGN;
use super::sqlite::{Fault, QUICK_CHECK, verify};
use super::{BackupError, OverwritePolicy};
use crate::{fail_point, files};

/// The files beside a database that belong to its content. They must not stay beside a new
/// database: an old write-ahead log would be applied to it, and processes would trust an old log of
/// keys.
const SIDE_FILES: [&str; 4] = ["-wal", "-journal", "-shm", files::KEYS];

/// The SQLite file that a backup is restored to.
pub(super) struct Target {
    database: PathBuf,
    /// Keeps every process out of the old file until it has lost its name.
    _lock: Option<File>,
}

impl Target {
    /// Returns the locked file of this name. Fails if a process uses it.
    pub(super) fn new(database: &Path) -> Result<Self, BackupError> {
        let database = files::real_path(database);
        let database = database.map_err(|error| BackupError::io(Path::new("."), error))?;
        let lock = lock(&database)?;
        Ok(Self { database, _lock: lock })
    }

    /// Replaces the file by a verified copy of the backup, whose first `content` bytes are the
    /// database. Returns the schema, and the new name of the replaced database.
    pub(super) async fn restore(
        self,
        (file, content): (&Path, u64),
        overwrite: OverwritePolicy,
        now: Timestamp,
    ) -> Result<(String, Option<PathBuf>), BackupError> {
        self.refuse_data(file, overwrite)?;
        let draft = self.copy(file, content).await?;
        let schema = verify(draft.path(), QUICK_CHECK).await.map_err(|fault| match fault {
            Fault::Damaged(why) => BackupError::damaged(file, why),
            Fault::Foreign => BackupError::not_a_backup(file, FOREIGN),
            Fault::Schema(error) => error.into(),
        })?;
        let kept = self.replace(draft, now).map_err(|error| self.failed(error))?;
        Ok((schema, kept))
    }

    fn refuse_data(&self, file: &Path, overwrite: OverwritePolicy) -> Result<(), BackupError> {
        if files::is_same(file, &self.database) {
            return Err(BackupError::not_a_backup(file, "it is the database itself"));
        }
        if overwrite == OverwritePolicy::Replace || !self.holds_data() {
            return Ok(());
        }
        let database = self.database.display().to_string();
        let remedy = "--force replaces it and keeps the old files under another name";
        Err(BackupError::HoldsData { database, remedy })
    }

    /// Returns whether the file or its log contains data. A log alone is data too: somebody may
    /// have deleted the database under a running server.
    fn holds_data(&self) -> bool {
        let wal = files::beside(&self.database, "-wal");
        [&self.database, &wal]
            .into_iter()
            .any(|file| fs::metadata(file).is_ok_and(|it| it.len() > 0))
    }

    async fn copy(&self, file: &Path, content: u64) -> Result<NamedTempFile, BackupError> {
        let draft = files::draft_beside(&self.database).map_err(|error| self.failed(error))?;
        let (from, to) = (file.to_owned(), draft.as_file().try_clone());
        let copying = tokio::task::spawn_blocking(move || {
            let mut to = to?;
            io::copy(&mut File::open(from)?.take(content), &mut to)?;
            to.sync_all()
        });
        let copied = copying.await.map_err(io::Error::other).and_then(|copied| copied);
        copied.map_err(|error| self.failed(error))?;
        Ok(draft)
    }

    /// Replaces the old files by the draft. The old files get a second name first, so that a
    /// process that is killed here leaves them under at least one name. If it is killed later, the
    /// mark prevents that anybody opens the old file without its log.
    fn replace(&self, draft: NamedTempFile, now: Timestamp) -> io::Result<Option<PathBuf>> {
        let kept = self.keep(now)?;
        fail_point::before_write();
        files::mark_restore(&self.database)?;
        for suffix in SIDE_FILES {
            fail_point::before_write();
            remove(&files::beside(&self.database, suffix))?;
        }
        fail_point::before_write();
        draft.persist(&self.database)?;
        fail_point::before_write();
        files::unmark_restore(&self.database)?;
        Ok(kept)
    }

    fn keep(&self, now: Timestamp) -> io::Result<Option<PathBuf>> {
        if !self.holds_data() {
            return Ok(None);
        }
        let instant: String = now.to_string().chars().filter(char::is_ascii_alphanumeric).collect();
        let kept = files::beside(&self.database, &format!(".replaced-{instant}"));
        for suffix in [""].into_iter().chain(SIDE_FILES) {
            match fs::hard_link(files::beside(&self.database, suffix), files::beside(&kept, suffix))
            {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                linked => linked?,
            }
        }
        files::sync_folder_of(&self.database)?;
        Ok(Some(kept))
    }

    fn failed(&self, error: io::Error) -> BackupError {
        BackupError::io(&self.database, error)
    }
}

/// Locks the whole file. The lock conflicts with the shared lock of every process that has the file
/// open as a WAL database. A damaged file can be locked too.
fn lock(database: &Path) -> Result<Option<File>, BackupError> {
    let failed = |error| BackupError::io(database, error);
    let file = match OpenOptions::new().read(true).write(true).open(database) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(failed)?,
    };
    match fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).map_err(io::Error::from) {
        Ok(()) => Ok(Some(file)),
        Err(error) if is_held(&error) => {
            Err(BackupError::InUse { database: database.display().to_string() })
        }
        Err(error) => Err(failed(error)),
    }
}

/// Returns whether another process holds the lock. Systems report either error for that.
fn is_held(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::PermissionDenied)
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
