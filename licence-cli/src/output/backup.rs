//! Backups, for a person.

use licence_store::backup::{BackupFile, RestoredDatabase};

/// What was backed up, in one line.
pub(crate) fn created(made: &BackupFile) -> String {
    let BackupFile { file, kind, bytes, schema, .. } = made;
    format!("{}: a verified backup of {kind}, {bytes} bytes, schema {schema}\n", file.display())
}

/// What was restored, and where the old files are.
pub(crate) fn restored(restored: &RestoredDatabase) -> String {
    let RestoredDatabase { database, kind, schema, kept, .. } = restored;
    let kept = kept.as_ref().map_or(String::new(), |kept| {
        format!("the database that was there is kept as {}\n", kept.display())
    });
    format!("{database}: restored on {kind}, schema {schema}\n{kept}")
}
