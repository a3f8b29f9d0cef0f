//! Compares a register reading with what is held and returns what changes (specification 3.1,
//! decisions 2 and 3).
//!
//! A reading is refused whole if it is empty, older than the newest one, or lacks an implausible
//! share of the licences, domains or fields that the register listed before. Otherwise a changed
//! page layout would delist a regulator.

mod absent_domains;
mod actions;
mod differences;
mod domains;
mod entries;
mod licences;
mod listed;
mod lost_fields;
mod matching;
mod moved_domains;
mod observation;
mod operators;
mod records;
mod refusal;
mod rules;
mod scope;
mod unlisted_pages;
mod unread_pages;

pub use lost_fields::LostField;
pub use matching::IDENTITY_SEPARATOR;
pub use observation::Changes;
pub use operators::HeldOperators;
pub use records::{
    ActionRecord, DomainRecord, HeldRegister, LicenceRecord, OperatorRecord, domain_listed_until,
};
pub use refusal::{Refusal, refuse_ahead};
pub use rules::ApplyRules;
pub use scope::{ReadingScope, operator_name_hash, operator_name_key, operator_name_rules};

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::register::reading::RegisterReading;
use crate::time::Timestamp;
use matching::Found;
use observation::Observation;
use refusal::{refuse_implausible, refuse_older_or_empty};
use unlisted_pages::UnlistedPages;

/// Returns what a reading changes. The order of its rows does not matter. `snapshot_sha256` is the
/// hash of the bytes that were read; `new_id` returns random ids. `held` and `held_operators` need
/// only what the reading concerns ([`ReadingScope`]).
///
/// ```
/// use licence_core::RegisterReading;
/// use licence_core::event::EventName;
/// use licence_core::transition::{ApplyRules, HeldRegister, HeldOperators, apply};
/// use uuid::Uuid;
///
/// # let json = br#"{ "jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "complete": true,
/// #   "source_url": "https://register.example/", "source_kind": "scraped", "licences": [
/// #     { "operator": { "name": "Example Bet N.V." }, "license_number": "ALSI-202601001-FI1",
/// #       "status_text": "valid", "domains": [{ "domain": "examplebet.example" }] }] }"#;
/// let reading = RegisterReading::from_json(json, "an.json")?;
/// let (held, mut operators) = (HeldRegister::default(), HeldOperators::default());
/// let (rules, now) = (ApplyRules::default(), reading.read_at);
/// let mut last_id = 0;
/// let mut new_id = || {
///     last_id += 1;
///     Uuid::from_u128(last_id)
/// };
/// let changes = apply(&reading, "", held, &mut operators, &rules, now, &mut new_id)?;
/// assert_eq!(changes.new_licences.len(), 1);
/// assert_eq!(changes.events[0].name, EventName::Issued);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Refusal`] when the reading must not be applied.
pub fn apply(
    reading: &RegisterReading,
    snapshot_sha256: &str,
    held: HeldRegister,
    held_operators: &mut HeldOperators,
    rules: &ApplyRules,
    now: Timestamp,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Result<Changes, Refusal> {
    refuse_ahead(reading, now)?;
    refuse_older_or_empty(reading, &held)?;
    let (licences_before, domains_before) = held.listed();
    let read_in_part =
        if reading.complete { held.operators_read_in_part() } else { BTreeSet::new() };
    let rows = listed::by_number_and_key(reading);
    let holders = held_operators.resolve(reading, &rows, now, new_id);
    let listed = listed::by_number_and_operator(reading.jurisdiction, rows, &holders);
    let mut observation = Observation::new(
        reading,
        snapshot_sha256,
        held_operators,
        &listed,
        moved_domains::latest_arrivals(reading, &held),
        UnlistedPages::new(reading, &held, &listed),
        new_id,
    );
    compare(&mut observation, held, rules);
    let Observation { vanished_domains: vanished, losses, mut changes, .. } = observation;
    let licences = (changes.missing, licences_before);
    let losses = [&losses, &held_operators.losses];
    refuse_implausible(reading, licences, (vanished, domains_before), losses, rules)?;
    (changes.new_operators, changes.changed_operators) = held_operators.take_changes();
    let operators = changes.new_operators.iter().chain(&changes.changed_operators);
    changes.affected_operators.extend(operators.map(|record| record.operator.id));
    changes.affected_operators.extend(read_in_part);
    Ok(changes)
}

/// Compares all licences and enforcement actions held with those of the reading.
fn compare(observation: &mut Observation<'_>, held: HeldRegister, rules: &ApplyRules) {
    let mut licences = matching::by_number(held.licences);
    for of_number in observation.listed.chunk_by(|one, other| one.0.identity == other.0.identity) {
        for (listed, operator_id, found) in matching::match_number(&mut licences, of_number) {
            match found {
                Found::Held(held) => observation.observed(listed, operator_id, *held),
                Found::New { identity } => observation.created(listed, operator_id, identity),
            }
        }
    }
    observation.leave_moved_behind();
    for left in licences.into_values().flatten() {
        match observation.reading.complete {
            true => observation.missed(left, rules.grace),
            false => observation.not_listed(&left),
        }
    }
    observation.actions(held.actions);
}
