//! Sentences about names: what a name is also the name of, and what that does not prove.

use std::collections::BTreeSet;

use super::text::{count_in_words, no_longer, regulator};
use super::{
    SentenceContext, end_sentence, no_record, push_all, push_codes, push_listed_by, push_part,
    push_stale, push_standing,
};
use crate::catalogue::{Catalogue, Claim, Claims, LicenceEntry, Listing, NameId, NameKind, SiteId};
use crate::check::carried::{Addition, Carried};
use crate::check::check_result::Alternative;
use crate::check::generic_terms::{Genericness, genericness};
use crate::check::ladder::NameMatch;
use crate::check::look_alike::plain_host_in_force;
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;

/// Returns the sentences of step 3: the root is generic, and a subdomain may carry a listed host.
pub(crate) fn generic_term(
    context: SentenceContext<'_>,
    host: &Hostname,
    root: &str,
    carried: Option<SiteId>,
) -> String {
    let no_record = no_record(context, host.as_str(), "no");
    let what = match genericness(root) {
        Genericness::Term => "is a generic gambling term",
        _ => "is made of generic words",
    };
    let mut detail = format!("\"{root}\" {what} and names no operator; {no_record}");
    if let Some(site) = carried {
        push_carried_host(&mut detail, context.catalogue, host, site);
    }
    detail
}

/// Returns the sentence of step 4: the name can be misread as a listed one.
pub(crate) fn look_alike(context: SentenceContext<'_>, host: &Hostname, name: NameId) -> String {
    let mut detail = no_record(context, host.as_str(), "No");
    let claims = context.catalogue.claims(name);
    let plain_host = |claim| Some((claim, plain_host_in_force(context.catalogue, &claim)?));
    if let Some((claim, listed)) = claims.iter().find_map(plain_host) {
        detail.push_str(" The name can be misread as ");
        push_host(&mut detail, context.catalogue, &claim, listed);
        let others = claims.len() - 1;
        if others > 0 {
            push_all(&mut detail, [", and as a name of ", &more_operators(others)]);
        }
        detail.push_str("; nothing shows a connection.");
    }
    detail
}

/// A sentence that names one of more holders than these would be read as if it meant that one.
const MAX_CLAIMS_NAMED: usize = 3;

/// Returns the sentences of step 5: the name is that of few groups of operators.
pub(crate) fn name_match(
    context: SentenceContext<'_>,
    host: &Hostname,
    root: &str,
    found: NameMatch,
) -> String {
    let claims = context.catalogue.claims(found.name);
    let mut detail = format!("{host} is not on record. ");
    let Some(claim) = claims.first() else { return detail };
    if claims.len() > MAX_CLAIMS_NAMED {
        push_held_by(&mut detail, context.catalogue, claims);
    } else if found.is_namesake {
        detail.push_str("The same name is ");
        push_evidence(&mut detail, context.catalogue, &claim, "that of ");
        push_others(&mut detail, claims);
        detail.push_str(". This may be a namesake; it is no evidence about this site.");
    } else {
        match claim.kind {
            NameKind::HostRoot => detail.push_str("Its name is also "),
            NameKind::TradingName | NameKind::CompanyName => {
                push_all(&mut detail, ["'", root, "' is "]);
            }
        }
        push_evidence(&mut detail, context.catalogue, &claim, "the name of ");
        push_others(&mut detail, claims);
        push_unproven(&mut detail, context.catalogue, host, claims, found.group_count);
    }
    push_without_active(&mut detail, context.catalogue, claims);
    push_stale(&mut detail, context);
    detail
}

/// Adds that whom the sentence names, or the whole crowd, has no active licence on record.
fn push_without_active(detail: &mut String, catalogue: &Catalogue, claims: Claims<'_>) {
    let is_active = |claim: Claim| catalogue.operator(claim.operator).has_active_licence;
    let Some(first) = claims.first().filter(|first| !is_active(*first)) else { return };
    if claims.len() <= MAX_CLAIMS_NAMED {
        push_all(detail, [" ", catalogue.display_name(first.operator)]);
        detail.push_str(" has no active licence on record.");
    } else if !claims.iter().any(is_active) {
        detail.push_str(" None of them has an active licence on record.");
    }
}

/// Adds what a claim rests on, and its operator.
fn push_evidence(detail: &mut String, catalogue: &Catalogue, claim: &Claim, before_host: &str) {
    match claim.kind {
        NameKind::HostRoot => {
            detail.push_str(before_host);
            return push_host(detail, catalogue, claim, host_of(catalogue, claim));
        }
        NameKind::TradingName => detail.push_str("a trading name of "),
        NameKind::CompanyName => detail.push_str("the name, less its legal form, of "),
    }
    push_operator(detail, catalogue, claim);
}

