//! Restores a backup to the SQLite file of an address.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use licence_core::time::Timestamp;
use rustix::fs::{FlockOperation, fcntl_lock};
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection};
use tempfile::NamedTempFile;

use super::catalogue_version::{RAISE_VERSION, version_at};
use super::error::FOREIGN;
use super::sqlite::{Fault, QUICK_CHECK, verify};
use super::{BackupError, OverwritePolicy};
use crate::error::StoreError;
use crate::{fail_point, files};

/// The files beside a database that belong to its content. They must not stay beside a new
/// database: an old write-ahead log would be applied to it, and processes would trust an old log of
/// keys.
const SIDE_FILES: [&str; 4] = ["-wal", "-journal", "-shm", files::KEYS];

/// The SQLite file that a backup is restored to.
pub(super) struct Target {
    database: PathBuf,
    /// Keeps every process out of the old file until it has lost its name.
    _lock: File,
    /// Whether there was no file of this name.
    is_new: bool,
}

impl Drop for Target {
    /// Removes the file that was made to be locked, if nothing was restored to it.
    fn drop(&mut self) {
        if self.is_new && fs::metadata(&self.database).is_ok_and(|it| it.len() == 0) {
            let _ = fs::remove_file(&self.database);
        }
    }
}

impl Target {
    /// Returns the locked file of this name, which is made where there is none: whatever another process
    /// begins to write there meanwhile would be replaced. Fails if a process uses it.
    pub(super) fn new(database: &Path) -> Result<Self, BackupError> {
        let database = files::real_path(database);
        let database = database.map_err(|error| BackupError::io(Path::new("."), error))?;
        let failed = |error| BackupError::io(&database, error);
        let is_new = match files::create_private(&database, &[]) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
            created => created.map(|()| true).map_err(failed)?,
        };
        let file = OpenOptions::new().read(true).write(true).open(&database).map_err(failed)?;
        lock(&file, &database)?;
        Ok(Self { database, _lock: file, is_new })
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
        raise_version(draft.path(), now).await?;
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
fn lock(file: &File, database: &Path) -> Result<(), BackupError> {
    let locked = fcntl_lock(file, FlockOperation::NonBlockingLockExclusive);
    locked.map_err(io::Error::from).map_err(|error| match is_held(&error) {
        true => BackupError::InUse { database: database.display().to_string() },
        false => BackupError::io(database, error),
    })
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

async fn raise_version(draft: &Path, now: Timestamp) -> Result<(), BackupError> {
    let options = SqliteConnectOptions::new().filename(draft);
    let mut connection =
        options.disable_statement_logging().connect().await.map_err(StoreError::from)?;
    let raised = sqlx::query(RAISE_VERSION).bind(version_at(now)).execute(&mut connection).await;
    raised.map_err(StoreError::from)?;
    Ok(connection.close().await.map_err(StoreError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What another process wrote to a file of its own meanwhile would be replaced.
    #[test]
    fn a_file_that_was_not_there_is_taken_before_anything_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("new.db");
        let target = Target::new(&database).unwrap();
        assert_eq!(fs::metadata(&database).unwrap().len(), 0);
        drop(target);
        assert!(!database.exists(), "nothing was restored");
        let target = Target::new(&database).unwrap();
        fs::write(&database, b"restored").unwrap();
        drop(target);
        assert!(database.exists());
    }
}
