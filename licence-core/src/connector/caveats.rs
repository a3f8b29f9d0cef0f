//! What a reader of an answer must not conclude from it.

use crate::check::{CheckResult, Verdict};
use crate::domain::DomainStatus;
use crate::jurisdiction::JurisdictionCode;

/// Returns the sentence about registers past their freshness target; `None` if all are fresh.
pub(super) fn of_stale_registers(stale: &[JurisdictionCode]) -> Option<String> {
    let codes: Vec<&str> = stale.iter().map(|code| code.as_str()).collect();
    (!codes.is_empty()).then(|| {
        format!("These registers were not read within their target time: {}.", codes.join(", "))
    })
}

/// Returns what a reader must not conclude from a check.
pub(super) fn of_check(result: &CheckResult) -> Vec<String> {
    let about_verdict = match result.verdict {
        Verdict::Licensed => None,
        Verdict::LicensedProvisional => {
            Some("The regulator calls this licence provisional; it is no full licence.")
        }
        Verdict::LicenceNotActive => Some("A licence that is not active is no pass."),
        Verdict::DomainNotListed => {
            of_domain(result.matched.as_ref().and_then(|matched| matched.domain_status))
        }
        Verdict::RelatedHostListed => {
            Some("Another host of the same registered domain is on record; this one is not.")
        }
        Verdict::NameMatchOnly => {
            Some("The name is equal; nothing proves who runs this domain, or that it is licensed.")
        }
        Verdict::NotFound => {
            Some("Absence is not a revocation, and other regulators' registers are not read.")
        }
        Verdict::GenericTerm => Some("A generic word names no operator."),
    };
    let about_past = result.as_of.as_ref().map(|_| {
        "The verdict describes today; only the member as_of describes the past.".to_owned()
    });
    let stale = of_stale_registers(&result.meta.stale_jurisdictions);
    about_verdict.map(str::to_owned).into_iter().chain(about_past).chain(stale).collect()
}

/// Returns why a domain on record is not covered. Only a delisting is an act of the regulator.
const fn of_domain(status: Option<DomainStatus>) -> Option<&'static str> {
    match status {
        Some(DomainStatus::Delisted) => Some("The register no longer permits this domain."),
        Some(DomainStatus::Parked | DomainStatus::Expired) => Some(
            "No licence covers a parked or expired domain; this is no decision of the regulator.",
        ),
        None => Some(
            "The register's words about this domain are not recognised; that proves no decision of \
             the regulator.",
        ),
        Some(DomainStatus::Active | DomainStatus::Redirecting) => None,
    }
}
