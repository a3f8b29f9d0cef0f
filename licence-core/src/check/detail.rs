//! `verdict_detail`: the sentences that people quote. Each names what was equal to what; a miss
//! names the registers checked and never says *unlicensed*.

use std::fmt::Write;

use crate::catalogue::{Catalogue, Claim, LicenceEntry, Listing, NameId, NameKind, SiteId};
use crate::check::standing::Standing;
use crate::domain::DomainStatus;
use crate::hostname::{Hostname, Registrable};
use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;

/// How many related hosts a sentence names.
const MAX_HOSTS_NAMED: usize = 3;
/// What most sentences stay under, so that they are not moved while they grow.
const USUAL_BYTES: usize = 256;

/// Step 1.
pub(crate) fn of_listing(
    catalogue: &Catalogue,
    host: &Hostname,
    listing: &Listing,
    licence: &LicenceEntry,
    standing: Standing,
) -> String {
    let mut detail = String::with_capacity(USUAL_BYTES);
    detail.push_str(host.as_str());
    detail.push_str(" is on record ");
    push_licence(&mut detail, catalogue, licence);
    push_status(&mut detail, catalogue, licence, standing);
    if standing == Standing::DomainNotListed {
        detail.push_str(&domain_sentence(listing.domain_status));
    }
    detail
}

fn domain_sentence(status: Option<DomainStatus>) -> String {
    match status {
        Some(status) => format!(
            " The register shows this domain as {status}: it is not on the licensee's permitted \
             surface."
        ),
        None => " The register describes this domain in words that no table knows: that is no \
                 pass."
            .to_owned(),
    }
}

/// A licence number on record.
pub(crate) fn of_number(
    catalogue: &Catalogue,
    licence: &LicenceEntry,
    other_holders: usize,
) -> String {
    let mut detail = String::with_capacity(USUAL_BYTES);
    detail.push_str("The licence number is on record ");
    push_licence(&mut detail, catalogue, licence);
    push_status(&mut detail, catalogue, licence, licence.standing());
    if other_holders > 0 {
        let _ = write!(
            detail,
            " {other_holders} more under the same number: the register lists it for several \
             operators."
        );
    }
    detail
}

/// `with the UK Gambling Commission (UKGC): licence 000102-R-300001-010 of Example Bet Limited`
fn push_licence(detail: &mut String, catalogue: &Catalogue, licence: &LicenceEntry) {
    let regulator = licence.jurisdiction.jurisdiction();
    for part in [
        "with the ",
        regulator.name,
        " (",
        regulator.code.as_str(),
        "): licence ",
        catalogue.text(licence.number),
        " of ",
        catalogue.text(catalogue.operator(licence.operator).display_name),
    ] {
        detail.push_str(part);
    }
}

/// `, status active, observed 2026-11-01T06:00:00.000Z.` and what must be said beside it.
fn push_status(
    detail: &mut String,
    catalogue: &Catalogue,
    licence: &LicenceEntry,
    standing: Standing,
) {
    detail.push_str(", status ");
    detail.push_str(licence.status.as_str());
    if let Some(wording) = licence.upstream_status.map(|wording| catalogue.text(wording)) {
        let is_same_word = wording.eq_ignore_ascii_case(licence.status.as_str());
        if !is_same_word && !wording.is_empty() {
            let _ = write!(detail, " (\"{wording}\")");
        }
    }
    let _ = write!(detail, ", observed {}.", licence.status_observed_at);
    if standing == Standing::Provisional {
        detail.push_str(" The regulator calls it provisional.");
    }
    if let (Some(since), LicenceStatus::Active) = (licence.not_listed_since, licence.status) {
        let _ = write!(
            detail,
            " The register has not listed it since {since}; until the grace period ends it keeps \
             its status."
        );
    }
    if let Some(caution) = caution(licence.status) {
        detail.push_str(caution);
    }
}

