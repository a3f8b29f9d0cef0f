//! The check result (specification 2.6), field by field in its order.

use serde::{Deserialize, Serialize};

use crate::check::query::QueryEcho;
use crate::coverage::RegisterFreshness;
use crate::domain::{DomainAssociation, DomainStatus};
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::point_in_time::PointInTime;
use crate::provenance::Provenance;
use crate::status::LicenceStatus;
use crate::time::{Date, Timestamp};
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The answer in one word. Only `licensed` and `licensed_provisional` say that a licence is in
    /// force, and only equality of host or licence number leads to them.
    pub enum Verdict: "verdict" {
        /// On record under an active licence.
        Licensed = "licensed",
        /// On record under an active licence that the regulator calls provisional.
        LicensedProvisional = "licensed_provisional",
        /// On record under a licence in another status.
        LicenceNotActive = "licence_not_active",
        /// On record, but no licence covers it: delisted, parked, expired, or in words not recognised.
        DomainNotListed = "domain_not_listed",
        /// Another host of the same registrable domain is on record.
        RelatedHostListed = "related_host_listed",
        /// The root equals an operator's name; the domain is not proven theirs.
        NameMatchOnly = "name_match_only",
        /// Nothing on record.
        NotFound = "not_found",
        /// The root is a generic gambling term.
        GenericTerm = "generic_term",
    }
}

wire_enum! {
    /// How sure the match is.
    pub enum Confidence: "confidence" {
        /// Host or licence number equal.
        High = "high",
        /// The root equals a trading or operator name.
        Medium = "medium",
        /// The root is a generic term; no operator is named.
        Low = "low",
        /// No match.
        None = "none",
    }
}

wire_enum! {
    /// What kind of equality led to the match.
    pub enum MatchType: "match type" {
        /// The host, or the licence number (`query` tells which).
        DomainExact = "domain_exact",
        /// A trading name, or the root of a host on record.
        TradingNameFuzzy = "trading_name_fuzzy",
        /// The operator's name less its legal form.
        NameSimilarity = "name_similarity",
    }
}

wire_enum! {
    /// Why there is no match.
    pub enum MatchAbsenceReason: "match absence reason" {
        /// The root is a generic gambling term.
        GenericTerm = "generic_term",
        /// Nothing on record.
        NoRecordFound = "no_record_found",
    }
}

/// The answer to one question (specification 2.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckResult {
    /// The input as it came.
    pub query: QueryEcho,
    /// The answer in one word.
    pub verdict: Verdict,
    /// The answer in a sentence that can be quoted.
    pub verdict_detail: String,
    /// What was found.
    #[serde(rename = "match")]
    pub matched: Option<CheckMatch>,
    /// Near names, best first; no claim.
    pub alternatives: Vec<Alternative>,
    /// `match.confidence`, or how the miss is to be read.
    pub confidence: Confidence,
    /// Only without a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub match_absence_reason: Option<MatchAbsenceReason>,
    /// Only without a match: the registers that were read, by code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub checked_jurisdictions: Option<Vec<JurisdictionCode>>,
    /// Only when several (operator, jurisdiction) pairs hold the domain; best first, the match
    /// itself at the head.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub jurisdictions: Option<Vec<CheckMatch>>,
    /// Other hosts of the same registrable domain that are on record, best first, at most 20.
    pub related_hosts: Vec<RelatedHost>,
    /// Only when it was asked for: the licence at that instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub as_of: Option<PointInTime>,
    /// Provenance and freshness.
    #[serde(rename = "_meta")]
    pub meta: CheckMeta,
}

/// The subject whose past a check with `as_of` is about.
///
/// Exhaustive, because the store answers each of them in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastSubject {
    /// The matched licence; the reported one if several match.
    Licence(LicenceId),
    /// No licence matched.
    NoSuchLicense,
    /// An operator, a name, another host or several licences matched, and no specific licence.
    NoLicenseResolved,
}

impl CheckResult {
    /// Returns whose history answers the point-in-time part of the question (specification 2.7).
    pub fn past_subject(&self) -> PastSubject {
        match self.verdict {
            Verdict::Licensed
            | Verdict::LicensedProvisional
            | Verdict::LicenceNotActive
            | Verdict::DomainNotListed => {
                let licence = self.matched.as_ref().and_then(|matched| matched.license_id);
                licence.map_or(PastSubject::NoLicenseResolved, PastSubject::Licence)
            }
            Verdict::RelatedHostListed | Verdict::NameMatchOnly | Verdict::GenericTerm => {
                PastSubject::NoLicenseResolved
            }
            // A number that can be read as that of several licences.
            Verdict::NotFound
                if self.query.license_number.is_some() && !self.alternatives.is_empty() =>
            {
                PastSubject::NoLicenseResolved
            }
            Verdict::NotFound => PastSubject::NoSuchLicense,
        }
    }
}

/// What was found (`match` of specification 2.6). A match by name identifies the operator and
/// leaves everything about a licence null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckMatch {
    /// How sure it is.
    pub confidence: Confidence,
    /// What was equal.
    pub match_type: MatchType,
    /// The operator's display name.
    pub operator: String,
    /// The operator's slug.
    pub operator_slug: String,
    /// Whose licence it is.
    pub jurisdiction: Option<JurisdictionCode>,
    /// The number as published.
    pub license_number: Option<String>,
    /// The service's id of the licence.
    pub license_id: Option<LicenceId>,
    /// The regulator's name.
    pub regulator_name: Option<String>,
    /// The current status of the licence.
    pub status: Option<LicenceStatus>,
    /// The page that published the status.
    pub status_source_url: Option<String>,
    /// The latest read that showed this status.
    pub status_observed_at: Option<Timestamp>,
    /// The licence's expiry date; its passing says nothing about the status.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub expires_at: Option<Date>,
    /// How the domain hangs on the licence.
    pub domain_association: Option<DomainAssociation>,
    /// The regulator's own wording of the status.
    pub upstream_status: Option<String>,
    /// What the register says of the domain.
    pub domain_status: Option<DomainStatus>,
    /// The regulator's own page about the domain.
    pub verification_url: Option<String>,
}

/// A near name; no claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Alternative {
    /// The operator's display name.
    pub operator: String,
    /// The operator's slug.
    pub operator_slug: String,
    /// The name that is near, as the register writes it.
    pub matched_name: String,
    /// From 0 to 1, at most three decimals.
    pub similarity: f64,
}

/// Another host of the same registrable domain (decisions 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RelatedHost {
    /// The host.
    pub host: String,
    /// The operator's display name.
    pub operator: String,
    /// The operator's slug.
    pub operator_slug: String,
    /// Whose licence it is.
    pub jurisdiction: JurisdictionCode,
    /// The service's id of the licence.
    pub license_id: Option<LicenceId>,
    /// The status of the licence.
    pub status: LicenceStatus,
    /// What the register says of that host.
    pub domain_status: Option<DomainStatus>,
}

/// Provenance and freshness of a check (specification 2.6 and 2.9, decisions 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckMeta {
    /// Where the answer comes from. Without a match: the oldest of the reads it rests on.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// The matched licence's register; `None` without one.
    pub register: Option<RegisterFreshness>,
    /// Registers past their freshness target, those never read included, by code.
    pub stale_jurisdictions: Vec<JurisdictionCode>,
}

impl Verdict {
    /// Returns whether a licence without reservation is on record: the only verdict to build a yes
    /// on.
    pub const fn is_licensed(self) -> bool {
        matches!(self, Self::Licensed)
    }
}
