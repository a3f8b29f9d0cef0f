//! A file that is watched: the newest catalogue under its name, without a restart.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use arc_swap::ArcSwap;
use licence_core::catalogue::Catalogue;

use super::{CatalogueFileError, open};
use crate::mutex::lock;

/// The catalogue under a name, which another process replaces. Readers never wait: a
/// reader keeps the catalogue that it has, and the memory of an old one is freed when its last
/// reader is done.
pub struct Watch {
    path: PathBuf,
    current: ArcSwap<Catalogue>,
    loaded: Mutex<Option<Identity>>,
    reloads: AtomicU64,
    failures: AtomicU64,
}

/// How often a watched file was loaded again, and how often that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reloads {
    /// Files that replaced the one before.
    pub done: u64,
    /// Files that could not be opened; the catalogue before stays in use.
    pub failed: u64,
}

/// What distinguishes one file from another under the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    inode: u64,
    bytes: u64,
    modified: (i64, i64),
}

impl Identity {
    fn from_path(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        let modified = (metadata.mtime(), metadata.mtime_nsec());
        Some(Self { inode: metadata.ino(), bytes: metadata.len(), modified })
    }
}

impl Watch {
    /// Opens the file.
    ///
    /// # Errors
    /// As [`open`].
    pub fn new(path: impl Into<PathBuf>) -> Result<Self, CatalogueFileError> {
        let path = path.into();
        // Before the file is read, so that one which replaces it meanwhile is noticed.
        let identity = Identity::from_path(&path);
        let current = ArcSwap::from_pointee(open(&path)?);
        let (reloads, failures) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self { path, current, loaded: Mutex::new(identity), reloads, failures })
    }

    /// Returns the newest catalogue that was loaded. An old file still answers, and its answers
    /// name the registers that are stale.
    pub fn catalogue(&self) -> Arc<Catalogue> {
        self.current.load_full()
    }

    /// Loads the file again if it was replaced, and returns whether it was. Call it in turn, every
    /// few seconds, on a thread that may wait for the disk.
    ///
    /// # Errors
    /// As [`open`]. The catalogue before stays in use. A file that was refused is not
    /// tried again; one that could not be read is.
    pub fn refresh(&self) -> Result<bool, CatalogueFileError> {
        let mut loaded = lock(&self.loaded);
        let found = Identity::from_path(&self.path);
        if found == *loaded {
            return Ok(false);
        }
        match open(&self.path) {
            Ok(catalogue) => {
                *loaded = found;
                self.current.store(Arc::new(catalogue));
                self.reloads.fetch_add(1, Ordering::Relaxed);
                Ok(true)
            }
            Err(error) => {
                if found.is_none() || matches!(error, CatalogueFileError::Refused(_)) {
                    *loaded = found;
                }
                self.failures.fetch_add(1, Ordering::Relaxed);
                Err(error)
            }
        }
    }

    /// Returns the counts of reloads.
    pub fn reloads(&self) -> Reloads {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Reloads { done: count(&self.reloads), failed: count(&self.failures) }
    }
}

#[cfg(test)]
mod tests;
