//! The body of the history of a licence.

use serde::{Deserialize, Serialize};

use crate::history::HistoryEntry;
use crate::licence::LicenceId;
use crate::provenance::Provenance;

/// The whole history of a licence (`GET /v1/licenses/{id}/history`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LicenceHistory {
    /// The licence.
    pub license_id: LicenceId,
    /// Its number.
    pub license_number: String,
    /// Its entries, the newest first.
    pub history: Vec<HistoryEntry>,
    /// Where the licence was read.
    #[serde(rename = "_meta")]
    pub meta: Provenance,
}
