//! Headline counts (specification 4.5, fields of decisions 3).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::coverage::RegisterFreshness;
use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;
use crate::status::wording::is_active;
use crate::time::Timestamp;

/// How long counts are served before they are counted again: ten minutes.
pub const MAX_AGE_MILLIS: i64 = 600_000;

/// How far back [`Stats::status_changes_30d`] looks.
pub const STATUS_CHANGES_MILLIS: i64 = 30 * 86_400_000;

/// The headline counts (the body of `GET /v1/stats`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Stats {
    /// When the counts were made.
    pub counted_at: Timestamp,
    /// Licences on record, whatever their status.
    pub licences: LicenceCounts,
    /// Every register, by code.
    pub jurisdictions: BTreeMap<JurisdictionCode, JurisdictionCounts>,
    /// Legal entities on record.
    pub operators: u64,
    /// Links between a domain and a licence.
    pub linked_domains: u64,
    /// Linked domains whose regulator shows a certificate or seal in force.
    pub domains_with_regulator_proof: u64,
    /// Distinct trading names.
    pub brand_pages: u64,
    /// Changes of a licence's status in the last 30 days, without first observations and withdrawn
    /// entries.
    pub status_changes_30d: u64,
    /// History entries that were withdrawn.
    pub withdrawn_events: u64,
    /// What each count means.
    pub definitions: Definitions,
}

/// Licences on record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LicenceCounts {
    /// All of them.
    pub total: u64,
    /// By status, with every status.
    pub by_status: BTreeMap<LicenceStatus, u64>,
}

/// One register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JurisdictionCounts {
    /// Its licences on record.
    pub licences: u64,
    /// When it was last read; `None` when never.
    pub last_successful_scrape: Option<Timestamp>,
    /// Whether that is within its target; `None` when it was never read.
    pub fresh: Option<bool>,
}

/// The counts of the database, from which [`Stats`] is made.
#[derive(Clone, Debug, Default)]
pub struct StatsCounts {
    /// Licences by register and status.
    pub licences: Vec<(JurisdictionCode, LicenceStatus, u64)>,
    /// [`Stats::operators`]
    pub operators: u64,
    /// [`Stats::linked_domains`]
    pub linked_domains: u64,
    /// Domains by register and the wording of the regulator's page about them.
    pub page_wordings: Vec<(JurisdictionCode, String, u64)>,
    /// [`Stats::brand_pages`]
    pub brand_pages: u64,
    /// [`Stats::status_changes_30d`]
    pub status_changes_30d: u64,
    /// [`Stats::withdrawn_events`]
    pub withdrawn_events: u64,
}

impl Stats {
    /// Returns the statistics of these counts.
    pub fn from_counts(
        counted: StatsCounts,
        freshness: &[RegisterFreshness],
        now: Timestamp,
    ) -> Self {
        let sum = |counts: &mut dyn Iterator<Item = u64>| counts.sum::<u64>();
        let licences = &counted.licences;
        let with_status = |status| {
            let same = |(_, of, count): &(_, LicenceStatus, u64)| (*of == status).then_some(*count);
            sum(&mut licences.iter().filter_map(same))
        };
        let of_register = |register: &RegisterFreshness| {
            let code = register.jurisdiction_code;
            let same =
                |(of, _, count): &(JurisdictionCode, _, u64)| (*of == code).then_some(*count);
            let counts = JurisdictionCounts {
                licences: sum(&mut licences.iter().filter_map(same)),
                last_successful_scrape: register.last_successful_scrape,
                fresh: register.fresh,
            };
            (code, counts)
        };
        // A page with any other wording is no proof (specification 2.10).
        let is_proof = |(code, wording, _): &&(_, String, u64)| is_active(*code, Some(wording));
        let proofs = counted.page_wordings.iter().filter(is_proof);
        Self {
            counted_at: now,
            licences: LicenceCounts {
                total: sum(&mut licences.iter().map(|(_, _, count)| *count)),
                by_status: LicenceStatus::ALL.iter().map(|s| (*s, with_status(*s))).collect(),
            },
            jurisdictions: freshness.iter().map(of_register).collect(),
            operators: counted.operators,
            linked_domains: counted.linked_domains,
            domains_with_regulator_proof: sum(&mut proofs.map(|(_, _, count)| *count)),
            brand_pages: counted.brand_pages,
            status_changes_30d: counted.status_changes_30d,
            withdrawn_events: counted.withdrawn_events,
            definitions: Definitions::default(),
        }
    }

    /// Returns whether the counts are ten minutes old and have to be counted again.
    pub fn are_due(&self, now: Timestamp) -> bool {
        // The absolute value, because a clock that stepped back must not keep the counts forever.
        (now.epoch_millis() - self.counted_at.epoch_millis()).abs() >= MAX_AGE_MILLIS
    }
}

macro_rules! definitions {
    ($( $name:ident: $sentence:literal, )+) => {
        /// One sentence for each count.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub struct Definitions {
            $( #[doc = $sentence] pub $name: String, )+
        }

        impl Default for Definitions {
            fn default() -> Self {
                Self { $( $name: $sentence.to_owned(), )+ }
            }
        }
    };
}

definitions! {
    counted_at: "When the counts were taken; they are taken anew at most every 10 minutes.",
    licences: "Licences on record, whatever their status; only active means licensed.",
    jurisdictions: "Licences on record by register, when it was last read successfully, and whether that is within its freshness target (null: never read).",
    operators: "Legal entities on record, each counted once across registers.",
    linked_domains: "Links between a domain and a licence; a domain under two licences counts twice.",
    domains_with_regulator_proof: "Linked domains for which the regulator's own certificate or seal page showed a licence in force at its latest read.",
    brand_pages: "Distinct trading names that the registers list.",
    status_changes_30d: "Changes of a licence's status in the last 30 days; first observations and withdrawn entries are not counted.",
    withdrawn_events: "History entries that were later withdrawn; they are kept and marked.",
}

#[cfg(test)]
mod tests;
