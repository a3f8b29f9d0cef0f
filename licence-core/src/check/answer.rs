//! From what the ladder found to a verdict, its sentence and its match.

use crate::catalogue::{Catalogue, LicenceEntry};
use crate::check::detail;
use crate::check::ladder::{Finding, best_listing};
use crate::check::matched::{match_of_licence, match_of_listing, match_of_name};
use crate::check::registers::checked_jurisdictions;
use crate::check::standing::Standing;
use crate::check::verdict::{CheckMatch, Confidence, MatchAbsenceReason, Verdict};

/// What every form of the answer shares.
pub(crate) struct Answer<'c> {
    pub(crate) verdict: Verdict,
    pub(crate) detail: String,
    pub(crate) matched: Option<CheckMatch>,
    pub(crate) licence: Option<&'c LicenceEntry>,
    pub(crate) confidence: Confidence,
    pub(crate) absence: Option<MatchAbsenceReason>,
}

impl<'c> Answer<'c> {
    pub(crate) fn from_finding(catalogue: &'c Catalogue, finding: &Finding<'_>) -> Self {
        let checked = || checked_jurisdictions(catalogue);
        match finding {
            Finding::Listed { host, site } => match best_listing(catalogue, *site) {
                Some((listing, licence, standing)) => Self::hit(
                    verdict_of(standing),
                    detail::of_listing(catalogue, host, listing, licence, standing),
                    match_of_listing(catalogue, listing),
                    licence,
                ),
                None => {
                    Self::miss(Verdict::NotFound, detail::of_nothing(host.as_str(), &checked()))
                }
            },
            Finding::Numbered { licence, other_holders } => {
                let licence = catalogue.licence(*licence);
                Self::hit(
                    verdict_of(licence.standing()),
                    detail::of_number(catalogue, licence, *other_holders),
                    match_of_licence(catalogue, licence),
                    licence,
                )
            }
            Finding::Related { host, registrable } => {
                let related = catalogue.sites_of(registrable);
                let detail = detail::of_related(catalogue, host, registrable, related);
                Self::miss(Verdict::RelatedHostListed, detail)
            }
            Finding::Generic { host, root } => Self {
                confidence: Confidence::Low,
                absence: Some(MatchAbsenceReason::GenericTerm),
                ..Self::miss(Verdict::GenericTerm, detail::of_generic(host, root, &checked()))
            },
            Finding::LookAlike { host, root, imitated } => {
                let detail = detail::of_look_alike(catalogue, host, root, *imitated, &checked());
                Self::miss(Verdict::NotFound, detail)
            }
            Finding::Named { host, root, name } => Self {
                matched: match_of_name(catalogue, *name),
                confidence: Confidence::Medium,
                absence: None,
                ..Self::miss(
                    Verdict::NameMatchOnly,
                    detail::of_name(catalogue, host, root, catalogue.claims(*name)),
                )
            },
            Finding::NothingOnRecord { host, .. } => {
                Self::miss(Verdict::NotFound, detail::of_nothing(host.as_str(), &checked()))
            }
            Finding::UnknownNumber { number } => {
                Self::miss(Verdict::NotFound, detail::of_nothing(number, &checked()))
            }
            Finding::AmbiguousNumber { number, licences } => Self::miss(
                Verdict::NotFound,
                detail::of_ambiguous(number, licences.len(), &checked()),
            ),
        }
    }

    fn hit(
        verdict: Verdict,
        detail: String,
        matched: CheckMatch,
        licence: &'c LicenceEntry,
    ) -> Self {
        let confidence = matched.confidence;
        Self {
            verdict,
            detail,
            matched: Some(matched),
            licence: Some(licence),
            confidence,
            absence: None,
        }
    }

    fn miss(verdict: Verdict, detail: String) -> Self {
        Self {
            verdict,
            detail,
            matched: None,
            licence: None,
            confidence: Confidence::None,
            absence: Some(MatchAbsenceReason::NoRecordFound),
        }
    }
}

const fn verdict_of(standing: Standing) -> Verdict {
    match standing {
        Standing::Licensed => Verdict::Licensed,
        Standing::Provisional => Verdict::LicensedProvisional,
        Standing::NotActive => Verdict::LicenceNotActive,
        Standing::DomainNotListed => Verdict::DomainNotListed,
    }
}
