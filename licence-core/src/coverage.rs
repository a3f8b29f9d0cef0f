//! The freshness of the registers against their targets (specification 1 and 4.5).

mod report;
mod status;

pub use report::{
    CoverageReport, DomainCoverage, JurisdictionCoverage, NoCoveragePct, is_consumer_facing,
};
pub use status::CoverageStatus;

use serde::{Deserialize, Serialize};

use crate::event::{CoverageChanged, EventData, EventDraft, EventName};
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// How fresh a register is (`_meta.register` of a check, decisions 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegisterFreshness {
    /// The register.
    pub jurisdiction_code: JurisdictionCode,
    /// When it was last read successfully.
    pub last_successful_scrape: Option<Timestamp>,
    /// Whole hours since then.
    pub age_hours: Option<i64>,
    /// The target in hours.
    pub sla_hours: i64,
    /// Whether the age is below the target; `None` for a register never read.
    pub fresh: Option<bool>,
}

/// A reading that was applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedReading {
    /// When the register was read.
    pub read_at: Timestamp,
    /// When the reading was applied.
    pub applied_at: Timestamp,
    /// Whether it has the whole register.
    pub complete: bool,
    /// How many licences it has.
    pub licence_count: u64,
    /// The SHA-256 of the bytes it was made from.
    pub snapshot_sha256: String,
}

wire_enum! {
    /// Why the last attempt to read a register applied nothing. The last reading stays.
    pub enum ReadFailure: "failure of a read" {
        /// The addresses of the register did not answer, or answered with an error.
        Unreachable = "unreachable",
        /// What they answered is not the register, or not in the form that its reader knows.
        Unrecognised = "unrecognised",
        /// The reading was withheld: it lists nothing, or lacks more than a register drops at once.
        Withheld = "withheld",
        /// The service itself failed.
        Internal = "internal",
    }
}

impl RegisterFreshness {
    /// Returns the freshness of a register at an instant.
    pub fn at(
        jurisdiction_code: JurisdictionCode,
        last_successful_scrape: Option<Timestamp>,
        now: Timestamp,
    ) -> Self {
        let sla_hours = jurisdiction_code.sla_hours();
        let age_hours = last_successful_scrape.map(|read_at| now.hours_since(read_at));
        let fresh = age_hours.map(|age| age < sla_hours);
        Self { jurisdiction_code, last_successful_scrape, age_hours, sla_hours, fresh }
    }

    /// Returns the coverage of a register; `None` for one that was never read, so that its first
    /// reading restores nothing.
    pub fn coverage(&self) -> Option<CoverageStatus> {
        self.fresh.map(|fresh| match fresh {
            true => CoverageStatus::Healthy,
            false => CoverageStatus::Degraded,
        })
    }

    /// Returns the event if the coverage differs from the one that was announced last. A register
    /// without an announcement counts as healthy.
    pub fn change_event(
        &self,
        announced: Option<CoverageStatus>,
        now: Timestamp,
    ) -> Option<EventDraft> {
        let status = self.coverage()?;
        let previous_status = announced.unwrap_or(CoverageStatus::Healthy);
        let name = match (previous_status, status) {
            (CoverageStatus::Healthy, CoverageStatus::Degraded) => EventName::CoverageDegraded,
            (CoverageStatus::Degraded, CoverageStatus::Healthy) => EventName::CoverageRestored,
            (CoverageStatus::Healthy, CoverageStatus::Healthy)
            | (CoverageStatus::Degraded, CoverageStatus::Degraded) => return None,
        };
        let data = EventData::Coverage(CoverageChanged {
            jurisdiction_code: self.jurisdiction_code,
            status,
            previous_status,
            last_successful_scrape: self.last_successful_scrape,
            age_hours: self.age_hours,
            sla_hours: self.sla_hours,
            changed_at: now,
        });
        Some(EventDraft { name, operator_id: None, data })
    }

    /// Returns whether the register is past its target or was never read.
    pub fn is_stale(&self) -> bool {
        self.fresh != Some(true)
    }
}

#[cfg(test)]
mod tests;
