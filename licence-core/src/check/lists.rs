//! The lists of an answer: other pairs, related hosts, near names, and the registers it rests on.

use crate::catalogue::{Catalogue, Listing, NameId, OperatorIndex, SiteId};
use crate::check::carried::Carried;
use crate::check::check_result::{Alternative, CheckMatch, RelatedHost};
use crate::check::ladder::Finding;
use crate::check::matched::match_of_listing;
use crate::check::{alternatives, names, similarity};
use crate::coverage::RegisterFreshness;
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;

/// How many related hosts an answer gives (decisions 3).
const MAX_RELATED_HOSTS: usize = 20;

/// Returns all pairs of operator and jurisdiction that hold the domain, when there are several.
pub(crate) fn pairs(catalogue: &Catalogue, finding: &Finding<'_>) -> Option<Vec<CheckMatch>> {
    let Finding::Listed { site, .. } = finding else { return None };
    let listings = catalogue.listings(*site);
    let matched = |listing: Listing| {
        match_of_listing(catalogue, &listing, &catalogue.licence(listing.licence))
    };
    (listings.len() > 1).then(|| listings.iter().map(matched).collect())
}

/// Returns the other hosts of the same registrable domain, best first.
pub(crate) fn related_hosts(catalogue: &Catalogue, finding: &Finding<'_>) -> Vec<RelatedHost> {
    match finding {
        Finding::Listed { site, .. } => hosts_of_sites(catalogue, catalogue.siblings(*site)),
        Finding::Related { registrable, .. } => {
            hosts_of_sites(catalogue, catalogue.sites_of(registrable))
        }
        Finding::Generic { .. }
        | Finding::LookAlike { .. }
        | Finding::Named { .. }
        | Finding::Crowded { .. }
        | Finding::NothingOnRecord { .. }
        | Finding::Numbered { .. }
        | Finding::AmbiguousNumber { .. }
        | Finding::UnknownNumber { .. } => Vec::new(),
    }
}

fn hosts_of_sites(catalogue: &Catalogue, sites: impl Iterator<Item = SiteId>) -> Vec<RelatedHost> {
    let related = |site| {
        let (listing, licence, _) = catalogue.best_listing(site)?;
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

/// Returns the near names of a miss.
pub(crate) fn alternatives(catalogue: &Catalogue, finding: &Finding<'_>) -> Vec<Alternative> {
    match finding {
        // A generic term names nobody, not even as a suggestion.
        Finding::Listed { .. }
        | Finding::Numbered { .. }
        | Finding::UnknownNumber { .. }
        | Finding::Generic { .. }
        | Finding::NothingOnRecord { root: None, .. } => Vec::new(),
        Finding::Crowded { root, name, .. } => holders_first(catalogue, root, *name),
        Finding::NothingOnRecord { root: Some(root), carried: Some(carried), .. } => {
            match carried {
                Carried::Name { name, .. } => holders_first(catalogue, root, *name),
                Carried::Host(site) => listed_host_first(catalogue, root, *site),
            }
        }
        Finding::Related { registrable, .. } => {
            alternatives::near(catalogue, &names::squash(&registrable.unicode_root()), &[])
        }
        Finding::LookAlike { root, imitated, .. } => holders_first(catalogue, root, *imitated),
        Finding::Named { root, found, .. } => {
            let matched: Vec<OperatorIndex> =
                catalogue.claims(found.name).iter().take(1).map(|claim| claim.operator).collect();
            alternatives::near(catalogue, root, &matched)
        }
        Finding::NothingOnRecord { root: Some(root), carried: None, .. } => {
            alternatives::near(catalogue, root, &[])
        }
        Finding::AmbiguousNumber { licences, .. } => alternatives::of_licences(catalogue, licences),
    }
}

/// Returns the near names, those of the holders that the sentence names first, whatever their similarity.
fn holders_first(catalogue: &Catalogue, root: &str, name: NameId) -> Vec<Alternative> {
    let claims = catalogue.claims(name);
    let similarity = similarity::similarity(root, catalogue.name_key(name));
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

fn listed_host_first(catalogue: &Catalogue, root: &str, site: SiteId) -> Vec<Alternative> {
    let host = catalogue.host_of(site);
    let Some((_, licence, _)) = catalogue.best_listing(site) else { return Vec::new() };
    let similarity = similarity::similarity(root, host);
    let listed = alternatives::alternative(catalogue, licence.operator, host, similarity);
    let near = alternatives::near(catalogue, root, &[licence.operator]);
    let mut alternatives: Vec<Alternative> = [listed].into_iter().chain(near).collect();
    alternatives.truncate(alternatives::MAX_ALTERNATIVES);
    alternatives
}

/// Returns the registers that were read at least once, by code. A miss rests on these.
pub(crate) fn checked_jurisdictions(catalogue: &Catalogue) -> Vec<JurisdictionCode> {
    sorted_codes(|code| catalogue.last_successful_scrape(code).is_some())
}

/// Returns the registers that are past their freshness target at `now`, by code. A register that
/// was never read is one of them.
pub(crate) fn stale_jurisdictions(catalogue: &Catalogue, now: Timestamp) -> Vec<JurisdictionCode> {
    sorted_codes(|code| {
        RegisterFreshness::at(code, catalogue.last_successful_scrape(code), now).is_stale()
    })
}

fn sorted_codes(wanted: impl Fn(JurisdictionCode) -> bool) -> Vec<JurisdictionCode> {
    JurisdictionCode::BY_WORD.iter().copied().filter(|code| wanted(*code)).collect()
}
