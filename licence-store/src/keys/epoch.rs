//! Tells every process at once that a key or a plan changed.
//!
//! The database holds a version that each change raises. The version to come is *announced* where
//! every process can see it without asking the database, before the change commits. Keys that were
//! loaded under the announced version are therefore those of the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use super::lease::Lease;
use super::log::KeyLog;
use super::revocation::Tail;
use crate::error::StoreError;

/// Where versions are announced.
#[derive(Clone, Debug)]
pub(crate) enum Epoch {
    /// In this process, for a database in memory.
    Process(Arc<AtomicI64>),
    /// In the log beside the SQLite file.
    Log(KeyLog),
    /// To the servers of a PostgreSQL database, which raises the version itself. A process without a
    /// lease asks it about every key.
    Leased(Arc<Lease>),
}

impl Epoch {
    /// Returns whether keys of this version are those of the database now. Ask when the answer from
    /// memory is ready.
    pub(super) fn covers(&self, version: i64) -> bool {
        match self {
            Self::Leased(lease) => lease.covers(version),
            Self::Log(log) => log.length_lately(Instant::now()) == Some(version),
            Self::Process(_) => self.announced() == Some(version),
        }
    }

    /// Returns the version announced last; `None` without one, and without a lease.
    pub(crate) fn announced(&self) -> Option<i64> {
        let version = match self {
            Self::Process(version) => version.load(Ordering::Acquire),
            Self::Log(log) => log.length()?,
            Self::Leased(lease) => lease.version()?,
        };
        (version > 0).then_some(version)
    }

    /// Announces the version after the committed one, and returns it. Call it only under the
    /// database's write lock, because of two announcements at once the earlier could win.
    pub(crate) fn announce_after(&self, committed: i64) -> Result<i64, StoreError> {
        match self {
            Self::Process(announced) => {
                announced.store(committed + 1, Ordering::Release);
                Ok(committed + 1)
            }
            Self::Log(log) => {
                log.append_change(committed).map_err(|error| StoreError::not_announced(&error))
            }
            Self::Leased(_) => Ok(committed + 1),
        }
    }

    /// Returns once every process on SQLite follows the announcements before this call.
    pub(super) async fn wait_until_seen(&self) {
        match self {
            Self::Log(log) => log.wait_until_seen().await,
            Self::Process(_) | Self::Leased(_) => {}
        }
    }

    pub(crate) fn tail(&self, committed: i64) -> Result<Tail, StoreError> {
        match self {
            Self::Process(announced) => {
                let end = announced.load(Ordering::Acquire);
                Ok(Tail { end, is_settled: end == committed, ..Tail::default() })
            }
            Self::Log(log) => {
                log.tail(committed).map_err(|error| StoreError::not_announced(&error))
            }
            Self::Leased(_) => Ok(Tail { end: committed, is_settled: true, ..Tail::default() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_announced_is_seen_and_settled_once_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let log = KeyLog::new(folder.path().join("licence.db-keys"));
        for epoch in [Epoch::Process(Arc::default()), Epoch::Log(log)] {
            assert_eq!(epoch.announced(), None);
            let mut committed = 1;
            for _ in 0..3 {
                let next = epoch.announce_after(committed).unwrap();
                assert!(next > committed);
                assert_eq!(epoch.clone().announced(), Some(next));
                assert!(!epoch.tail(committed).unwrap().is_settled);
                assert!(epoch.tail(next).unwrap().is_settled);
                committed = next;
            }
        }
    }
}
