//! The check: one question, one answer with its evidence (specification 2.6, decisions 3).

pub(crate) mod alternatives;
pub(crate) mod common_words;
mod detail;
pub mod generic_terms;
mod ladder;
pub mod names;
mod query;
pub mod similarity;
pub(crate) mod standing;
mod verdict;

pub use query::{CheckQuery, InvalidLicenceNumber, MAX_LICENCE_NUMBER_CHARS, QueryEcho};
pub use verdict::{
    Alternative, BatchMeta, BatchResult, BatchRow, CheckMatch, CheckMeta, CheckResult, Confidence,
    MatchAbsenceReason, MatchType, RelatedHost, RowError, Verdict,
};

use crate::catalogue::{Catalogue, LicenceEntry, Listing, NameId, NameKind, OperatorIndex, SiteId};
use crate::coverage::RegisterFreshness;
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::{ConfidenceHint, Provenance};
use crate::time::Timestamp;
use ladder::{Finding, best_listing};
use standing::Standing;

/// How many related hosts an answer gives (decisions 3).
const MAX_RELATED_HOSTS: usize = 20;

/// Answers a question from a catalogue. `now` decides freshness only.
pub fn check(catalogue: &Catalogue, query: &CheckQuery, now: Timestamp) -> CheckResult {
    let finding = ladder::find(catalogue, query);
    let answer = Answer::of(catalogue, &finding);
    let is_miss = answer.matched.is_none();
    CheckResult {
        query: query.echo.clone(),
        verdict: answer.verdict,
        verdict_detail: answer.detail,
        alternatives: alternatives_of(catalogue, &finding),
        confidence: answer.confidence,
        match_absence_reason: answer.absence,
        checked_jurisdictions: is_miss.then(|| checked_jurisdictions(catalogue)),
        jurisdictions: pairs_of(catalogue, &finding),
        related_hosts: related_hosts_of(catalogue, &finding),
        meta: meta(catalogue, answer.licence, now),
        matched: answer.matched,
    }
}

/// Answers one row of a batch: the same verdict without alternatives and lists
/// (specification 4.1). A domain that is no bare hostname is a row too.
pub fn check_row(catalogue: &Catalogue, raw_domain: &str) -> BatchRow {
    let Ok(query) = CheckQuery::domain(raw_domain) else {
        return BatchRow::invalid_hostname(raw_domain);
    };
    let answer = Answer::of(catalogue, &ladder::find(catalogue, &query));
    BatchRow {
        query: query.echo,
        matched: answer.matched,
        confidence: answer.confidence,
        verdict: Some(answer.verdict),
        verdict_detail: Some(answer.detail),
        match_absence_reason: answer.absence,
        error: None,
    }
}

/// Answers a batch of domains in the order asked; a bad one does not fail the others.
pub fn check_batch<'d>(
    catalogue: &Catalogue,
    domains: impl IntoIterator<Item = &'d str>,
    now: Timestamp,
) -> BatchResult {
    let row = |domain| check_row(catalogue, domain);
    let results: Vec<BatchRow> = domains.into_iter().map(row).collect();
    BatchResult {
        count: results.len(),
        checked_jurisdictions: checked_jurisdictions(catalogue),
        results,
        meta: BatchMeta { stale_jurisdictions: stale_jurisdictions(catalogue, now) },
    }
}

/// The registers that were read, by code: what a miss rests on.
pub fn checked_jurisdictions(catalogue: &Catalogue) -> Vec<JurisdictionCode> {
    sorted_codes(|code| catalogue.last_successful_scrape(code).is_some())
}

/// The registers past their freshness target at `now`, by code; those never read are among them.
pub fn stale_jurisdictions(catalogue: &Catalogue, now: Timestamp) -> Vec<JurisdictionCode> {
    sorted_codes(|code| {
        RegisterFreshness::at(code, catalogue.last_successful_scrape(code), now).is_stale()
    })
}

