//! Which kind of backup a file is, by its first bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::BackupError;
use super::terms::{DatabaseKind, OverwritePolicy};
use crate::files;

const SQLITE: &[u8] = b"SQLite format 3\0";
const PG_DUMP: &[u8] = b"PGDMP";
/// The bytes of an SQLite header that tell how the file is written: 1 in place, 2 with a
/// write-ahead log.
const JOURNAL: std::ops::Range<usize> = 18..20;

/// Requires a backup of this kind of database.
pub(super) fn expect(file: &Path, expected: DatabaseKind) -> Result<(), BackupError> {
    let found = detect_kind(file)?;
    if found == expected {
        return Ok(());
    }
    Err(BackupError::OtherKind { file: file.to_owned(), found, expected })
}

/// Refuses a file that a new backup must not replace, and the name of a file beside a database, which
/// the next command would overwrite. With [`OverwritePolicy::Replace`] that is every file that is no
/// backup, such as the database.
pub(super) fn refuse_overwriting(
    file: &Path,
    overwrite: OverwritePolicy,
) -> Result<(), BackupError> {
    if is_beside_database(file) {
        return Err(BackupError::IsOfDatabase { file: file.to_owned() });
    }
    if !file.exists() {
        return Ok(());
    }
    match overwrite {
        OverwritePolicy::Refuse => Err(BackupError::FileExists { file: file.to_owned() }),
        OverwritePolicy::Replace => detect_kind(file).map(drop),
    }
}

/// Returns whether a file is an SQLite database or lies beside one and belongs to it, as its log and
/// the key of its secrets do. One that cannot be read is none.
pub fn is_of_database(file: &Path) -> bool {
    is_sqlite(file) || is_beside_database(file)
}

/// Returns whether a name is that of a file beside an SQLite database, whether or not it exists.
fn is_beside_database(file: &Path) -> bool {
    files::database_beside(file).is_some_and(|database| is_sqlite(&database))
}

fn is_sqlite(file: &Path) -> bool {
    head(file).is_ok_and(|head| head.starts_with(SQLITE))
}

/// Returns the kind of a backup. A copy of an SQLite database in use is no backup, because the
/// content of its write-ahead log is missing.
fn detect_kind(file: &Path) -> Result<DatabaseKind, BackupError> {
    let head = head(file).map_err(|error| BackupError::not_a_backup(file, error))?;
    if head.starts_with(PG_DUMP) {
        return Ok(DatabaseKind::Postgres);
    }
    if !head.starts_with(SQLITE) {
        let why = "it begins neither as an SQLite database nor as an archive of pg_dump";
        return Err(BackupError::not_a_backup(file, why));
    }
    let has_log = head.get(JOURNAL) != Some(&[1, 1]);
    if has_log || files::beside(file, "-wal").exists() || files::beside(file, "-journal").exists() {
        let why = "it is the file of a database in use, and part of the data may be in files beside \
                   it; `licence backup` makes a backup of it";
        return Err(BackupError::not_a_backup(file, why));
    }
    Ok(DatabaseKind::Sqlite)
}

fn head(file: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let is_stream = !(file.is_file() || file.is_dir());
    if is_stream && file.exists() {
        return Err(io::Error::other("it is a pipe or a device"));
    }
    File::open(file)?.take(JOURNAL.end as u64).read_to_end(&mut head)?;
    Ok(head)
}
