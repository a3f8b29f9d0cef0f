//! Compares enforcement actions with those held, and links them only where the match is certain
//! (specification 2.8).
//!
//! Two actions are the same if subject, type, day and amount are equal; links and wording may
//! change. Without an amount, a link or the description has to be equal too: two warnings may be
//! given on one day. An action is linked by the regulator's identifier, or else by the registered
//! name of exactly one operator there; not at all where the two name two operators. A link is never
//! removed, and a link that is added later announces no event.

use std::collections::{BTreeMap, HashMap};

use crate::event::{ActionAdded, EventData, EventDraft, EventName};
use crate::hex::sha256_hex;
use crate::operator::{OperatorId, registered_key};
use crate::register::reading::ListedAction;
use crate::regulatory_action::{RegulatoryAction, concerns_an_individual};
use crate::text::folded;
use crate::transition::observation::Observation;
use crate::transition::records::ActionRecord;

impl Observation<'_> {
    /// Compares the actions of the reading with those held, and links held ones that can be linked
    /// only now.
    pub(super) fn actions(&mut self, held: HashMap<String, ActionRecord>) {
        let mut held_by_group: BTreeMap<String, Vec<ActionRecord>> = BTreeMap::new();
        for record in held.into_values() {
            let key = record.identity.split(SEPARATOR).next().unwrap_or_default().to_owned();
            held_by_group.entry(key).or_default().push(record);
        }
        for (key, listed) in by_group(&self.reading.regulatory_actions) {
            let mut held = held_by_group.remove(&key).unwrap_or_default();
            held.sort_by(|one, other| one.identity.cmp(&other.identity));
            self.actions_of_group(&key, listed, held);
        }
        self.link_the_unlinked(held_by_group.into_values().flatten());
    }

    /// Compares the actions of one subject, type, day and amount. Actions with equal details are
    /// the same; of the rest, each is the first held one that it may be a rewording of, or new.
    fn actions_of_group(
        &mut self,
        key: &str,
        listed: Vec<&ListedAction>,
        mut held: Vec<ActionRecord>,
    ) {
        let mut taken: Vec<String> = held.iter().map(|record| record.identity.clone()).collect();
        let mut other = Vec::new();
        for action in listed {
            match held.iter().position(|record| has_details(&record.action, action)) {
                Some(same) => self.action_seen_again(action, held.remove(same)),
                None => other.push(action),
            }
        }
        for action in other {
            match held.iter().position(|record| may_be_reworded(&record.action, action)) {
                Some(reworded) => self.action_seen_again(action, held.remove(reworded)),
                None => {
                    let identity = free_identity(key, &taken);
                    taken.push(identity.clone());
                    self.action_added(action, identity);
                }
            }
        }
        self.link_the_unlinked(held.into_iter());
    }

    fn link_the_unlinked(&mut self, held: impl Iterator<Item = ActionRecord>) {
        for mut record in held.filter(|record| record.operator_id.is_none()) {
            record.operator_id =
                self.link(record.upstream_id.as_deref(), &record.action.subject_name);
            if record.operator_id.is_some() {
                self.changes.changed_actions.push(record);
            }
        }
    }

    fn action_added(&mut self, listed: &ListedAction, identity: String) {
        let id = self.new_id();
        let read_at = self.reading.read_at;
        let record = ActionRecord {
            action: RegulatoryAction {
                id,
                jurisdiction_code: self.reading.jurisdiction,
                action_type: listed.action_type.clone(),
                outcomes: listed.outcomes.clone(),
                fine_amount_cents: listed.fine_amount_cents,
                fine_currency: listed.fine_currency.clone(),
                decision_date: listed.decision_date,
                description: listed.description.clone(),
                source_url: listed.source_url.clone(),
                subject_name: listed.subject_name.clone(),
                first_seen_at: read_at,
                last_verified_at: read_at,
            },
            identity,
            upstream_id: listed.upstream_id.clone(),
            operator_id: self.link(listed.upstream_id.as_deref(), &listed.subject_name),
        };
        self.announce_action(&record);
        self.changes.new_actions.push(record);
    }

    /// Updates an action under its id and link. A register that stops naming the company does not
    /// undo the link.
    fn action_seen_again(&mut self, listed: &ListedAction, held: ActionRecord) {
        let link = || self.link(listed.upstream_id.as_deref(), &listed.subject_name);
        let operator_id = held.operator_id.or_else(link);
        let record = ActionRecord {
            action: RegulatoryAction {
                outcomes: listed.outcomes.clone(),
                fine_currency: listed.fine_currency.clone(),
                description: listed.description.clone(),
                source_url: listed.source_url.clone(),
                last_verified_at: self.reading.read_at,
                ..held.action
            },
            operator_id,
            ..held
        };
        self.changes.changed_actions.push(record);
    }

    fn link(&self, upstream_id: Option<&str>, subject_name: &str) -> Option<OperatorId> {
        self.held_operators.certain(self.reading.jurisdiction, upstream_id, subject_name)
    }

    fn announce_action(&mut self, record: &ActionRecord) {
        let action = record.action.clone();
        let operator_id = record.operator_id;
        let data = EventData::ActionAdded(ActionAdded {
            amount_minor_units: action.fine_amount_cents,
            currency: action.fine_currency.clone(),
            action,
            operator_id,
            operator_slug: operator_id.map(|operator_id| self.slug(operator_id)),
        });
        self.changes.events.push(EventDraft { name: EventName::ActionAdded, operator_id, data });
    }
}

