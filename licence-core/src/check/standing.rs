//! What a record is worth: the one rule that can say *licensed* (decisions 3, step 1).

use crate::domain::DomainStatus;
use crate::status::{LicenceStatus, StatusQualifier};

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
    /// The standing of a licence by itself.
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

    /// The standing of a domain on record under a licence. Domain wording that no table knows is
    /// no pass (decisions 2).
    pub const fn of_listing(
        domain: Option<DomainStatus>,
        status: LicenceStatus,
        qualifier: Option<StatusQualifier>,
    ) -> Self {
        match domain {
            Some(domain) if domain.is_permitted() => Self::of_licence(status, qualifier),
            Some(_) | None => Self::DomainNotListed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_active_licence_and_a_permitted_domain_pass() {
        let domains = DomainStatus::ALL.iter().copied().map(Some).chain([None]);
        for domain in domains {
            for status in LicenceStatus::ALL {
                for qualifier in [None, Some(StatusQualifier::Provisional)] {
                    let permitted =
                        matches!(domain, Some(DomainStatus::Active | DomainStatus::Redirecting));
                    let expected = match (permitted, status, qualifier) {
                        (false, _, _) => Standing::DomainNotListed,
                        (true, LicenceStatus::Active, None) => Standing::Licensed,
                        (true, LicenceStatus::Active, Some(_)) => Standing::Provisional,
                        (true, _, _) => Standing::NotActive,
                    };
                    assert_eq!(Standing::of_listing(domain, *status, qualifier), expected);
                }
            }
        }
    }
}
