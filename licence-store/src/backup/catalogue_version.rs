//! The version of the catalogue of a restored database.

use licence_core::time::Timestamp;

/// Raises the version to the seconds since 1970, beyond any that the database had since the backup: `licence
/// catalogue pull` refuses a lower version than its last one.
pub(super) const RAISE_VERSION: &str = "update catalogue_version \
     set version = case when version < $1 then $1 else version + 1 end";

pub(super) fn version_at(now: Timestamp) -> i64 {
    now.epoch_millis() / 1000
}
