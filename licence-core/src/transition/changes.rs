//! What a reading changes.

use std::collections::BTreeSet;

use crate::domain::DomainId;
use crate::event::EventDraft;
use crate::history::HistoryRecord;
use crate::licence::LicenceId;
use crate::operator::OperatorId;
use crate::transition::records::{ActionRecord, DomainRecord, LicenceRecord, OperatorRecord};

/// What a reading changes, to be written in one transaction.
///
/// What a complete reading lists as it is held needs no write: the times of the read follow from
/// the register's newest complete reading ([`crate::licence::Licence::seen_until`]).
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
    /// The operators of which a row above is new or changed, or listed by this partial reading or by
    /// one just before it; of a transferred licence both; and those of whose licences another may
    /// come first from now on. Checks about all others are answered as before.
    pub affected_operators: BTreeSet<OperatorId>,
    /// How many listed licences the reading lacks for the first time: what may be too many.
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

impl Changes {
    /// How many domains of licences held before are new or changed.
    pub(super) fn domain_count(&self) -> usize {
        self.new_domains.len() + self.changed_domains.len()
    }
}
