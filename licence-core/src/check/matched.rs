//! The `match` of an answer: what was found, in the words of specification 2.6.
//!
//! A match by name identifies an operator. Every member that describes a licence is then null.

use crate::catalogue::{Catalogue, LicenceEntry, Listing, NameId, NameKind};
use crate::check::check_result::{CheckMatch, Confidence, MatchType};

pub(crate) fn match_of_licence(catalogue: &Catalogue, licence: &LicenceEntry) -> CheckMatch {
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

pub(crate) fn match_of_listing(
    catalogue: &Catalogue,
    listing: &Listing,
    licence: &LicenceEntry,
) -> CheckMatch {
    CheckMatch {
        domain_association: Some(listing.association),
        domain_status: listing.domain_status,
        verification_url: listing.verification_url.map(|url| catalogue.text(url).to_owned()),
        ..match_of_licence(catalogue, licence)
    }
}

/// Returns the match of a name. It identifies the operator, but not the licence, if any, that the domain
/// could run under.
pub(crate) fn match_of_name(catalogue: &Catalogue, name: NameId) -> Option<CheckMatch> {
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
