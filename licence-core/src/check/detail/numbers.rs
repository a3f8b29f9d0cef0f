//! Sentences about a licence number on record, or a reference of this service.

use super::names::more_operators;
use super::text::{licence_phrase, no_longer, on_record_with, regulator};
use super::{
    MAX_NAMED, SentenceContext, USUAL_BYTES, push_all, push_caution, push_part, push_status,
    push_weaknesses,
};
use crate::catalogue::{Catalogue, LicenceEntry, LicenceIndex, NumberMatch};
use crate::check::standing::Standing;

/// Returns the sentences about a licence number on record.
pub(crate) fn number(
    context: SentenceContext<'_>,
    number: &str,
    by: NumberMatch,
    licence: &LicenceEntry,
    of_others: &[LicenceIndex],
) -> String {
    let catalogue = context.catalogue;
    let mut detail = String::with_capacity(USUAL_BYTES);
    if licence.jurisdiction.license_reference_is_ours() {
        push_own_reference(&mut detail, catalogue, number, by, licence);
    } else {
        push_number_on_record(&mut detail, catalogue, number, by, licence);
    }
    push_status(&mut detail, catalogue, licence);
    push_weaknesses(&mut detail, context, licence);
    push_other_holders(&mut detail, catalogue, of_others);
    push_caution(&mut detail, licence.status);
    detail
}

/// ` The same number is on record for X (Curaçao) under a revoked licence, for Y (UKGC).`
fn push_other_holders(detail: &mut String, catalogue: &Catalogue, of_others: &[LicenceIndex]) {
    let Some((first, others)) = of_others.split_at_checked(1) else { return };
    let named = first.iter().chain(others.iter().take(MAX_NAMED - 1));
    for (place, licence) in named.enumerate() {
        let licence = catalogue.licence(*licence);
        let before = if place == 0 { " The same number is on record for " } else { ", for " };
        detail.push_str(before);
        push_part(detail, catalogue.display_name(licence.operator));
        push_all(detail, [" (", regulator(licence.jurisdiction).short, ")"]);
        if licence.standing() == Standing::NotActive {
            push_all(detail, [" ", licence_phrase(licence.status)]);
        }
    }
    match of_others.len().saturating_sub(MAX_NAMED) {
        0 => {}
        more => push_all(detail, [", and for ", &more_operators(more)]),
    }
    detail.push('.');
}

fn push_number_on_record(
    detail: &mut String,
    catalogue: &Catalogue,
    number: &str,
    by: NumberMatch,
    licence: &LicenceEntry,
) {
    let (on_record, name) = (catalogue.text(licence.number), regulator(licence.jurisdiction).name);
    let holder = catalogue.display_name(licence.operator);
    match by {
        NumberMatch::Number => {
            push_all(detail, ["Licence number ", on_record, on_record_with(licence.status), name]);
            push_all(detail, [": a licence of ", holder]);
        }
        NumberMatch::Identity | NumberMatch::LettersAndDigits => {
            push_all(detail, [number, " is not on record; the register "]);
            push_all(detail, [no_longer(licence.is_still_listed()), "lists ", on_record]);
            push_all(detail, [", the same licence. That licence", on_record_with(licence.status)]);
            detail.push_str(name);
            push_all(detail, [": a licence of ", holder]);
        }
        NumberMatch::Account => {
            push_all(detail, [number, " is an account number of ", name]);
            push_all(detail, [", not a licence number. The account's best licence is "]);
            push_all(detail, [on_record, " of ", holder]);
        }
    }
}

/// The regulator publishes no number, so none is on record with it.
fn push_own_reference(
    detail: &mut String,
    catalogue: &Catalogue,
    number: &str,
    by: NumberMatch,
    licence: &LicenceEntry,
) {
    if by != NumberMatch::Number {
        push_all(detail, [number, " is not on record; "]);
    }
    push_part(detail, catalogue.text(licence.number));
    detail.push_str(" is this service's own reference, not the regulator's, for a licence of ");
    push_all(detail, [catalogue.display_name(licence.operator), " on record with "]);
    detail.push_str(regulator(licence.jurisdiction).name);
}