fn sorted_codes(wanted: impl Fn(JurisdictionCode) -> bool) -> Vec<JurisdictionCode> {
    let mut codes: Vec<_> =
        JurisdictionCode::ALL.iter().copied().filter(|code| wanted(*code)).collect();
    codes.sort_unstable_by_key(|code| code.as_str());
    codes
}

/// What every form of the answer shares.
struct Answer<'c> {
    verdict: Verdict,
    detail: String,
    matched: Option<CheckMatch>,
    licence: Option<&'c LicenceEntry>,
    confidence: Confidence,
    absence: Option<MatchAbsenceReason>,
}

impl<'c> Answer<'c> {
    fn of(catalogue: &'c Catalogue, finding: &Finding<'_>) -> Self {
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
            Finding::Numbered { licence } => {
                let licence = catalogue.licence(*licence);
                Self::hit(
                    verdict_of(licence.standing()),
                    detail::of_number(catalogue, licence),
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

fn match_of_licence(catalogue: &Catalogue, licence: &LicenceEntry) -> CheckMatch {
    let owned = |text| String::from(catalogue.text(text));
    let operator = catalogue.operator(licence.operator);
    CheckMatch {
        confidence: Confidence::High,
        match_type: MatchType::DomainExact,
        operator: owned(operator.display_name),
        operator_slug: owned(operator.slug),
        jurisdiction: Some(licence.jurisdiction),
        license_number: Some(owned(licence.number)),
        license_id: licence.id,
        regulator_name: Some(licence.jurisdiction.jurisdiction().name.to_owned()),
        status: Some(licence.status),
        status_source_url: licence.status_source_url.map(owned),
        status_observed_at: Some(licence.status_observed_at),
        expires_at: licence.expires_at,
        domain_association: None,
        upstream_status: licence.upstream_status.map(owned),
        domain_status: None,
        verification_url: None,
    }
}

fn match_of_listing(catalogue: &Catalogue, listing: &Listing) -> CheckMatch {
    CheckMatch {
        domain_association: Some(listing.association),
        domain_status: listing.domain_status,
        verification_url: listing.verification_url.map(|url| catalogue.text(url).to_owned()),
        ..match_of_licence(catalogue, catalogue.licence(listing.licence))
    }
}

/// The operator is identified; which licence, if any, the domain could run under is not.
fn match_of_name(catalogue: &Catalogue, name: NameId) -> Option<CheckMatch> {
    let claim = catalogue.claims(name).first()?;
    let operator = catalogue.operator(claim.operator);
    let match_type = match claim.kind {
        NameKind::TradingName | NameKind::HostRoot => MatchType::TradingNameFuzzy,
        NameKind::CompanyName => MatchType::NameSimilarity,
    };
    Some(CheckMatch {
        confidence: Confidence::Medium,
        match_type,
        operator: catalogue.text(operator.display_name).to_owned(),
        operator_slug: catalogue.text(operator.slug).to_owned(),
        jurisdiction: None,
        license_number: None,
        license_id: None,
        regulator_name: None,
        status: None,
        status_source_url: None,
        status_observed_at: None,
        expires_at: None,
        domain_association: None,
        upstream_status: None,
        domain_status: None,
        verification_url: None,
    })
}

fn pairs_of(catalogue: &Catalogue, finding: &Finding<'_>) -> Option<Vec<CheckMatch>> {
    let Finding::Listed { site, .. } = finding else { return None };
    let listings = catalogue.listings(*site);
    (listings.len() > 1)
        .then(|| listings.iter().map(|listing| match_of_listing(catalogue, listing)).collect())
}

fn related_hosts_of(catalogue: &Catalogue, finding: &Finding<'_>) -> Vec<RelatedHost> {
    match finding {
        Finding::Listed { site, .. } => related_hosts(catalogue, catalogue.siblings(*site)),
        Finding::Related { registrable, .. } => {
            related_hosts(catalogue, catalogue.sites_of(registrable))
        }
        Finding::Generic { .. }
        | Finding::LookAlike { .. }
        | Finding::Named { .. }
        | Finding::NothingOnRecord { .. }
        | Finding::Numbered { .. }
        | Finding::AmbiguousNumber { .. }
        | Finding::UnknownNumber { .. } => Vec::new(),
    }
}

fn related_hosts(catalogue: &Catalogue, sites: impl Iterator<Item = SiteId>) -> Vec<RelatedHost> {
    let related = |site| {
        let (listing, licence, _) = best_listing(catalogue, site)?;
        let operator = catalogue.operator(licence.operator);
        Some(RelatedHost {
            host: catalogue.host_of(site).to_owned(),
            operator: catalogue.text(operator.display_name).to_owned(),
            operator_slug: catalogue.text(operator.slug).to_owned(),
            jurisdiction: licence.jurisdiction,
            license_id: licence.id,
            status: licence.status,
            domain_status: listing.domain_status,
        })
    };
    sites.take(MAX_RELATED_HOSTS).filter_map(related).collect()
}

fn alternatives_of(catalogue: &Catalogue, finding: &Finding<'_>) -> Vec<Alternative> {
    match finding {
        // A generic term names nobody, not even as a suggestion.
        Finding::Listed { .. }
        | Finding::Numbered { .. }
        | Finding::UnknownNumber { .. }
        | Finding::Generic { .. }
        | Finding::NothingOnRecord { root: None, .. } => Vec::new(),
        Finding::Related { registrable, .. } => {
            alternatives::near(catalogue, &names::squash(&registrable.unicode_root()), &[])
        }
        Finding::LookAlike { root, imitated, .. } => imitated_first(catalogue, root, *imitated),
        Finding::Named { root, name, .. } => {
            let matched: Vec<OperatorIndex> =
                catalogue.claims(*name).iter().take(1).map(|claim| claim.operator).collect();
            alternatives::near(catalogue, root, &matched)
        }
        Finding::NothingOnRecord { root: Some(root), .. } => {
            alternatives::near(catalogue, root, &[])
        }
        Finding::AmbiguousNumber { licences, .. } => alternatives::of_licences(catalogue, licences),
    }
}

/// Whoever is imitated stands first, whatever the letters measure.
fn imitated_first(catalogue: &Catalogue, root: &str, imitated: NameId) -> Vec<Alternative> {
    let claims = catalogue.claims(imitated);
    let similarity = similarity::similarity(root, catalogue.name_key(imitated));
    let operators: Vec<OperatorIndex> = claims.iter().map(|claim| claim.operator).collect();
    let mut alternatives: Vec<Alternative> = claims
        .iter()
        .map(|claim| {
            let matched = catalogue.text(claim.matched);
            alternatives::alternative(catalogue, claim.operator, matched, similarity)
        })
        .collect();
    alternatives.extend(alternatives::near(catalogue, root, &operators));
    alternatives.truncate(alternatives::MAX_ALTERNATIVES);
    alternatives
}

fn meta(catalogue: &Catalogue, licence: Option<&LicenceEntry>, now: Timestamp) -> CheckMeta {
    let freshness = |code| RegisterFreshness::at(code, catalogue.last_successful_scrape(code), now);
    CheckMeta {
        provenance: match licence {
            Some(licence) => Provenance {
                scraped_at: Some(licence.last_verified_at),
                source_modified_at: None,
                source_url: licence.source_url.map(|url| catalogue.text(url).to_owned()),
                confidence_hint: licence.source_kind.into(),
            },
            None => Provenance {
                scraped_at: oldest_read(catalogue),
                source_modified_at: None,
                source_url: None,
                confidence_hint: ConfidenceHint::Derived,
            },
        },
        register: licence.map(|licence| freshness(licence.jurisdiction)),
        stale_jurisdictions: stale_jurisdictions(catalogue, now),
    }
}

/// A miss is only as recent as the register read longest ago.
fn oldest_read(catalogue: &Catalogue) -> Option<Timestamp> {
    JurisdictionCode::ALL.iter().filter_map(|code| catalogue.last_successful_scrape(*code)).min()
}
