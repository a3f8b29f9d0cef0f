//! From what the ladder found to a verdict, its sentence and its match.

use crate::catalogue::{Catalogue, LicenceEntry};
use crate::check::detail::{self, SentenceContext};
use crate::check::ladder::Finding;
use crate::check::lists;
use crate::check::matched::{match_of_licence, match_of_listing, match_of_name};
use crate::check::standing::Standing;
use crate::check::verdict::{CheckMatch, Confidence, MatchAbsenceReason, Verdict};
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
        match finding {
            Finding::Listed { host, site } => match catalogue.best_listing(*site) {
                Some((listing, licence, standing)) => Self::hit(
                    standing,
                    detail::listing(context, host, *site, (&listing, &licence), standing),
                    match_of_listing(catalogue, &listing, &licence),
                    licence,
                ),
                None => Self::miss(finding, detail::nothing(context, host.as_str())),
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
                let related = catalogue.sites_of(registrable);
                Self::miss(finding, detail::related(context, host, related))
            }
            Finding::Generic { host, root } => Self {
                confidence: Confidence::Low,
                absence: Some(MatchAbsenceReason::GenericTerm),
                ..Self::miss(finding, detail::generic_term(context, host, root))
            },
            Finding::LookAlike { host, imitated, .. } => {
                Self::miss(finding, detail::look_alike(context, host, *imitated))
            }
            Finding::Named { host, root, found } => Self {
                matched: match_of_name(catalogue, found.name),
                confidence: Confidence::Medium,
                absence: None,
                ..Self::miss(finding, detail::name_match(context, host, root, *found))
            },
            Finding::Crowded { host, name, .. } => {
                Self::miss(finding, detail::crowded_name(context, host, *name))
            }
            Finding::NothingOnRecord { host, carried, .. } => {
                let detail = match carried {
                    Some(carried) => detail::carried_name(context, host, *carried),
                    None => detail::nothing(context, host.as_str()),
                };
                Self::miss(finding, detail)
            }
            Finding::UnknownNumber { number } => {
                Self::miss(finding, detail::nothing(context, number))
            }
            Finding::AmbiguousNumber { number, licences } => {
                Self::miss(finding, detail::ambiguous_number(context, number, licences.len()))
            }
        }
    }

    /// The same for a row of a batch. A row has no alternatives, so its sentence names the first
    /// of them where it names no operator.
    pub(crate) fn of_row(catalogue: &Catalogue, finding: &Finding<'_>, now: Timestamp) -> Self {
        let mut answer = Self::from_finding(catalogue, finding, now);
        if let Finding::NothingOnRecord { carried: None, .. } = finding
            && let Some(similar) = lists::alternatives(catalogue, finding).first()
        {
            detail::similar_name(&mut answer.detail, similar);
        }
        answer
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

    fn miss(finding: &Finding<'_>, detail: String) -> Self {
        Self {
            verdict: verdict_without_licence(finding),
            detail,
            matched: None,
            licence: None,
            confidence: Confidence::None,
            absence: Some(MatchAbsenceReason::NoRecordFound),
        }
    }
}

pub(crate) fn verdict(catalogue: &Catalogue, finding: &Finding<'_>) -> Verdict {
    match finding {
        Finding::Listed { site, .. } => match catalogue.best_listing(*site) {
            Some((_, _, standing)) => Verdict::from_standing(standing),
            None => verdict_without_licence(finding),
        },
        Finding::Numbered { licence, .. } => {
            Verdict::from_standing(catalogue.licence(*licence).standing())
        }
        Finding::Related { .. }
        | Finding::Generic { .. }
        | Finding::LookAlike { .. }
        | Finding::Named { .. }
        | Finding::Crowded { .. }
        | Finding::NothingOnRecord { .. }
        | Finding::UnknownNumber { .. }
        | Finding::AmbiguousNumber { .. } => verdict_without_licence(finding),
    }
}

/// The verdict of a finding that rests on no licence. A host without a listing is in no whole file.
const fn verdict_without_licence(finding: &Finding<'_>) -> Verdict {
    match finding {
        Finding::Related { .. } => Verdict::RelatedHostListed,
        Finding::Generic { .. } => Verdict::GenericTerm,
        Finding::Named { .. } => Verdict::NameMatchOnly,
        Finding::Listed { .. }
        | Finding::Numbered { .. }
        | Finding::LookAlike { .. }
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
