//! What a record is worth: the one rule that can say *licensed* (decisions 3, step 1).

use std::cmp::Reverse;

use crate::domain::DomainStatus;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::Licence;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::Timestamp;

/// The standing of a licence, or of a domain under a licence; best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// The licence is active without qualifier, and the domain, if one was asked for, permitted.
    Licensed,
    /// The same with the qualifier `provisional`.
    Provisional,
    /// The domain is permitted, but the licence is in any other status.
    NotActive,
    /// The register does not permit the domain, whatever the licence.
    DomainNotListed,
}

impl Standing {
    /// Returns whether a licence is in force, provisional or not, and the domain permitted.
    pub const fn is_in_force(self) -> bool {
        matches!(self, Self::Licensed | Self::Provisional)
    }

    /// Returns the standing of a licence by itself.
    pub const fn of_licence(status: LicenceStatus, qualifier: Option<StatusQualifier>) -> Self {
        match (status, qualifier) {
            (LicenceStatus::Active, None) => Self::Licensed,
            (LicenceStatus::Active, Some(StatusQualifier::Provisional)) => Self::Provisional,
            (
                LicenceStatus::Suspended
                | LicenceStatus::Revoked
                | LicenceStatus::Expired
                | LicenceStatus::Pending
                | LicenceStatus::Unknown
                | LicenceStatus::Surrendered
                | LicenceStatus::NotInRegister,
                _,
            ) => Self::NotActive,
        }
    }

    /// Returns the standing of a domain on record under a licence. Domain wording that no table
    /// knows is no pass (decisions 2), and says nothing that a licence out of force does not.
    pub const fn of_listing(
        domain: Option<DomainStatus>,
        status: LicenceStatus,
        qualifier: Option<StatusQualifier>,
    ) -> Self {
        match domain {
            Some(domain) if domain.is_permitted() => Self::of_licence(status, qualifier),
            None if !Self::of_licence(status, qualifier).is_in_force() => Self::NotActive,
            Some(_) | None => Self::DomainNotListed,
        }
    }
}

/// The place of a licence among those of its operator; the least is the best (decisions 3, "Best
/// first"): licensed, provisional, other; then the newer observation, the jurisdiction, the number.
pub type Rank<'a> = (Standing, Reverse<Timestamp>, &'a str, &'a str);

/// Returns the place of a licence among those of its operator.
pub fn rank(
    standing: Standing,
    status_observed_at: Timestamp,
    code: JurisdictionCode,
    number: &str,
) -> Rank<'_> {
    (standing, Reverse(status_observed_at), code.as_str(), number)
}

/// Returns the best of an operator's licences; `None` without one.
pub fn best<'a>(licences: impl IntoIterator<Item = &'a Licence>) -> Option<&'a Licence> {
    let rank = |licence: &&'a Licence| {
        let standing = Standing::of_licence(licence.status, licence.status_qualifier);
        let (code, number) = (licence.jurisdiction_code, licence.license_number.as_str());
        rank(standing, licence.status_observed_at, code, number)
    };
    licences.into_iter().min_by_key(rank)
}

#[cfg(test)]
mod tests;
