//! Rows for tests of what is answered from a catalogue.

use crate::catalogue::LicenceRow;
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::status::LicenceStatus;
use crate::time::Timestamp;

/// An active licence as a register listed it at an instant.
pub(crate) fn licence(number: &str, read_at: Timestamp) -> LicenceRow<'_> {
    LicenceRow {
        id: None,
        jurisdiction: JurisdictionCode::An,
        number,
        status: LicenceStatus::Active,
        qualifier: None,
        upstream_status: None,
        expires_at: None,
        source_kind: SourceKind::Dump,
        source_url: None,
        status_source_url: None,
        status_observed_at: read_at,
        last_verified_at: read_at,
        last_listed_at: read_at,
        not_listed_since: None,
    }
}
