//! The lists beside a match: other pairs, related hosts, near names.

use crate::catalogue::{Catalogue, NameId, OperatorIndex, SiteId};
use crate::check::ladder::{Finding, best_listing};
use crate::check::matched::match_of_listing;
use crate::check::verdict::{Alternative, CheckMatch, RelatedHost};
use crate::check::{alternatives, names, similarity};

/// How many related hosts an answer gives (decisions 3).
const MAX_RELATED_HOSTS: usize = 20;

/// All pairs of operator and jurisdiction that hold the domain, when there are several.
pub(crate) fn pairs(catalogue: &Catalogue, finding: &Finding<'_>) -> Option<Vec<CheckMatch>> {
    let Finding::Listed { site, .. } = finding else { return None };
    let listings = catalogue.listings(*site);
    (listings.len() > 1)
        .then(|| listings.iter().map(|listing| match_of_listing(catalogue, listing)).collect())
}

/// The other hosts of the same registrable domain, best first.
pub(crate) fn related_hosts(catalogue: &Catalogue, finding: &Finding<'_>) -> Vec<RelatedHost> {
    match finding {
        Finding::Listed { site, .. } => hosts_of_sites(catalogue, catalogue.siblings(*site)),
        Finding::Related { registrable, .. } => {
            hosts_of_sites(catalogue, catalogue.sites_of(registrable))
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

fn hosts_of_sites(catalogue: &Catalogue, sites: impl Iterator<Item = SiteId>) -> Vec<RelatedHost> {
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

/// The near names of a miss.
pub(crate) fn alternatives(catalogue: &Catalogue, finding: &Finding<'_>) -> Vec<Alternative> {
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
