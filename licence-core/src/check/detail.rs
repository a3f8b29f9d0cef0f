//! `verdict_detail`: the sentences that people quote. Each is true without the rest of the body,
//! in this order: the finding, the holder, what weakens it, what follows. A miss names the
//! registers checked and never says *unlicensed*.

mod names;
mod numbers;
mod past;
#[cfg(test)]
mod tests;
mod text;
mod weaknesses;

pub(crate) use names::{
    carried_name, crowded_name, generic_term, look_alike, name_match, push_one_holder,
    push_similar_name,
};
pub(crate) use numbers::number;
pub(crate) use past::push_past;
pub(crate) use text::{on_record_with, push_instant, reference_note, regulator_name};
pub(crate) use weaknesses::Weaknesses;

use std::fmt::Write;

use crate::catalogue::{Catalogue, LicenceEntry, Listing, NumberMatch, SiteId};
use crate::check::lists::{checked_jurisdictions, stale_jurisdictions};
use crate::check::standing::Standing;
use crate::coverage::RegisterFreshness;
use crate::domain::{DomainAssociation, DomainStatus};
use crate::hostname::Hostname;
use crate::status::LicenceStatus;
use crate::text::one_line;
use crate::time::Timestamp;
use text::{
    licence_phrase, no_longer, push_date, push_number, push_regulator_first, regulator,
    status_predicate,
};
use weaknesses::push_age;

/// How many hosts, or listings of other registers, a sentence names.
const MAX_NAMED: usize = 3;
/// The most characters of a name in a sentence; the body has the whole name.
const MAX_PART_CHARS: usize = 300;
/// The capacity that most sentences fit in, so that they are not moved while they grow.
const USUAL_BYTES: usize = 384;

/// What every sentence is written from: the catalogue, and the time of the query.
#[derive(Clone, Copy)]
pub(crate) struct SentenceContext<'c> {
    pub(crate) catalogue: &'c Catalogue,
    pub(crate) now: Timestamp,
}

/// Returns the sentences of step 1: the best listing of a host, and what speaks against it.
pub(crate) fn listing(
    context: SentenceContext<'_>,
    host: &Hostname,
    site: SiteId,
    (listing, licence): (&Listing, &LicenceEntry),
    standing: Standing,
) -> String {
    let catalogue = context.catalogue;
    let mut detail = String::with_capacity(USUAL_BYTES);
    if standing == Standing::DomainNotListed {
        push_domain_not_listed(&mut detail, catalogue, host, listing, licence);
    } else {
        push_all(&mut detail, [host.as_str(), on_record_with(licence.status)]);
        detail.push_str(regulator(licence.jurisdiction).name);
        let number = catalogue.text(licence.number);
        let holder = catalogue.display_name(licence.operator);
        let note = reference_note(licence.jurisdiction);
        match listing.association {
            DomainAssociation::Direct => {
                push_all(&mut detail, [": licence ", number, note, " of ", holder]);
            }
            DomainAssociation::WhiteLabel => {
                push_all(
                    &mut detail,
                    [" as a white label of ", holder, ": licence ", number, note],
                );
            }
        }
        push_status(&mut detail, catalogue, licence);
        push_unread_page(&mut detail, listing, licence);
    }
    push_weaknesses(&mut detail, context, licence);
    push_other_registers(&mut detail, catalogue, site);
    push_caution(&mut detail, licence.status);
    detail
}

