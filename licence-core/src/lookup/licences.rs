//! The bodies of licences (specification 2.3).

use serde::{Deserialize, Serialize};

use crate::history::HistoryEntry;
use crate::licence::{Licence, LicenceId};
use crate::operator::Slug;
use crate::point_in_time::PointInTime;
use crate::provenance::Provenance;

/// A licence among those of its operator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LicenceRow {
    /// The licence.
    #[serde(flatten)]
    pub licence: Licence,
    /// The licence at the requested instant; absent without `as_of`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub as_of: Option<PointInTime>,
    /// Its history, the newest entry first; absent unless requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub history: Option<Vec<HistoryEntry>>,
}

impl From<Licence> for LicenceRow {
    /// Returns the licence alone.
    fn from(licence: Licence) -> Self {
        Self { licence, as_of: None, history: None }
    }
}

/// The licences of an operator (`GET /v1/operators/{slug}/licenses`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OperatorLicences {
    /// The operator.
    pub operator_slug: Slug,
    /// All of them, by jurisdiction code, then licence number.
    pub licenses: Vec<LicenceRow>,
}

/// One licence (`GET /v1/licenses/{license_id}`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LicenceDetail {
    /// The licence.
    #[serde(flatten)]
    pub licence: Licence,
    /// The holder's slug.
    pub operator_slug: Slug,
    /// The holder's name.
    pub operator_display_name: String,
    /// The licence at the requested instant; absent without `as_of`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub as_of: Option<PointInTime>,
    /// Where it was read.
    #[serde(rename = "_meta")]
    pub meta: Provenance,
}

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
