//! What a register reading means for what is held: a pure function from (what is held, what the
//! register says) to what changes (specification 3.1, decisions 2 and 3).
//!
//! Absence is never applied blindly: a reading that is empty, older than the newest, or that
//! would drop an implausible share of the register, or of what it said of it, is refused whole,
//! because a changed page layout must never delist a regulator.

mod actions;
mod differences;
mod domains;
mod entries;
mod licences;
mod listed;
mod matching;
mod observation;
mod operators;
mod refusal;
mod unsaid;

pub use actions::ActionRecord;
pub use operators::{OperatorDirectory, OperatorRecord};
pub use refusal::Refusal;
pub use unsaid::Unsaid;

use std::collections::HashMap;

use uuid::Uuid;

use crate::domain::{Domain, DomainId};
use crate::event::EventDraft;
use crate::history::HistoryRecord;
use crate::hostname::Hostname;
use crate::licence::{Licence, LicenceId};
use crate::operator::OperatorId;
use crate::period::Period;
use crate::provenance::SourceKind;
use crate::register::reading::RegisterReading;
use crate::time::Timestamp;
use matching::Found;
use observation::Observation;
use refusal::{Before, refuse_implausible, refuse_older_or_empty, refuse_unsaid};

/// A licence as it is held: the resource, and what the service needs beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct LicenceRecord {
    /// The licence.
    pub licence: Licence,
    /// What makes it the same licence over time: [`crate::licence_number::identity`], and behind
    /// it the operator where several share a number. Unique in its jurisdiction.
    pub identity: String,
    /// Who holds it.
    pub operator_id: OperatorId,
    /// How its register is read.
    pub source_kind: SourceKind,
    /// The domains on record under it.
    pub domains: Vec<DomainRecord>,
}

impl LicenceRecord {
    /// The licence and its domains as the register's newest complete reading leaves them
    /// ([`Licence::seen_until`]).
    pub fn seen_until(mut self, newest_complete_read: Option<Timestamp>) -> Self {
        self.licence = self.licence.seen_until(newest_complete_read);
        let last_listed_at = self.licence.last_listed_at;
        for domain in &mut self.domains {
            domain.seen_until(newest_complete_read, last_listed_at);
        }
        self
    }
}

/// A domain as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainRecord {
    /// The domain.
    pub domain: Domain,
    /// The host that the register's cell licenses; `None` where it licenses none.
    pub host: Option<Hostname>,
    /// The register's cell, verbatim.
    pub cell: String,
    /// The register's wording of the domain's status.
    pub status_text: Option<String>,
    /// The first complete reading that did not show it, while it is not shown.
    pub unseen_since: Option<Timestamp>,
}

impl DomainRecord {
    fn seen_until(
        &mut self,
        newest_complete_read: Option<Timestamp>,
        licence_listed_at: Timestamp,
    ) {
        self.domain.last_listed_at = domain_listed_until(
            self.domain.last_listed_at,
            self.unseen_since,
            newest_complete_read,
            licence_listed_at,
        );
    }
}

/// When a domain was last listed, as the register's newest complete reading leaves it: a domain
/// that is shown was listed by the newest such reading that listed its licence.
/// `licence_listed_at` is [`crate::licence::ReadTimes::seen_until`]'s, `unseen_since` that of
/// [`DomainRecord`].
pub fn domain_listed_until(
    last_listed_at: Timestamp,
    unseen_since: Option<Timestamp>,
    newest_complete_read: Option<Timestamp>,
    licence_listed_at: Timestamp,
) -> Timestamp {
    match newest_complete_read.filter(|_| unseen_since.is_none()) {
        Some(read_at) => read_at.min(licence_listed_at).max(last_listed_at),
        None => last_listed_at,
    }
}

/// What is held of one jurisdiction before a reading.
#[derive(Clone, Debug, Default)]
pub struct HeldRegister {
    /// When its newest applied reading was read.
    pub newest_read_at: Option<Timestamp>,
    /// Its licences by identity.
    pub licences: HashMap<String, LicenceRecord>,
    /// Its enforcement actions by identity.
    pub actions: HashMap<String, ActionRecord>,
}

/// How a reading is applied.
#[derive(Clone, Copy, Debug)]
pub struct ApplyRules {
    /// How long a missing licence keeps its status.
    pub grace: Period,
    /// The share of listed licences, in percent, that one reading may drop.
    pub max_drop_percent: usize,
    /// Apply an implausible reading; never an older one.
    pub force: bool,
}