fn push_domain_not_listed(
    detail: &mut String,
    catalogue: &Catalogue,
    host: &Hostname,
    listing: &Listing,
    licence: &LicenceEntry,
) {
    let holder = catalogue.display_name(licence.operator);
    push_regulator_first(detail, licence.jurisdiction);
    match listing.domain_status {
        status if !listing.is_still_listed(licence) => {
            push_all(detail, [" no longer lists ", host.as_str(), " for its licensee ", holder]);
            if status == Some(DomainStatus::Delisted) {
                detail.push_str(": delisted");
                if let Some(date) = listing.unseen_since {
                    detail.push_str(" on ");
                    push_date(detail, date);
                }
            }
            end_sentence(detail);
        }
        Some(status) => {
            push_all(detail, [" lists ", host.as_str(), " of ", holder, " as ", status.as_str()]);
            detail.push_str(
                ": no licence covers it while it is, and this is no decision of the regulator.",
            );
        }
        None if let Some(date) = listing.unseen_since => {
            let for_holder =
                [" has not been seen to list ", host.as_str(), " for its licensee ", holder];
            push_all(detail, for_holder);
            detail.push_str(" since ");
            push_date(detail, date);
            detail.push_str(
                ": the page that listed it is about another licence now, or was not read, and meanwhile \
                 its licence was gone or passed to another holder, or another one came to list it. So \
                 it does not count as listed.",
            );
        }
        None => {
            push_all(detail, [" describes ", host.as_str(), " of ", holder]);
            detail.push_str(
                " in words that this service does not recognise, so it does not count as listed.",
            );
        }
    }
    let number = catalogue.text(licence.number);
    push_all(
        detail,
        [" The operator's licence ", number, reference_note(licence.jurisdiction), " is "],
    );
    push_all(detail, [status_predicate(licence.status), ", observed "]);
    push_instant(detail, licence.status_observed_at);
    detail.push('.');
}

/// The register lists the licence, and a page of its own lists the domain: a seal or a certificate.
fn push_unread_page(detail: &mut String, listing: &Listing, licence: &LicenceEntry) {
    if let Some(date) = listing.unseen_since.filter(|_| licence.is_still_listed()) {
        detail.push_str(" No page that was read on ");
        push_date(detail, date);
        detail.push_str(" or since lists the domain.");
    }
}

/// `, status active, observed 10 October 2026, 06:00 UTC.`
fn push_status(detail: &mut String, catalogue: &Catalogue, licence: &LicenceEntry) {
    push_all(detail, [", status ", licence.status.as_str()]);
    if let Some(wording) = licence.upstream_status.map(|wording| catalogue.text(wording)) {
        let is_same_word = wording.eq_ignore_ascii_case(licence.status.as_str());
        if !is_same_word && !wording.is_empty() {
            push_all(detail, [" (\"", wording, "\")"]);
        }
    }
    detail.push_str(", observed ");
    push_instant(detail, licence.status_observed_at);
    detail.push('.');
}

/// Adds what weakens a licence, and the age of the newest reading that verified it.
fn push_weaknesses(detail: &mut String, context: SentenceContext<'_>, licence: &LicenceEntry) {
    let LicenceEntry { status, qualifier, not_listed_since, expires_at, .. } = *licence;
    let weaknesses = Weaknesses { status, qualifier, not_listed_since, expires_at };
    weaknesses.push(detail, context.now.date());
    let verified_at = Some(licence.last_verified_at);
    let freshness = RegisterFreshness::at(licence.jurisdiction, verified_at, context.now);
    if let (Some(false), Some(hours)) = (freshness.fresh, freshness.age_hours) {
        push_age(detail, hours, freshness.sla_hours);
    }
}

