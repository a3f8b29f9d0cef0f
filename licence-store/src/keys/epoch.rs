//! How every process learns at once that a key or a plan changed.
//!
//! The database holds a version that each change raises. The version to come is *announced* where
//! every process can see it without asking the database, before the change commits; so the
//! announced version is never behind the committed one, and keys held under the announced
//! version are those of the database.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Where versions are announced.
#[derive(Clone, Debug)]
pub(crate) enum Epoch {
    /// In this process: a database in memory is nobody else's.
    Process(Arc<AtomicI64>),
    /// By the length of a file beside the SQLite file, for one `stat` a request.
    File(PathBuf),
    /// Nowhere: the database is asked about every key.
    Nowhere,
}

impl Epoch {
    /// For a database in memory.
    pub(crate) fn in_process() -> Self {
        Self::Process(Arc::new(AtomicI64::new(0)))
    }

    /// The version announced last; `None` where there is none to trust.
    pub(crate) fn announced(&self) -> Option<i64> {
        let version = match self {
            Self::Process(version) => version.load(Ordering::Acquire),
            Self::File(path) => i64::try_from(fs::metadata(path).ok()?.len()).ok()?,
            Self::Nowhere => return None,
        };
        (version > 0).then_some(version)
    }

    /// Announces a version. Only under the database's write lock: of two announcements at once the
    /// earlier could win.
    pub(crate) fn announce(&self, version: i64) -> io::Result<()> {
        match self {
            Self::Process(announced) => announced.store(version, Ordering::Release),
            Self::File(path) => {
                let file =
                    OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
                file.set_len(u64::try_from(version).unwrap_or(0))?;
            }
            Self::Nowhere => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_announced_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        for epoch in [Epoch::in_process(), Epoch::File(folder.path().join("licence.db-keys"))] {
            assert_eq!(epoch.announced(), None);
            for version in [3, 4, 4, 2] {
                epoch.announce(version).unwrap();
                assert_eq!(epoch.clone().announced(), Some(version));
            }
        }
        Epoch::Nowhere.announce(7).unwrap();
        assert_eq!(Epoch::Nowhere.announced(), None);
    }
}