/// Returns the actions by subject, type, day and amount, each once, without those against
/// individuals.
fn by_group(actions: &[ListedAction]) -> BTreeMap<String, Vec<&ListedAction>> {
    let mut groups: BTreeMap<String, Vec<&ListedAction>> = BTreeMap::new();
    let is_kept = |action: &&ListedAction| {
        let description = action.description.as_deref().unwrap_or_default();
        let text = format!("{} {} {description}", action.action_type, action.outcomes.join(" "));
        !concerns_an_individual(&action.subject_name, &text)
    };
    for action in actions.iter().filter(is_kept) {
        groups.entry(group_key(action)).or_default().push(action);
    }
    for actions in groups.values_mut() {
        actions.sort_by(|one, other| details(one).cmp(&details(other)));
        actions.dedup_by(|next, first| details(next) == details(first));
    }
    groups
}

/// Returns what distinguishes the actions of a group: link, description, outcomes and currency.
fn details(action: &ListedAction) -> (&str, Option<&str>, &[String], Option<&str>) {
    let currency = action.fine_currency.as_deref();
    (&action.source_url, action.description.as_deref(), &action.outcomes, currency)
}

/// Returns whether a held action has the [`details`] of a listed one.
fn has_details(held: &RegulatoryAction, listed: &ListedAction) -> bool {
    held.source_url == listed.source_url
        && held.description == listed.description
        && held.outcomes == listed.outcomes
        && held.fine_currency == listed.fine_currency
}

/// Returns whether a listed action may be a held one of its group in other words: nothing says that
/// its money is another, and the amount, the link or the description is the same.
fn may_be_reworded(held: &RegulatoryAction, listed: &ListedAction) -> bool {
    let is_other_money = match (&held.fine_currency, &listed.fine_currency) {
        (Some(held), Some(listed)) => held != listed,
        _ => false,
    };
    let has_same_words = listed.description.is_some() && held.description == listed.description;
    !is_other_money
        && (listed.fine_amount_cents.is_some()
            || held.source_url == listed.source_url
            || has_same_words)
}

/// Separates the key of a group from the number of one action in it.
const SEPARATOR: char = '#';

fn free_identity(key: &str, taken: &[String]) -> String {
    let numbered = |nth: usize| match nth {
        1 => key.to_owned(),
        nth => format!("{key}{SEPARATOR}{nth}"),
    };
    let is_free = |identity: &String| !taken.contains(identity);
    (1..).map(numbered).find(is_free).unwrap_or_else(|| key.to_owned())
}

/// Returns the hash of subject, type, day and amount, which together are too long for an index.
fn group_key(action: &ListedAction) -> String {
    let subject = match registered_key(&action.subject_name) {
        folded_away if folded_away.is_empty() => action.subject_name.trim().to_owned(),
        key => key,
    };
    let amount = action.fine_amount_cents.map_or_else(String::new, |amount| amount.to_string());
    let parts = [subject, folded(&action.action_type), action.decision_date.to_string(), amount];
    sha256_hex(parts.join("\u{1f}").as_bytes())
}
