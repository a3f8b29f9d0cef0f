//! Enforcement actions: found again by what they say, linked only where the match is certain
//! (specification 2.8).
//!
//! Two actions are the same if subject, type, day and amount are equal; links and wording may
//! change. An action is linked by the regulator's identifier, or else by the registered name of
//! exactly one operator there. A link is never removed, and a link that is added later announces no
//! event.

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest, Sha256};

use crate::event::{ActionAdded, EventData, EventDraft, EventName};
use crate::operator::{OperatorId, registered_key};
use crate::register::reading::ListedAction;
use crate::regulatory_action::{RegulatoryAction, concerns_an_individual};
use crate::text::folded;
use crate::transition::observation::Observation;

/// An enforcement action as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRecord {
    /// The action.
    pub action: RegulatoryAction,
    /// What makes it the same action over time, unique in its jurisdiction: subject, type, day
    /// and amount. Addresses and descriptions are reworded.
    pub identity: String,
    /// The regulator's identifier of the subject.
    pub upstream_id: Option<String>,
    /// The operator it is linked to.
    pub operator_id: Option<OperatorId>,
}

impl Observation<'_> {
    /// The actions of the reading, and those held that can be linked only now.
    pub(super) fn actions(&mut self, held: HashMap<String, ActionRecord>) {
        let mut held_alike: BTreeMap<String, Vec<ActionRecord>> = BTreeMap::new();
        for record in held.into_values() {
            held_alike.entry(kind_of(&record.identity).to_owned()).or_default().push(record);
        }
        for (kind, listed) in by_kind(&self.reading.regulatory_actions) {
            let mut held = held_alike.remove(&kind).unwrap_or_default();
            held.sort_by(|one, other| one.identity.cmp(&other.identity));
            self.actions_alike(&kind, listed, held);
        }
        self.link_the_unlinked(held_alike.into_values().flatten());
    }

    /// The actions of one subject, type, day and amount: those that read as before are the same,
    /// then the rest are reworded ones, then new ones.
    fn actions_alike(
        &mut self,
        kind: &str,
        listed: Vec<&ListedAction>,
        mut held: Vec<ActionRecord>,
    ) {
        let mut taken: Vec<String> = held.iter().map(|record| record.identity.clone()).collect();
        let mut other = Vec::new();
        for action in listed {
            match held.iter().position(|record| told_of(record) == telling(&action)) {
                Some(same) => self.action_seen_again(action, held.remove(same)),
                None => other.push(action),
            }
        }
        for action in other {
            if held.is_empty() {
                let identity = free_identity(kind, &taken);
                taken.push(identity.clone());
                self.action_added(action, identity);
            } else {
                self.action_seen_again(action, held.remove(0));
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

    /// What it says now, under the id and link it had: a link is not undone by a register that
    /// stops naming the company.
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
        self.directory.certain(self.reading.jurisdiction, upstream_id, subject_name)
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

/// The actions by what makes them alike, each once. Actions against individuals are left out.
fn by_kind(actions: &[ListedAction]) -> BTreeMap<String, Vec<&ListedAction>> {
    let mut alike: BTreeMap<String, Vec<&ListedAction>> = BTreeMap::new();
    let is_kept = |action: &&ListedAction| {
        let description = action.description.as_deref().unwrap_or_default();
        let told = format!("{} {} {description}", action.action_type, action.outcomes.join(" "));
        !concerns_an_individual(&action.subject_name, &told)
    };
    for action in actions.iter().filter(is_kept) {
        alike.entry(kind(action)).or_default().push(action);
    }
    for actions in alike.values_mut() {
        actions.sort_by_cached_key(telling);
        actions.dedup_by_key(|action| telling(action));
    }
    alike
}

/// What an action says beside what makes it alike to others.
type Telling = (String, Option<String>, Vec<String>);

fn telling(action: &&ListedAction) -> Telling {
    (action.source_url.clone(), action.description.clone(), action.outcomes.clone())
}

fn told_of(record: &ActionRecord) -> Telling {
    let action = &record.action;
    (action.source_url.clone(), action.description.clone(), action.outcomes.clone())
}

/// Stands between what makes actions alike and the number of one among them.
const SEPARATOR: char = '#';

fn kind_of(identity: &str) -> &str {
    identity.split(SEPARATOR).next().unwrap_or(identity)
}

fn free_identity(kind: &str, taken: &[String]) -> String {
    let numbered = |nth: usize| match nth {
        1 => kind.to_owned(),
        nth => format!("{kind}{SEPARATOR}{nth}"),
    };
    let is_free = |identity: &String| !taken.contains(identity);
    (1..).map(numbered).find(is_free).unwrap_or_else(|| kind.to_owned())
}

/// Subject, type, day and amount, as a hash: together they are longer than an index takes.
fn kind(action: &ListedAction) -> String {
    let subject = match registered_key(&action.subject_name) {
        folded_away if folded_away.is_empty() => action.subject_name.trim().to_owned(),
        key => key,
    };
    let amount = action.fine_amount_cents.map_or_else(String::new, |amount| amount.to_string());
    let parts = [subject, folded(&action.action_type), action.decision_date.to_string(), amount];
    let digest = Sha256::digest(parts.join("\u{1f}").as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
