//! The `data` of each event (specification 6.2, decisions 3, "Event data").

use serde::Serialize;

use crate::coverage::CoverageStatus;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::operator::{OperatorId, Slug};
use crate::regulatory_action::RegulatoryAction;
use crate::status::LicenceStatus;
use crate::time::{Date, Timestamp};

/// The data of an event.
///
/// Exhaustive, because a reader of events must handle each kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum EventData {
    /// Data of `license.status_changed` and `license.expired`.
    StatusChanged(StatusChanged),
    /// Data of `license.issued`.
    Issued(LicenceIssued),
    /// Data of the three expiry warnings.
    Expiring(LicenceExpiring),
    /// Data of `regulatory_action.added`.
    ActionAdded(ActionAdded),
    /// Data of `coverage.degraded` and `coverage.restored`.
    Coverage(CoverageChanged),
}

/// A licence moved from one status to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatusChanged {
    /// The licence.
    pub license_id: LicenceId,
    /// Its number.
    pub license_number: String,
    /// Its holder.
    pub operator_id: OperatorId,
    /// The holder's slug.
    pub operator_slug: Slug,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// The status before.
    pub previous_status: LicenceStatus,
    /// The status now.
    pub new_status: LicenceStatus,
    /// The read that showed it.
    pub changed_at: Timestamp,
    /// The page that showed it.
    pub source_url: String,
}

/// A licence observed for the first time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LicenceIssued {
    /// The licence.
    pub license_id: LicenceId,
    /// Its number.
    pub license_number: String,
    /// Its holder.
    pub operator_id: OperatorId,
    /// The holder's slug.
    pub operator_slug: Slug,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// The status it was first observed in.
    pub status: LicenceStatus,
    /// Its types.
    pub license_types: Vec<String>,
    /// The read that showed it.
    pub observed_at: Timestamp,
    /// The page that showed it.
    pub source_url: String,
}

/// An active licence that expires soon.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LicenceExpiring {
    /// The licence.
    pub license_id: LicenceId,
    /// Its number.
    pub license_number: String,
    /// Its holder.
    pub operator_id: OperatorId,
    /// The holder's slug.
    pub operator_slug: Slug,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// Its status: `active`.
    pub status: LicenceStatus,
    /// The day it expires.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub expiry_date: Date,
    /// 30, 60 or 90.
    pub days_remaining: u16,
}

/// An enforcement action was added (specification 2.8 and 6.2).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActionAdded {
    /// The action.
    #[serde(flatten)]
    pub action: RegulatoryAction,
    /// Its amount in minor currency units, as events name it.
    pub amount_minor_units: Option<i64>,
    /// ISO 4217 code.
    pub currency: Option<String>,
    /// The operator it is linked to; `None` where the match was not certain.
    pub operator_id: Option<OperatorId>,
    /// That operator's slug.
    pub operator_slug: Option<Slug>,
}

/// A register went past its freshness target, or is within it again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CoverageChanged {
    /// The register.
    pub jurisdiction_code: JurisdictionCode,
    /// The coverage now.
    pub status: CoverageStatus,
    /// The coverage before.
    pub previous_status: CoverageStatus,
    /// When the register was last read.
    pub last_successful_scrape: Option<Timestamp>,
    /// Whole hours since then.
    pub age_hours: Option<i64>,
    /// The target in hours.
    pub sla_hours: i64,
    /// When the service noticed the change.
    pub changed_at: Timestamp,
}
