//! The history of a licence, whose entries are never rewritten, only withdrawn (specification 2.5).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::licence::LicenceId;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What kind of change an entry records (`change_type`, decisions 3).
    pub enum ChangeType: "change type" {
        /// The licence was observed for the first time.
        Created = "created",
        /// Its status changed, to anything but `revoked`.
        StatusChange = "status_change",
        /// Its status stayed and it was renewed: the expiry date moved later, or a register that
        /// renews under one number gave it a new issue date.
        Renewed = "renewed",
        /// Its status became `revoked`.
        Revoked = "revoked",
        /// Its status stayed and something else of it changed.
        DataUpdate = "data_update",
    }
}

/// The id of an entry (`EVENT_ID` of `licence corrections add`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct EntryId(pub Uuid);

/// One change of a licence as it was observed (specification 2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryEntry {
    /// The service's own id.
    pub id: EntryId,
    /// The read that showed the change.
    pub changed_at: Timestamp,
    /// The status before; `None` for the first observation.
    pub previous_status: Option<LicenceStatus>,
    /// The status from then on.
    pub new_status: LicenceStatus,
    /// What kind of change it was.
    pub change_type: ChangeType,
    /// The page that showed it.
    pub source_url: String,
    /// What noticed the change.
    pub detected_by: String,
    /// What was observed, in words.
    pub note: String,
    /// The SHA-256 of the bytes the change was read from; `None` for entries older than snapshots.
    pub snapshot_sha256: Option<String>,
    /// When those bytes were fetched.
    pub snapshot_fetched_at: Option<Timestamp>,
    /// When the entry was withdrawn; null if it is valid.
    pub corrected_at: Option<Timestamp>,
    /// Why it was withdrawn; on a valid entry only a reworded note.
    pub correction_note: Option<String>,
}

impl HistoryEntry {
    /// Returns whether the entry states the status from then on. The first observation and every
    /// change of status do, corrected or not; `renewed` and `data_update` never do (decisions 3).
    pub fn bears_status(&self) -> bool {
        bears_status(self.previous_status, self.new_status)
    }
}

/// Returns whether an entry with these statuses is [one that states the
/// status](HistoryEntry::bears_status).
pub(crate) fn bears_status(previous: Option<LicenceStatus>, new: LicenceStatus) -> bool {
    previous != Some(new)
}

/// An entry and the licence it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRecord {
    /// The licence.
    pub licence_id: LicenceId,
    /// The entry.
    pub entry: HistoryEntry,
}

/// The value of `detected_by` for changes that a reading of the register showed.
pub const REGISTER_READ: &str = "register_read";

/// Returns the kind of change that a new status is (decisions 3).
pub const fn status_change_type(new_status: LicenceStatus) -> ChangeType {
    match new_status {
        LicenceStatus::Revoked => ChangeType::Revoked,
        LicenceStatus::Active
        | LicenceStatus::Suspended
        | LicenceStatus::Expired
        | LicenceStatus::Pending
        | LicenceStatus::Unknown
        | LicenceStatus::Surrendered
        | LicenceStatus::NotInRegister => ChangeType::StatusChange,
    }
}
