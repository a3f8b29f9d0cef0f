//! Whether this version knows the schema of a database or a backup.

use crate::error::StoreError;
use crate::migration::{self, SchemaState};

/// Returns the newest of the migrations that were applied. Fails when this version lacks one of them.
pub(super) fn newest(mut applied: Vec<String>) -> Result<String, StoreError> {
    applied.sort();
    match migration::state_of_migrations(&applied) {
        SchemaState::Later(migration) => Err(StoreError::SchemaTooNew { migration }),
        SchemaState::Current | SchemaState::Behind => Ok(applied.pop().unwrap_or_default()),
    }
}