/// Returns the host that a claim rests on: of several the one that is in force.
fn host_of<'c>(catalogue: &'c Catalogue, claim: &Claim) -> &'c str {
    catalogue.text(claim.host_in_force.unwrap_or(claim.matched))
}

/// `y.example, listed by Y (Curaçao) under a revoked licence`: the registers are those that list the host as
/// the best one does.
fn push_host(detail: &mut String, catalogue: &Catalogue, claim: &Claim, host: &str) {
    let theirs = listings_of_claim(catalogue, claim, host);
    let is_still_listed = is_still_listed(&theirs);
    push_all(detail, [host, ", ", no_longer(is_still_listed), "listed by "]);
    push_part(detail, catalogue.display_name(claim.operator));
    let how = |(listing, licence): &(Listing, LicenceEntry)| {
        (listing.is_still_listed(licence), listing.standing(licence))
    };
    let registers: BTreeSet<JurisdictionCode> = (theirs.iter())
        .filter(|listed| theirs.first().map(how) == Some(how(listed)))
        .map(|(_, licence)| licence.jurisdiction)
        .collect();
    let by_word = JurisdictionCode::BY_WORD.iter().copied();
    push_registers(detail, by_word.filter(|code| registers.contains(code)));
    if let Some((listing, licence)) = theirs.first()
        && is_still_listed
    {
        push_standing(detail, listing, licence);
    }
}

/// Returns the listings of a host under licences of the operator who claims the name.
fn listings_of_claim(
    catalogue: &Catalogue,
    claim: &Claim,
    host: &str,
) -> Vec<(Listing, LicenceEntry)> {
    let of_site = catalogue.site_of_host(host).map(|site| catalogue.listings(site));
    (of_site.into_iter().flat_map(|it| it.iter()))
        .map(|listing| (listing, catalogue.licence(listing.licence)))
        .filter(|(_, licence)| licence.operator == claim.operator)
        .collect()
}

fn is_still_listed(listings: &[(Listing, LicenceEntry)]) -> bool {
    listings.iter().any(|(listing, licence)| listing.is_still_listed(licence))
}

/// Adds how many more operators the name is on record for. It is a name of theirs only where it is one of
/// the same kind: a host belongs to nobody by its name.
fn push_others(detail: &mut String, claims: Claims<'_>) {
    let others = claims.len().saturating_sub(1);
    if others > 0 {
        let kind = claims.first().map(|claim| claim.kind);
        let is_of_all =
            kind != Some(NameKind::HostRoot) && claims.iter().all(|claim| Some(claim.kind) == kind);
        let and = if is_of_all { " and of " } else { ", and on record for " };
        push_all(detail, [and, &more_operators(others)]);
    }
}

/// `one more operator`, `five more operators`
pub(super) fn more_operators(count: usize) -> String {
    let operators = if count == 1 { " more operator" } else { " more operators" };
    count_in_words(count) + operators
}

fn push_unproven(
    detail: &mut String,
    catalogue: &Catalogue,
    host: &Hostname,
    claims: Claims<'_>,
    group_count: usize,
) {
    match (group_count, claims.first()) {
        (1, Some(claim)) if claims.len() == 1 => {
            let operator = catalogue.display_name(claim.operator);
            push_all(detail, ["; that it belongs to ", operator, " is not proven."]);
        }
        (1, _) => detail.push_str(
            "; they have hosts on record in common, and that it belongs to one of them is not proven.",
        ),
        _ => push_all(detail, ["; who runs ", host.as_str(), " is not known."]),
    }
}

/// Returns the sentence about a name that too many groups claim to tell them apart.
pub(crate) fn crowded_name(context: SentenceContext<'_>, host: &Hostname, name: NameId) -> String {
    let mut detail = no_record(context, host.as_str(), "No");
    detail.push(' ');
    push_held_by(&mut detail, context.catalogue, context.catalogue.claims(name));
    detail
}

