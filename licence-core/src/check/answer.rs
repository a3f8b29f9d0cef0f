//! From what the ladder found to a verdict, its sentence and its match.

use crate::catalogue::{Catalogue, LicenceEntry};
use crate::check::check_result::{CheckMatch, Confidence, MatchAbsenceReason, Verdict};
use crate::check::detail::{self, SentenceContext};
use crate::check::ladder::Finding;
use crate::check::matched::{match_of_licence, match_of_listing, match_of_name};
use crate::check::standing::Standing;
use crate::time::Timestamp;

/// What every form of the answer shares.
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    pub(crate) detail: String,
    pub(crate) matched: Option<CheckMatch>,
    pub(crate) licence: Option<LicenceEntry>,
    pub(crate) confidence: Confidence,
    pub(crate) absence: Option<MatchAbsenceReason>,
}

impl Answer {
    pub(crate) fn from_finding(
        catalogue: &Catalogue,
        finding: &Finding<'_>,
        now: Timestamp,
    ) -> Self {
        let context = SentenceContext { catalogue, now };
        let miss = |detail| Self {
            verdict: verdict(catalogue, finding),
            detail,
            matched: None,
            licence: None,
            confidence: Confidence::None,
            absence: Some(MatchAbsenceReason::NoRecordFound),
        };
        match finding {
            Finding::Listed { host, site } => match catalogue.best_listing(*site) {
                Some((listing, licence, standing)) => Self::hit(
                    standing,
                    detail::listing(context, host, *site, (&listing, &licence), standing),
                    match_of_listing(catalogue, &listing, &licence),
                    licence,
                ),
                None => miss(detail::nothing(context, host.as_str())),
            },
            Finding::Numbered { number, by, licence, of_others } => {
                let licence = catalogue.licence(*licence);
                Self::hit(
                    licence.standing(),
                    detail::number(context, number, *by, &licence, of_others),
                    match_of_licence(catalogue, &licence),
                    licence,
                )
            }
            Finding::Related { host, registrable } => {
                miss(detail::related(context, host, catalogue.sites_of(registrable)))
            }
            Finding::Generic { host, root, carried } => Self {
                confidence: Confidence::Low,
                absence: Some(MatchAbsenceReason::GenericTerm),
                ..miss(detail::generic_term(context, host, root, *carried))
            },
            Finding::LookAlike { host, imitated, .. } => {
                miss(detail::look_alike(context, host, *imitated))
            }
            Finding::Named { host, root, found } => Self {
                matched: match_of_name(catalogue, found.name),
                confidence: Confidence::Medium,
                absence: None,
                ..miss(detail::name_match(context, host, root, *found))
            },
            Finding::Crowded { host, name, .. } => miss(detail::crowded_name(context, host, *name)),
            Finding::NothingOnRecord { host, carried, .. } => miss(match carried {
                Some(carried) => detail::carried_name(context, host, *carried),
                None => detail::nothing(context, host.as_str()),
            }),
            Finding::UnknownNumber { number } => miss(detail::nothing(context, number)),
            Finding::AmbiguousNumber { number, by, licences } => {
                miss(detail::ambiguous_number(context, number, *by, licences.len()))
            }
        }
    }

    fn hit(standing: Standing, detail: String, matched: CheckMatch, licence: LicenceEntry) -> Self {
        let confidence = matched.confidence;
        Self {
            verdict: Verdict::from_standing(standing),
            detail,
            matched: Some(matched),
            licence: Some(licence),
            confidence,
            absence: None,
        }
    }
}

pub(crate) fn verdict(catalogue: &Catalogue, finding: &Finding<'_>) -> Verdict {
    match finding {
        // A host without a listing is in no whole file.
        Finding::Listed { site, .. } => (catalogue.best_listing(*site))
            .map_or(Verdict::NotFound, |(_, _, standing)| Verdict::from_standing(standing)),
        Finding::Numbered { licence, .. } => {
            Verdict::from_standing(catalogue.licence(*licence).standing())
        }
        Finding::Related { .. } => Verdict::RelatedHostListed,
        Finding::Generic { .. } => Verdict::GenericTerm,
        Finding::Named { .. } => Verdict::NameMatchOnly,
        Finding::LookAlike { .. }
        | Finding::Crowded { .. }
        | Finding::NothingOnRecord { .. }
        | Finding::UnknownNumber { .. }
        | Finding::AmbiguousNumber { .. } => Verdict::NotFound,
    }
}

impl Verdict {
    pub(crate) const fn from_standing(standing: Standing) -> Self {
        match standing {
            Standing::Licensed => Self::Licensed,
            Standing::Provisional => Self::LicensedProvisional,
            Standing::NotActive => Self::LicenceNotActive,
            Standing::DomainNotListed => Self::DomainNotListed,
        }
    }
}
