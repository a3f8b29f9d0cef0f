//! What a recorded event is about, read from its body.

use serde::Deserialize;

use super::{EventId, EventName};
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::operator::Slug;
use crate::time::Timestamp;

/// What happened when, and to what.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EventSummary {
    /// What happened.
    pub event: EventName,
    /// The event.
    pub event_id: EventId,
    /// When it was emitted.
    pub timestamp: Timestamp,
    /// What it is about.
    #[serde(rename = "data")]
    pub subject: EventSubject,
}

/// What an event is about. Events of a register name no licence and no operator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EventSubject {
    /// The register.
    pub jurisdiction_code: JurisdictionCode,
    /// The licence.
    pub license_id: Option<LicenceId>,
    /// The number of the licence.
    pub license_number: Option<String>,
    /// The slug of the operator.
    pub operator_slug: Option<Slug>,
}

#[cfg(test)]
mod tests;
