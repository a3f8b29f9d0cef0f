//! The log of key changes beside a SQLite file.
//!
//! The length of the log is the version that every process compares with. A process uses the length
//! that it saw for up to [`SEEN_FOR`], so that busy servers need no `stat` a request. A change or
//! revocation therefore waits as long before it returns.
//!
//! Under the database's write lock, a change appends a line, and its transaction stores the length
//! after that line. A revocation appends a line *without* the write
//! lock, so that it never waits for a reading that is being applied. The process writes it into the
//! database if it gets the lock at once; otherwise the next process that changes a key or finds the line
//! does, as soon as it gets the lock.
//!
//! The log only grows. Every append is one `write` that begins with a line break, so that no
//! append needs a lock of its own, and a line that a crash cut short spoils no other line.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;

use super::revocation::{Revocation, Revoked, Tail};
use crate::files;

const CHANGE: &str = "changed";
/// How far a log that is too short is filled beyond the committed version, in bytes. It is farther
/// than any change of a process that still writes to the lost file.
const BEYOND: u64 = 4_096;

/// How long a process uses the length that it saw.
const SEEN_FOR: Duration = Duration::from_millis(5);

#[derive(Clone, Debug)]
pub(crate) struct KeyLog {
    path: PathBuf,
    /// The length that was seen last, and an instant before that.
    seen: Arc<ArcSwapOption<(Instant, Option<i64>)>>,
}

impl KeyLog {
    /// Returns the log at a path, which need not exist.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, seen: Arc::default() }
    }

    /// Returns the length of the log; `None` without a log.
    pub(crate) fn length(&self) -> Option<i64> {
        self.look(Instant::now())
    }

    /// Returns the length at `now`, or up to [`SEEN_FOR`] before.
    pub(super) fn length_lately(&self, now: Instant) -> Option<i64> {
        match &*self.seen.load() {
            Some(seen) if now.saturating_duration_since(seen.0) < SEEN_FOR => seen.1,
            _ => self.look(now),
        }
    }

    fn look(&self, now: Instant) -> Option<i64> {
        let metadata = std::fs::metadata(&self.path).ok();
        let length = metadata.and_then(|metadata| i64::try_from(metadata.len()).ok());
        self.seen.store(Some(Arc::new((now, length))));
        length
    }

    /// Returns once no process uses a length that it saw before this call.
    pub(super) async fn wait_until_seen(&self) {
        tokio::time::sleep(SEEN_FOR).await;
    }

    /// Appends a change, and returns the new length, which is the version to commit. Call it under
    /// the write lock of the database, whose version of the keys is `committed`.
    pub(crate) fn append_change(&self, committed: i64) -> io::Result<i64> {
        let mut file = self.append(CHANGE.as_bytes(), committed)?;
        i64::try_from(file.stream_position()?).map_err(io::Error::other)
    }

    /// Appends a revocation, and returns when it survives a power failure.
    pub(super) fn append_revocation(
        &self,
        revocation: &Revocation,
        committed: i64,
    ) -> io::Result<()> {
        let is_new = self.length().is_none();
        self.append(&serde_json::to_vec(revocation)?, committed)?.sync_all()?;
        match is_new {
            true => files::sync_folder_of(&self.path),
            false => Ok(()),
        }
    }

    fn append(&self, line: &[u8], committed: i64) -> io::Result<File> {
        let mut file = files::append_private(&self.path)?;
        let missing = u64::try_from(committed).unwrap_or(0).checked_sub(file.metadata()?.len());
        let filling = missing.filter(|missing| *missing > 0).map_or(0, |missing| missing + BEYOND);
        let mut bytes = vec![0; usize::try_from(filling).map_err(io::Error::other)?];
        bytes.push(b'\n');
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
        match file.write(&bytes)? {
            written if written == bytes.len() => Ok(file),
            _ => Err(ErrorKind::StorageFull.into()),
        }
    }

    /// Returns what was appended after the version in the database.
    pub(crate) fn tail(&self, committed: i64) -> io::Result<Tail> {
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Tail::default()),
            opened => opened?,
        };
        let committed = u64::try_from(committed).unwrap_or(0);
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(committed))?;
        file.read_to_end(&mut bytes)?;
        let end = length.min(committed) + bytes.len() as u64;
        let end = i64::try_from(end).map_err(io::Error::other)?;
        let mut tail = Tail { end, is_settled: length >= committed, ..Tail::default() };
        for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let Ok(Revocation { ended, at, by }) = serde_json::from_slice(line) else {
                tail.is_settled = false;
                continue;
            };
            let revoked = Revoked { at, by: by.parse().unwrap_or_default() };
            tail.revoked.entry(ended).or_insert(revoked);
        }
        Ok(tail)
    }
}

#[cfg(test)]
mod tests;
