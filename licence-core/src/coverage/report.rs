//! The body of the coverage endpoint (specification 4.5, `GET /v1/health/coverage`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CoverageStatus, RegisterFreshness};
use crate::jurisdiction::JurisdictionCode;
use crate::text::folded;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// The freshness and the domain coverage of all registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CoverageReport {
    /// `healthy` when every jurisdiction meets its target; one never read keeps it `degraded`.
    pub status: CoverageStatus,
    /// The longest target of any register, in hours.
    pub overall_freshness_sla: i64,
    /// By jurisdiction code.
    pub jurisdictions: BTreeMap<JurisdictionCode, JurisdictionCoverage>,
    /// The instant of the answer.
    pub timestamp: Timestamp,
}

/// The freshness and the domain coverage of one register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JurisdictionCoverage {
    /// When it was last read successfully.
    pub last_successful_scrape: Option<Timestamp>,
    /// Whole hours since then.
    pub age_hours: Option<i64>,
    /// Whether the age is below the target; `None` for a register never read.
    pub fresh: Option<bool>,
    /// The target in hours.
    pub sla_hours: i64,
    /// How many of its licences are on record, whatever their status.
    pub record_count: usize,
    /// How many of its operators have a domain on record.
    pub domain_coverage: DomainCoverage,
}

wire_enum! {
    /// Why a register has no share.
    pub enum NoCoveragePct: "coverage reason" {
        /// No operator holds a consumer-facing licence there.
        NoNormativeOperators = "no_normative_operators",
    }
}

/// How many operators with a consumer-facing licence have a domain on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DomainCoverage {
    /// Operators with a consumer-facing licence and a host on record.
    pub operators_with_domain: usize,
    /// Operators with a consumer-facing licence (decisions 3).
    pub normative_operators: usize,
    /// The share in percent, rounded; `None` when there are none.
    pub coverage_pct: Option<u8>,
    /// Why there is no share.
    pub reason: Option<NoCoveragePct>,
}

impl CoverageReport {
    /// Returns the report over the freshness and the counts of each register.
    pub fn new(
        registers: impl IntoIterator<Item = (RegisterFreshness, usize, DomainCoverage)>,
        timestamp: Timestamp,
    ) -> Self {
        let of_register =
            |(freshness, record_count, domain_coverage): (RegisterFreshness, _, _)| {
                let coverage = JurisdictionCoverage {
                    last_successful_scrape: freshness.last_successful_scrape,
                    age_hours: freshness.age_hours,
                    fresh: freshness.fresh,
                    sla_hours: freshness.sla_hours,
                    record_count,
                    domain_coverage,
                };
                (freshness.jurisdiction_code, coverage)
            };
        let jurisdictions: BTreeMap<_, _> = registers.into_iter().map(of_register).collect();
        let is_healthy = jurisdictions.values().all(|coverage| coverage.fresh == Some(true));
        let slas = JurisdictionCode::ALL.iter().map(|code| code.sla_hours());
        Self {
            status: if is_healthy { CoverageStatus::Healthy } else { CoverageStatus::Degraded },
            overall_freshness_sla: slas.max().unwrap_or_default(),
            jurisdictions,
            timestamp,
        }
    }
}

impl DomainCoverage {
    /// Returns the share of the operators.
    pub fn new(operators_with_domain: usize, normative_operators: usize) -> Self {
        let pct = |whole: usize| (operators_with_domain * 200 + whole) / (whole * 2);
        let coverage_pct = (normative_operators > 0)
            .then(|| u8::try_from(pct(normative_operators)).unwrap_or(u8::MAX));
        let reason = coverage_pct.is_none().then_some(NoCoveragePct::NoNormativeOperators);
        Self { operators_with_domain, normative_operators, coverage_pct, reason }
    }
}

/// Returns whether a licence lets its holder deal with consumers (`normative_operators`, decisions
/// 3).
pub fn is_consumer_facing(
    code: JurisdictionCode,
    license_number: &str,
    license_types: &[String],
) -> bool {
    let mut types = license_types.iter().map(|kind| folded(kind));
    let is_b2c = |kind: &String| kind.split([' ', '&', ',', '/']).any(|word| word == "b2c");
    match code {
        JurisdictionCode::Ukgc => types.any(|kind| kind == "remote"),
        JurisdictionCode::Mga => {
            license_number.to_uppercase().starts_with("MGA/B2C/") || types.any(|kind| is_b2c(&kind))
        }
        JurisdictionCode::Cw | JurisdictionCode::An | JurisdictionCode::Tgc => {
            types.any(|kind| is_b2c(&kind))
        }
        JurisdictionCode::Kh => types.any(|kind| kind == "interactive gaming permit"),
        JurisdictionCode::Iom => {
            types.any(|kind| !["software supply", "network services"].contains(&kind.as_str()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};

    #[test]
    fn consumer_facing_licences_are_told_by_type() {
        for (code, number, types, expected) in [
            (Ukgc, "000102-R-300001-010", &["Remote"][..], true),
            (Ukgc, "000102-N-300001-010", &["Non-Remote"], false),
            (Mga, "MGA/B2C/123/2020", &[], true),
            (Mga, "MGA/CRP/123/2020", &["B2C - Gaming Service Licence"], true),
            (Mga, "MGA/B2B/123/2020", &["B2B - Critical Supply Licence"], false),
            (Cw, "OGL/1", &["B2C & B2B"], true),
            (An, "ALSI-1", &["B2B"], false),
            (Tgc, "TGC-1", &["B2C"], true),
            (Kh, "KH-1", &["Interactive Gaming Permit"], true),
            (Kh, "KH-1", &["CSPA"], false),
            (Iom, "IOM-1", &["Network Services"], false),
            (Iom, "IOM-1", &["Full"], true),
        ] {
            let types: Vec<String> = types.iter().map(|kind| (*kind).to_owned()).collect();
            assert_eq!(is_consumer_facing(code, number, &types), expected, "{code} {number}");
        }
    }

    #[test]
    fn the_share_is_rounded_and_absent_without_operators() {
        for (with_domain, normative, pct) in
            [(0, 0, None), (1, 3, Some(33)), (2, 3, Some(67)), (1, 200, Some(1)), (3, 3, Some(100))]
        {
            let coverage = DomainCoverage::new(with_domain, normative);
            assert_eq!(coverage.coverage_pct, pct);
            assert_eq!(coverage.reason.is_some(), pct.is_none());
        }
    }
}