/// Adds the listings of the host in other registers, or in the same one for another operator, that are
/// not under a licence in force.
fn push_other_registers(detail: &mut String, catalogue: &Catalogue, site: SiteId) {
    let mut left_out = 0;
    let others = catalogue.listings(site).iter().skip(1);
    let others = others.map(|listing| (listing, catalogue.licence(listing.licence)));
    let best = catalogue.best_listing(site).map(|(_, licence, _)| licence);
    let is_moved = |listing: &Listing, licence: &LicenceEntry| {
        listing.unseen_since.is_some()
            && best.is_some_and(|best| {
                (best.operator, best.jurisdiction) == (licence.operator, licence.jurisdiction)
            })
    };
    let bad = others.filter(|(listing, licence)| {
        !listing.standing(licence).is_in_force() && !is_moved(listing, licence)
    });
    for (place, (listing, licence)) in bad.enumerate() {
        if place >= MAX_NAMED {
            left_out += 1;
            continue;
        }
        detail.push(' ');
        push_regulator_first(detail, licence.jurisdiction);
        let is_same_register = best.is_some_and(|best| best.jurisdiction == licence.jurisdiction);
        let lists_it = if is_same_register { " also lists it " } else { " lists it " };
        let holder = catalogue.display_name(licence.operator);
        match listing.domain_status {
            _ if !listing.is_still_listed(&licence) => {
                push_all(detail, [" no longer lists it for ", holder]);
            }
            Some(status) if !status.is_permitted() => {
                push_all(detail, [lists_it, "as ", status.as_str(), " for ", holder]);
            }
            None if let Some(date) = listing.unseen_since => {
                push_all(detail, [" has not been seen to list it for ", holder, " since "]);
                push_date(detail, date);
                detail.push_str(": its page was not read, or is about another licence now");
            }
            None if licence.standing().is_in_force() => {
                push_all(detail, [" describes it in words not recognised, for ", holder]);
            }
            _ if licence.status == LicenceStatus::Unknown => {
                push_all(detail, [lists_it, "under a licence of ", holder]);
                detail.push_str(" with a status that this service does not recognise");
            }
            _ => {
                push_all(detail, [lists_it, licence_phrase(licence.status), " of ", holder]);
            }
        }
        end_sentence(detail);
    }
    if left_out > 0 {
        let listings = if left_out == 1 { "listing is" } else { "listings are" };
        let _ = write!(detail, " {left_out} more {listings} not in force.");
    }
}

/// Adds a full stop to a sentence that has none: a legal form (`N.V.`) and a note may end with one.
pub fn end_sentence(sentence: &mut String) {
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
}

/// Adds what a status must not be mistaken for (specification, section 1).
fn push_caution(detail: &mut String, status: LicenceStatus) {
    match status {
        LicenceStatus::Active => {}
        LicenceStatus::Suspended
        | LicenceStatus::Revoked
        | LicenceStatus::Expired
        | LicenceStatus::Pending => detail.push_str(" Only an active licence is a pass."),
        LicenceStatus::Surrendered | LicenceStatus::NotInRegister | LicenceStatus::Unknown => {
            push_all(detail, [" Only an active licence is a pass; the status ", status.as_str()]);
            detail.push_str(" is no enforcement decision.");
        }
    }
}

/// Returns the sentences of step 2: the hosts of the same registrable domain, each with its holder.
pub(crate) fn related(
    context: SentenceContext<'_>,
    host: &Hostname,
    related: impl Iterator<Item = SiteId>,
) -> String {
    let catalogue = context.catalogue;
    let mut detail = format!("{host} is not on record.");
    let mut left_out = 0;
    for (place, site) in related.enumerate() {
        let Some((listing, licence, _)) = catalogue.best_listing(site) else { continue };
        if place >= MAX_NAMED {
            left_out += 1;
            continue;
        }
        push_all(&mut detail, [" ", catalogue.host_of(site)]);
        detail.push_str(if place == 0 { ", of the same domain, is " } else { " is " });
        push_listed_by(&mut detail, catalogue, &listing, &licence);
        detail.push('.');
    }
    if left_out > 0 {
        let are = if left_out == 1 { "is" } else { "are" };
        let _ = write!(detail, " {left_out} more of its hosts {are} on record.");
    }
    push_stale(&mut detail, context);
    detail.push_str(" Each subdomain is a host of its own.");
    detail
}

/// `no longer listed by X (UKGC)`, `listed by Y (Curaçao) under a revoked licence`
fn push_listed_by(
    detail: &mut String,
    catalogue: &Catalogue,
    listing: &Listing,
    licence: &LicenceEntry,
) {
    let is_still_listed = listing.is_still_listed(licence);
    push_all(detail, [no_longer(is_still_listed), "listed by "]);
    push_all(detail, [catalogue.display_name(licence.operator), " ("]);
    push_all(detail, [regulator(licence.jurisdiction).short, ")"]);
    if is_still_listed {
        push_standing(detail, listing, licence);
    }
}