fn push_held_by(detail: &mut String, catalogue: &Catalogue, claims: Claims<'_>) {
    let Some(claim) = claims.first() else { return };
    let kind = match claim.kind {
        NameKind::HostRoot => "",
        NameKind::TradingName => "the trading name ",
        NameKind::CompanyName => "the company name ",
    };
    let matched = catalogue.text(claim.matched);
    let is_same = |other: Claim| {
        let is_spelling = claim.kind == NameKind::TradingName;
        other.kind == claim.kind && (is_spelling || catalogue.text(other.matched) == matched)
    };
    let is_of_all = claims.iter().all(is_same);
    push_all(detail, ["Its name equals ", kind, matched]);
    detail.push_str(if is_of_all { ", held by " } else { ", and is on record for " });
    push_all(detail, [&count_in_words(claims.len()), " companies; that it is theirs is not "]);
    detail.push_str("proven.");
}

/// Returns the sentences of step 6 if the host carries a listed name and something else.
pub(crate) fn carried_name(
    context: SentenceContext<'_>,
    host: &Hostname,
    carried: Carried,
) -> String {
    let mut detail = no_record(context, host.as_str(), "No");
    match carried {
        Carried::Name { name, addition } => {
            push_carried_name(&mut detail, context.catalogue, host, name, addition);
        }
        Carried::Host(site) => push_carried_host(&mut detail, context.catalogue, host, site),
    }
    detail
}

fn push_carried_name(
    detail: &mut String,
    catalogue: &Catalogue,
    host: &Hostname,
    name: NameId,
    addition: Addition,
) {
    let best = catalogue.claims(name).first();
    let of_host = best.filter(|claim| claim.kind == NameKind::HostRoot);
    let is_listed = |claim: Claim| match claim.kind {
        NameKind::HostRoot => {
            is_still_listed(&listings_of_claim(catalogue, &claim, host_of(catalogue, &claim)))
        }
        NameKind::TradingName | NameKind::CompanyName => {
            catalogue.operator(claim.operator).registers().next().is_some()
        }
    };
    let no_longer = no_longer(catalogue.claims(name).iter().any(is_listed));
    let addition = match addition {
        Addition::Digits => " with digits added",
        Addition::DigitsAndWord => " with digits and an advertising word added",
    };
    push_all(detail, [" It carries the ", no_longer, "listed name ", catalogue.name_key(name)]);
    push_all(detail, [addition, "; no register lists ", host.as_str(), "."]);
    let Some(claim) = best else { return };
    if of_host.is_some() {
        detail.push_str(" The name is ");
        push_evidence(detail, catalogue, &claim, "that of ");
    } else {
        detail.push_str(" The name is one of ");
        push_operator(detail, catalogue, &claim);
    }
    push_others(detail, catalogue.claims(name));
    detail.push_str("; nothing shows a connection.");
}

fn push_carried_host(detail: &mut String, catalogue: &Catalogue, host: &Hostname, site: SiteId) {
    let mut listings = catalogue.listings(site).iter();
    let is_listed = listings.any(|it| it.is_still_listed(&catalogue.licence(it.licence)));
    push_all(detail, [" It carries the ", no_longer(is_listed), "listed host "]);
    push_all(detail, [catalogue.host_of(site), " in its subdomain; no register lists "]);
    push_all(detail, [host.as_str(), "."]);
    let Some((listing, licence, _)) = catalogue.best_listing(site) else { return };
    detail.push_str(" That host is ");
    push_listed_by(detail, catalogue, &listing, &licence);
    detail.push_str("; nothing shows a connection.");
}

/// Adds the most similar name to the sentence of a row of a batch, which has no alternatives. Another
/// name may be nearer, because not all names two edits away are found.
pub(crate) fn push_similar_name(detail: &mut String, similar: Option<&Alternative>) {
    let Some(similar) = similar else { return };
    push_all(detail, [" A similar name on record is ", &similar.matched_name]);
    if similar.matched_name != similar.operator {
        push_all(detail, [" of ", &similar.operator]);
    }
    detail.push_str("; it is no evidence about this site.");
}

/// Adds one of those who hold a crowded name to the sentence of a row of a batch.
pub(crate) fn push_one_holder(detail: &mut String, holder: Option<&Alternative>) {
    let Some(holder) = holder else { return };
    push_all(detail, [" One of them is ", &holder.operator]);
    end_sentence(detail);
}

/// `Y (Curaçao, UKGC)`
fn push_operator(detail: &mut String, catalogue: &Catalogue, claim: &Claim) {
    push_part(detail, catalogue.display_name(claim.operator));
    push_registers(detail, catalogue.operator(claim.operator).registers());
}

fn push_registers(detail: &mut String, registers: impl Iterator<Item = JurisdictionCode>) {
    let mut names = registers.map(|code| regulator(code).short).peekable();
    if names.peek().is_some() {
        detail.push_str(" (");
        push_codes(detail, names);
        detail.push(')');
    }
}
