//! Revocations of keys that are announced beside the database and not written in it yet.
//!
//! A restored backup must not bring a key back that was revoked before the backup was made. Today
//! every revocation is committed to the database before it is announced, so a copy of the database
//! holds them all, and nothing has to be added.

use std::path::Path;

use sea_orm::sqlx::sqlite::SqliteConnection;

use super::BackupError;

/// The revocations that a copy of the database may lack.
pub(super) struct UnwrittenRevocations;

impl UnwrittenRevocations {
    /// Reads them beside the database. Called before the copy is made: what leaves the file
    /// afterwards is then in the database, and so in the copy.
    pub(super) fn read(_database: &Path) -> Result<Self, BackupError> {
        Ok(Self)
    }

    /// Writes them into the copy, before it is verified.
    pub(super) async fn write_into(self, _copy: &mut SqliteConnection) -> Result<(), BackupError> {
        Ok(())
    }
}