impl Default for ApplyRules {
    /// 48 hours of grace; at most 20 percent dropped (decisions 2 and 3).
    fn default() -> Self {
        Self { grace: Period::from_hours(48), max_drop_percent: 20, force: false }
    }
}

impl ApplyRules {
    fn are_too_many(&self, missing: usize, before: usize) -> bool {
        let exceeds = missing * 100 > before * self.max_drop_percent;
        missing >= MIN_IMPLAUSIBLE_DROP && exceeds && !self.force
    }
}

/// Fewer than this many licences, or domains, may vanish at once from a register of any size.
const MIN_IMPLAUSIBLE_DROP: usize = 10;

/// What a reading changes, to be written in one transaction.
///
/// Nothing is said of what a complete reading lists as it is held: the times of the read follow
/// from the register's newest complete reading ([`crate::licence::Licence::seen_until`]).
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Operators seen for the first time.
    pub new_operators: Vec<OperatorRecord>,
    /// Operators whose data changed.
    pub changed_operators: Vec<OperatorRecord>,
    /// Licences seen for the first time, their domains included.
    pub new_licences: Vec<LicenceRecord>,
    /// Listed licences whose data changed; their domains are below.
    pub changed_licences: Vec<LicenceRecord>,
    /// Those among them that another operator holds now.
    pub transferred: Vec<LicenceId>,
    /// Licences that the reading lacks and that changed by it: missing for the first time, or no
    /// longer within the grace window.
    pub absent_licences: Vec<LicenceRecord>,
    /// Licences listed as they are held.
    pub unchanged_licences: Vec<LicenceId>,
    /// Domains new under licences held before.
    pub new_domains: Vec<DomainRecord>,
    /// Domains whose data changed.
    pub changed_domains: Vec<DomainRecord>,
    /// Domains listed as they are held.
    pub unchanged_domains: Vec<DomainId>,
    /// How many listed licences the reading lacks for the first time.
    pub missing: usize,
    /// How many domains became delisted.
    pub delisted: usize,
    /// Enforcement actions seen for the first time.
    pub new_actions: Vec<ActionRecord>,
    /// Enforcement actions seen again or linked.
    pub changed_actions: Vec<ActionRecord>,
    /// What goes into the history, in the order to record it.
    pub history: Vec<HistoryRecord>,
    /// What is announced, in the order to record it.
    pub events: Vec<EventDraft>,
}

/// Says what a reading changes. The order of its rows does not matter; `new_id` is the caller's
/// source of random ids, `snapshot_sha256` that of the bytes read.
///
/// # Errors
/// [`Refusal`] when the reading must not be applied.
pub fn apply(
    reading: &RegisterReading,
    snapshot_sha256: &str,
    held: HeldRegister,
    directory: &mut OperatorDirectory,
    rules: &ApplyRules,
    now: Timestamp,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Result<Changes, Refusal> {
    refuse_older_or_empty(reading, &held)?;
    let before = Before::from_held(&held);
    let rows = listed::by_number_and_key(reading);
    let holders = directory.resolve(reading.jurisdiction, &rows, reading.complete, now, new_id);
    let (listed, operators) = listed::by_number_and_operator(reading.jurisdiction, rows, &holders);
    let sites = matching::sites(&listed);
    let mut observation = Observation::new(reading, snapshot_sha256, directory, &sites, new_id);
    let mut licences = matching::HeldByNumber::new(held.licences);
    for of_number in matching::by_number(&listed, &operators) {
        for (listed, operator_id, found) in licences.take(&of_number) {
            match found {
                Found::Held(held) => observation.observed(listed, operator_id, *held),
                Found::New { identity } => observation.created(listed, operator_id, identity),
            }
        }
    }
    if reading.complete {
        licences.left().for_each(|held| observation.missed(held, rules.grace));
    }
    observation.actions(held.actions);
    let Observation { vanished_domains: vanished, unsaid, mut changes, .. } = observation;
    refuse_implausible(reading, changes.missing, vanished, &before, rules)?;
    for losses in [&unsaid, directory.losses()] {
        refuse_unsaid(reading, losses, rules)?;
    }
    (changes.new_operators, changes.changed_operators) = directory.take_changes();
    Ok(changes)
}