/// Adds how a register lists a host, if it is not under a licence in force.
fn push_standing(detail: &mut String, listing: &Listing, licence: &LicenceEntry) {
    match (listing.standing(licence), listing.domain_status) {
        (Standing::Licensed, _) => {}
        (Standing::Provisional, _) => detail.push_str(" under a provisional licence"),
        (Standing::NotActive, _) => push_all(detail, [" ", licence_phrase(licence.status)]),
        (Standing::DomainNotListed, Some(status)) => push_all(detail, [" as ", status.as_str()]),
        (Standing::DomainNotListed, None) if listing.unseen_since.is_some() => {
            detail.push_str(
                " as last seen, because its page was not read or is about another licence",
            );
        }
        (Standing::DomainNotListed, None) => detail.push_str(" in words not recognised"),
    }
}

/// Returns the sentence of step 6, and of a licence number that nobody has.
pub(crate) fn nothing(context: SentenceContext<'_>, what: &str) -> String {
    no_record(context, what, "No")
}

/// Returns the sentences about a number that can be read as that of several licences.
pub(crate) fn ambiguous_number(
    context: SentenceContext<'_>,
    number: &str,
    by: NumberMatch,
    count: usize,
) -> String {
    let no_record = no_record(context, number, "No");
    match by {
        NumberMatch::LettersAndDigits => {
            format!("{no_record} Its letters and digits alone are those of {count} licences.")
        }
        NumberMatch::Number | NumberMatch::Identity | NumberMatch::Account => {
            format!("{no_record} The number can be read as that of {count} licences.")
        }
    }
}

/// `No record of example.org in the 2 registers checked: MGA, UKGC.` and which of these are old.
fn no_record(context: SentenceContext<'_>, what: &str, no: &str) -> String {
    let checked = checked_jurisdictions(context.catalogue);
    let mut detail = String::with_capacity(USUAL_BYTES);
    push_all(&mut detail, [no, " record of ", what]);
    match checked.len() {
        0 => detail.push_str(": no register was read yet"),
        1 => detail.push_str(" in the 1 register checked: "),
        count => {
            detail.push_str(" in the ");
            push_number(&mut detail, count as i64);
            detail.push_str(" registers checked: ");
        }
    }
    push_codes(&mut detail, checked.iter().map(|code| code.as_str()));
    detail.push('.');
    push_stale(&mut detail, context);
    detail
}

/// Which of the registers checked are old: an answer from them is weaker.
fn push_stale(detail: &mut String, context: SentenceContext<'_>) {
    let mut stale = stale_jurisdictions(context.catalogue, context.now);
    stale.retain(|code| context.catalogue.last_successful_scrape(*code).is_some());
    if !stale.is_empty() {
        detail.push_str(" Last read longer ago than their targets: ");
        push_codes(detail, stale.iter().map(|code| code.as_str()));
        detail.push('.');
    }
}

fn push_codes<'t>(detail: &mut String, codes: impl Iterator<Item = &'t str>) {
    for (place, code) in codes.enumerate() {
        push_all(detail, [if place == 0 { "" } else { ", " }, code]);
    }
}

fn push_all<const N: usize>(detail: &mut String, parts: [&str; N]) {
    parts.iter().for_each(|part| push_part(detail, part));
}

/// Adds a part of a sentence. A text of a register may have any length and several lines; what follows it
/// must not be lost, and a sentence is one line.
fn push_part(detail: &mut String, part: &str) {
    if part.bytes().any(|byte| byte.is_ascii_control()) {
        return push_part(detail, &one_line(part));
    }
    // Most parts are so short that their characters need no count.
    if part.len() <= MAX_PART_CHARS {
        return detail.push_str(part);
    }
    match part.char_indices().nth(MAX_PART_CHARS) {
        Some((end, _)) => push_all(detail, [&part[..end], "…"]),
        None => detail.push_str(part),
    }
}
