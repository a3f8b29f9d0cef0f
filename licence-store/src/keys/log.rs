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
mod tests {
    use std::collections::BTreeMap;

    use licence_core::account::key::KeyId;
    use licence_core::audit::Actor;
    use licence_core::time::Timestamp;
    use uuid::Uuid;

    use super::*;
    use crate::keys::revocation::Ended;

    fn revocation(number: u128) -> Revocation {
        let ended = Ended::Key(KeyId(Uuid::from_u128(number)));
        Revocation { ended, at: Timestamp::EPOCH, by: "server".to_owned() }
    }

    fn revoked(numbers: &[u128]) -> BTreeMap<Ended, Revoked> {
        let revoked = Revoked { at: Timestamp::EPOCH, by: Actor::Server };
        let key = |number: &u128| Ended::Key(KeyId(Uuid::from_u128(*number)));
        numbers.iter().map(|number| (key(number), revoked.clone())).collect()
    }

    #[test]
    fn a_length_counts_for_a_moment_and_no_longer() {
        let folder = tempfile::tempdir().unwrap();
        let log = KeyLog::new(folder.path().join("licence.db-keys"));
        let other = KeyLog::new(folder.path().join("licence.db-keys"));
        let first = log.append_change(1).unwrap();
        let begun = Instant::now();
        assert_eq!(log.length_lately(begun), Some(first));
        let second = other.append_change(first).unwrap();
        let shortly = begun + SEEN_FOR / 2;
        assert_eq!(log.length_lately(shortly), Some(first), "the other process still waits");
        assert_eq!(log.length_lately(begun + SEEN_FOR), Some(second));
        let third = other.append_change(second).unwrap();
        assert_eq!(log.length(), Some(third));
        assert_eq!(log.length_lately(begun + SEEN_FOR), Some(third), "a look is remembered");
    }

    #[test]
    fn the_tail_holds_what_was_appended_after_the_committed_version() {
        let folder = tempfile::tempdir().unwrap();
        let log = KeyLog::new(folder.path().join("licence.db-keys"));
        assert_eq!((log.length(), log.tail(1).unwrap()), (None, Tail::default()));
        let version = log.append_change(1).unwrap();
        assert!(version > 1 + BEYOND as i64, "a new log begins beyond the committed version");
        let settled = Tail { end: version, is_settled: true, ..Tail::default() };
        assert_eq!((log.length(), log.tail(version).unwrap()), (Some(version), settled));
        log.append_revocation(&revocation(7), version).unwrap();
        let later = Revocation {
            at: Timestamp::EPOCH.later_by(std::time::Duration::from_secs(1)),
            by: "program".to_owned(),
            ..revocation(7)
        };
        log.append_revocation(&later, version).unwrap();
        let tail = log.tail(version).unwrap();
        assert_eq!(
            (tail.is_settled, tail.revoked),
            (true, revoked(&[7])),
            "the first moment stays"
        );
        let next = log.append_change(version).unwrap();
        let tail = log.tail(version).unwrap();
        assert_eq!((tail.is_settled, tail.revoked, tail.end), (false, revoked(&[7]), next));
        assert!(log.tail(next).unwrap().is_settled);
    }

    #[test]
    fn a_damaged_log_hides_no_later_revocation() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("licence.db-keys");
        let log = KeyLog::new(path.clone());
        let whole = serde_json::to_vec(&revocation(1)).unwrap();
        for (what, content, committed) in [
            ("the version of earlier releases", vec![0; 9], 9),
            ("a torn line", whole[..20].to_vec(), 0),
            ("a line that no version writes", b"\nnonsense\n".to_vec(), 0),
            ("bytes that are no text", vec![0xff, 0xfe], 0),
            ("an emptied file", vec![], 50),
            ("a file that lost its end", vec![0; 40], 50),
        ] {
            std::fs::write(&path, content).unwrap();
            log.append_revocation(&revocation(2), committed).unwrap();
            let tail = log.tail(committed).unwrap();
            assert_eq!(tail.revoked, revoked(&[2]), "{what}");
            assert_eq!(log.length(), Some(tail.end), "{what}");
            assert!(tail.end > committed, "{what}");
            assert_eq!(tail.is_settled, what.contains("earlier releases"), "{what}");
        }
    }

    #[test]
    fn a_line_of_a_later_version_is_read_by_what_is_known_of_it() {
        let id = Uuid::from_u128(5);
        let line = format!(
            r#"{{"revoke":"key","id":"{id}","at":"1970-01-01T00:00:00.000Z","by":"member:7","why":1}}"#
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("licence.db-keys");
        std::fs::write(&path, line).unwrap();
        let revoked = KeyLog::new(path).tail(0).unwrap().revoked;
        let expected = Revoked { at: Timestamp::EPOCH, by: Actor::Program };
        assert_eq!(revoked.get(&Ended::Key(KeyId(id))), Some(&expected));
        let line =
            format!(r#"{{"revoke":"passport","id":"{id}","at":"1970-01-01T00:00:00.000Z"}}"#);
        assert!(serde_json::from_str::<Revocation>(&line).is_err());
    }

    #[test]
    fn appends_of_many_threads_are_all_there() {
        let folder = tempfile::tempdir().unwrap();
        let log = KeyLog::new(folder.path().join("licence.db-keys"));
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let log = &log;
                scope.spawn(move || {
                    for number in 0..25 {
                        log.append_revocation(&revocation(thread * 25 + number), 0).unwrap();
                    }
                });
            }
        });
        let tail = log.tail(0).unwrap();
        assert_eq!((tail.is_settled, tail.revoked.len()), (true, 100));
    }
}
