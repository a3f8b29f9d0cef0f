//! Verdicts as one byte.

use licence_core::check::Verdict;

/// The answer in one byte. Only LICENCE_VERDICT_LICENSED says that a licence is in force without reservation.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LicenceVerdict {
    /// No answer: an argument or the question is refused. licence_check_json() says why.
    None = 0,
    /// On record under an active licence.
    Licensed = 1,
    /// On record under an active licence that the regulator calls provisional.
    LicensedProvisional = 2,
    /// On record under a licence in another status.
    LicenceNotActive = 3,
    /// On record, but no licence covers it: delisted, parked, expired, or in words not recognised.
    DomainNotListed = 4,
    /// Another host of the same registrable domain is on record.
    RelatedHostListed = 5,
    /// The root equals an operator's name; the domain is not proven theirs.
    NameMatchOnly = 6,
    /// Nothing on record.
    NotFound = 7,
    /// The root is a generic gambling term.
    GenericTerm = 8,
}

impl From<Verdict> for LicenceVerdict {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Licensed => Self::Licensed,
            Verdict::LicensedProvisional => Self::LicensedProvisional,
            Verdict::LicenceNotActive => Self::LicenceNotActive,
            Verdict::DomainNotListed => Self::DomainNotListed,
            Verdict::RelatedHostListed => Self::RelatedHostListed,
            Verdict::NameMatchOnly => Self::NameMatchOnly,
            Verdict::NotFound => Self::NotFound,
            Verdict::GenericTerm => Self::GenericTerm,
        }
    }
}
