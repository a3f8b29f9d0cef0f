//! What is held before a reading: licences, domains, enforcement actions and operators.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::domain::{Domain, DomainStatus};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::Licence;
use crate::operator::{Operator, OperatorId};
use crate::provenance::{Provenance, SourceKind};
use crate::register::reading::pages::is_proof;
use crate::regulatory_action::RegulatoryAction;
use crate::time::Timestamp;
use crate::transition::rules::MIN_IMPLAUSIBLE_DROP;

/// What is held of one jurisdiction before a reading.
#[derive(Clone, Debug, Default)]
pub struct HeldRegister {
    /// When its newest applied reading was read.
    pub newest_read_at: Option<Timestamp>,
    /// When its newest applied complete reading was read.
    pub newest_complete_read_at: Option<Timestamp>,
    /// Its licences by identity. A partial reading needs only those whose numbers it lists.
    pub licences: HashMap<String, LicenceRecord>,
    /// How many domains are listed under licences of the register that are not in `licences`.
    pub other_listed_domains: usize,
    /// Its enforcement actions by identity.
    pub actions: HashMap<String, ActionRecord>,
}

impl HeldRegister {
    /// Returns the operators with a licence that was read after the newest complete reading. A
    /// partial reading moves the times of single licences, by which the listings of one host are
    /// ordered, and the next complete one moves all.
    pub(super) fn operators_read_in_part(&self) -> BTreeSet<OperatorId> {
        let is_later = |record: &&LicenceRecord| {
            Some(record.licence.last_verified_at) > self.newest_complete_read_at
        };
        self.licences.values().filter(is_later).map(|record| record.operator_id).collect()
    }

    /// Returns whether `licences` have enough listed domains for a reading of them to be refused
    /// because too many are missing. Only then `other_listed_domains` counts. The domains of a
    /// missing licence are among them, because a transfer delists them too.
    pub fn may_lose_too_many_domains(&self) -> bool {
        let domains = self.licences.values().flat_map(|record| &record.domains);
        domains.filter(|domain| domain.is_listed()).count() >= MIN_IMPLAUSIBLE_DROP
    }

    /// Returns how many licences and domains of the register are listed.
    pub(super) fn listed(&self) -> (usize, usize) {
        let licences = self.licences.values().filter(|r| r.licence.not_listed_since.is_none());
        (licences.count(), self.listed_domains() + self.other_listed_domains)
    }

    /// Returns how many domains are listed under `licences`.
    pub fn listed_domains(&self) -> usize {
        let listed = self.licences.values().filter(|r| r.licence.not_listed_since.is_none());
        listed.flat_map(|record| &record.domains).filter(|domain| domain.is_listed()).count()
    }
}

/// A licence as it is held: the resource, and what the service needs besides.
#[derive(Clone, Debug, PartialEq)]
pub struct LicenceRecord {
    /// The licence.
    pub licence: Licence,
    /// What makes it the same licence over time, unique in its jurisdiction:
    /// [`crate::licence_number::identity`], followed by the operator if several share the number.
    pub identity: String,
    /// Who holds it.
    pub operator_id: OperatorId,
    /// How its register is read.
    pub source_kind: SourceKind,
    /// The domains on record for it.
    pub domains: Vec<DomainRecord>,
}

impl LicenceRecord {
    /// Returns when and where the licence was read.
    pub fn provenance(&self) -> Provenance {
        let Licence { last_verified_at, ref source_url, .. } = self.licence;
        Provenance::new(last_verified_at, source_url.clone(), self.source_kind)
    }

    /// Returns the licence and its domains after the register's newest complete reading
    /// ([`Licence::seen_until`]).
    pub fn seen_until(mut self, newest_complete_read: Option<Timestamp>) -> Self {
        self.licence = self.licence.seen_until(newest_complete_read);
        for record in &mut self.domains {
            record.domain.last_listed_at = domain_listed_until(
                record.domain.last_listed_at,
                record.unseen_since,
                newest_complete_read,
                self.licence.last_listed_at,
            );
        }
        self
    }
}

/// A domain as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainRecord {
    /// The domain.
    pub domain: Domain,
    /// The host that the register's cell licenses; `None` if it licenses none.
    pub host: Option<Hostname>,
    /// The register's cell, verbatim.
    pub cell: String,
    /// The register's wording of the domain's status.
    pub status_text: Option<String>,
    /// The first complete reading that did not list it under its licence, while readings list the
    /// licence, or listed its site elsewhere, while they lack it; `None` otherwise.
    pub unseen_since: Option<Timestamp>,
}

impl DomainRecord {
    pub(super) fn is_listed(&self) -> bool {
        self.domain.domain_status != Some(DomainStatus::Delisted)
    }

    /// Returns what makes it the same domain as a listed one: a host and its `www.` form are one site.
    pub(super) fn key(&self) -> &str {
        self.host.as_ref().map_or(&self.domain.domain, Hostname::site)
    }

    /// Returns whether its page says anything but that its licence is in force.
    pub(super) fn has_page_against(&self) -> bool {
        let word = self.domain.verification_page_status.as_deref();
        word.is_some_and(|word| !is_proof(self.domain.jurisdiction_code, word))
    }
}

/// Returns when a domain was last listed, after the register's newest complete reading: the newest
/// such reading that listed its licence also listed every domain that is not unseen.
/// `licence_listed_at` comes from [`crate::licence::ReadTimes::seen_until`], `unseen_since` from
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

/// An enforcement action as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRecord {
    /// The action.
    pub action: RegulatoryAction,
    /// What makes it the same action over time, unique in its jurisdiction: subject, type, day
    /// and amount, because links and descriptions may change.
    pub identity: String,
    /// The regulator's identifier of the subject.
    pub upstream_id: Option<String>,
    /// The operator it is linked to.
    pub operator_id: Option<OperatorId>,
}

/// An operator as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorRecord {
    /// The operator.
    pub operator: Operator,
    /// The jurisdiction that first recorded it; only its readings rename the operator, so that
    /// two registers with two spellings do not rename it in turn.
    pub home: JurisdictionCode,
    /// What makes it the same operator within each jurisdiction.
    pub keys: BTreeMap<JurisdictionCode, String>,
    /// The trading names each register lists.
    pub names: BTreeMap<JurisdictionCode, BTreeSet<String>>,
}

impl OperatorRecord {
    /// Gives the operator the trading names of all registers.
    pub fn gather_trading_names(&mut self) {
        let names: BTreeSet<&String> = self.names.values().flatten().collect();
        self.operator.trading_names = names.into_iter().cloned().collect();
    }
}