/// What a status must not be taken for (specification, section 1).
const fn caution(status: LicenceStatus) -> Option<&'static str> {
    match status {
        LicenceStatus::Active => None,
        LicenceStatus::Suspended
        | LicenceStatus::Revoked
        | LicenceStatus::Expired
        | LicenceStatus::Pending => Some(" Only an active licence is a pass."),
        LicenceStatus::Surrendered | LicenceStatus::NotInRegister | LicenceStatus::Unknown => {
            Some(" Only an active licence is a pass; this status is no enforcement decision.")
        }
    }
}

/// Step 2.
pub(crate) fn of_related(
    catalogue: &Catalogue,
    host: &Hostname,
    registrable: &Registrable<'_>,
    related: impl Iterator<Item = SiteId> + Clone,
) -> String {
    let count = related.clone().count();
    let named: Vec<&str> =
        related.take(MAX_HOSTS_NAMED).map(|site| catalogue.host_of(site)).collect();
    let more = if count > named.len() { " and others" } else { "" };
    format!(
        "{host} itself is not on record; of {} these hosts are: {}{more}. Each subdomain is a host \
         of its own.",
        registrable.name,
        named.join(", "),
    )
}

/// Step 3.
pub(crate) fn of_generic(host: &Hostname, root: &str, checked: &[JurisdictionCode]) -> String {
    format!(
        "\"{root}\" is a generic gambling term and names no operator; {}",
        no_record(host.as_str(), checked, "no")
    )
}

/// Step 4.
pub(crate) fn of_look_alike(
    catalogue: &Catalogue,
    host: &Hostname,
    root: &str,
    imitated: NameId,
    checked: &[JurisdictionCode],
) -> String {
    let key = catalogue.name_key(imitated);
    let (name, operator) = match catalogue.claims(imitated).first() {
        Some(claim) => (catalogue.text(claim.matched), operator_name(catalogue, claim)),
        None => (key, key),
    };
    format!(
        "{} Its name imitates {name} of {operator}: \"{root}\" reads like \"{key}\".",
        no_record(host.as_str(), checked, "No"),
    )
}

/// Step 5.
pub(crate) fn of_name(
    catalogue: &Catalogue,
    host: &Hostname,
    root: &str,
    claims: &[Claim],
) -> String {
    let Some(claim) = claims.first() else { return String::new() };
    let matched = catalogue.text(claim.matched);
    let name = match claim.kind {
        NameKind::TradingName => format!("the trading name {matched}"),
        NameKind::HostRoot => format!("the root of the listed host {matched}"),
        NameKind::CompanyName => format!("the company name {matched} less its legal form"),
    };
    let others = match claims.len() - 1 {
        0 => String::new(),
        others => format!(" (shared by {others} more)"),
    };
    format!(
        "{host} is not on record. \"{root}\" equals {name}{others}, which identifies {}; that the \
         domain is theirs is not proven.",
        operator_name(catalogue, claim),
    )
}

fn operator_name<'c>(catalogue: &'c Catalogue, claim: &Claim) -> &'c str {
    catalogue.text(catalogue.operator(claim.operator).display_name)
}

/// Step 6, and a licence number nobody has.
pub(crate) fn of_nothing(what: &str, checked: &[JurisdictionCode]) -> String {
    no_record(what, checked, "No")
}

/// A licence number whose letters and digits are those of several licences.
pub(crate) fn of_ambiguous(number: &str, count: usize, checked: &[JurisdictionCode]) -> String {
    format!(
        "{} Its letters and digits alone are those of {count} licences.",
        no_record(number, checked, "No")
    )
}

/// `No record of example.org in the 2 registers checked: MGA, UKGC.`
fn no_record(what: &str, checked: &[JurisdictionCode], no: &str) -> String {
    let codes: Vec<&str> = checked.iter().map(|code| code.as_str()).collect();
    match codes.as_slice() {
        [] => format!("{no} record of {what}: no register was read yet."),
        [one] => format!("{no} record of {what} in the 1 register checked: {one}."),
        many => format!(
            "{no} record of {what} in the {} registers checked: {}.",
            many.len(),
            many.join(", ")
        ),
    }
}
