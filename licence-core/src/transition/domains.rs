//! Compares the domains of one licence: listed, changed, delisted.

use std::collections::HashMap;

use crate::domain::{Domain, DomainId, DomainStatus};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode::{Cw, Tgc};
use crate::licence::Licence;
use crate::operator::OperatorId;
use crate::register::reading::RemovedPage;
use crate::register::reading::pages::is_certificate_of_licence;
use crate::time::Timestamp;
use crate::transition::listed::{ListedHost, is_proof};
use crate::transition::observation::Observation;
use crate::transition::records::{DomainRecord, LicenceRecord};

/// What the reading does to a held domain that it does not show under its licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbsenceEffect {
    /// It is delisted, because the reading shows all domains of the licence (decisions 3).
    Delisted,
    /// It is delisted, unless the reading lists it under another licence in force of this holder. A domain
    /// may belong to an account, and then it is listed under the best licence of the account.
    DelistedUnlessMoved(OperatorId),
    /// Its status becomes unknown, because no reading lists it and none took it off. The page that lists it
    /// was not read, and its licence comes back after it left the register, or after the host came under
    /// another licence, or passes to another holder.
    LeftBehind,
    /// It is noted as not seen, because the page that lists the domains was not read.
    Unseen,
    /// It stays as it is unless its own page was read, because the reading is only a part of the register,
    /// or lacks the licence.
    Nothing,
}

/// The names of the domains of one licence that a reading changes.
#[derive(Debug, Default)]
pub(super) struct DomainDifferences {
    pub(super) listed: Vec<String>,
    pub(super) delisted: Vec<String>,
    pub(super) changed: Vec<String>,
}

impl<'a> Observation<'a> {
    pub(super) fn new_domain(&mut self, licence: &Licence, host: &ListedHost<'_>) -> DomainRecord {
        self.note_arrival(licence, host.key(), host.standing.status, None);
        let (id, read_at) = (DomainId(self.new_id()), self.reading.read_at);
        to_record(licence, host, id, read_at, read_at)
    }

    pub(super) fn observed_domains(
        &mut self,
        licence: &Licence,
        listed: &[ListedHost<'_>],
        held: &LicenceRecord,
        absent: impl Fn(&DomainRecord) -> AbsenceEffect,
    ) -> DomainDifferences {
        let mut differences = DomainDifferences::default();
        let mut not_shown: HashMap<&str, &DomainRecord> =
            held.domains.iter().map(|record| (key(record), record)).collect();
        let is_back = held.licence.not_listed_since.is_some();
        for host in listed {
            match not_shown.remove(host.key()) {
                Some(held) => self.listed_domain(licence, host, held, is_back, &mut differences),
                None => {
                    let record = self.new_domain(licence, host);
                    differences.add(None, &record);
                    self.changes.new_domains.push(record);
                }
            }
        }
        let mut not_shown: Vec<&DomainRecord> = not_shown.into_values().collect();
        not_shown.sort_by_key(|record| &record.domain.domain);
        for record in not_shown {
            let absent = absent(record);
            let domain = &record.domain;
            if absent == AbsenceEffect::Unseen && record.is_listed() {
                let came = Some(domain.first_seen_at);
                self.note_arrival(licence, key(record), domain.domain_status, came);
            }
            self.absent_domain(record, absent, &mut differences);
        }
        differences
    }

    /// Observes a held domain that the reading lists. The reading lists it newly if the licence was missing
    /// (`is_back`), or if the domain was delisted or perhaps elsewhere.
    fn listed_domain(
        &mut self,
        licence: &Licence,
        host: &ListedHost<'_>,
        held: &DomainRecord,
        is_back: bool,
        differences: &mut DomainDifferences,
    ) {
        let first_seen_at = held.domain.first_seen_at;
        let read_at = self.reading.read_at;
        let mut record = to_record(licence, host, held.domain.id, first_seen_at, read_at);
        match self.removed_page(held) {
            Some(page) => self.mark_removed(&mut record, page),
            None => keep_own_page(&mut record, held, self.is_page_read(held)),
        }
        let was_elsewhere = held.domain.domain_status.is_none() && held.unseen_since.is_some();
        let is_found = was_elsewhere && record.domain.domain_status.is_some();
        let is_relisted = record.is_listed() && (is_back || is_found || !held.is_listed());
        // One that the list has again as inactive came there too.
        let is_back_inactive = held.unseen_since.is_some() && !record.is_listed();
        let has_come = is_relisted || is_back_inactive;
        let came = Some(first_seen_at).filter(|_| !has_come);
        self.note_arrival(licence, host.key(), host.standing.status, came);
        if is_relisted {
            self.relisted.push((key(&record).to_owned(), licence.id));
        }
        self.changes.delisted += usize::from(held.is_listed() && !record.is_listed());
        self.losses.count_domain(held, &record);
        differences.add(Some(held), &record);
        if is_as_held(&record, held) {
            self.changes.unchanged_domains.push(record.domain.id);
        } else {
            self.changes.changed_domains.push(record);
        }
    }

    /// Returns the page of a domain if it now says that its domain was removed.
    fn removed_page(&self, held: &DomainRecord) -> Option<&'a RemovedPage> {
        let url = held.domain.verification_url.as_ref()?;
        self.reading.removed_pages.iter().find(|page| page.verification_url == *url)
    }

    /// Marks a domain as delisted, because its page says that it was removed.
    fn mark_removed(&self, record: &mut DomainRecord, page: &RemovedPage) {
        record.status_text = Some(page.verification_page_status.clone());
        record.domain = Domain {
            domain_status: Some(DomainStatus::Delisted),
            verification_url: Some(page.verification_url.clone()),
            verification_page_status: Some(page.verification_page_status.clone()),
            verification_page_read_at: Some(self.reading.read_at),
            ..record.domain.clone()
        };
    }

    /// Returns the page that removes a listed domain which the reading does not show: its own, or that of
    /// the licence.
    fn page_that_removes(&self, held: &DomainRecord) -> Option<&'a RemovedPage> {
        let of_licence = self.removed_certificates.get(&held.domain.license_id).copied();
        self.removed_page(held).or(of_licence).filter(|_| held.is_listed())
    }

    /// Returns a domain that the reading does not show under its licence, with what its own page, that of
    /// its licence, or else its absence makes of it.
    fn absent_record(&self, held: &DomainRecord, absent: AbsenceEffect) -> DomainRecord {
        let mut record = held.clone();
        if let Some(page) = self.page_that_removes(held) {
            self.mark_removed(&mut record, page);
            return record;
        }
        let may_be_elsewhere = match absent {
            AbsenceEffect::Nothing => self.is_page_of_another(held),
            AbsenceEffect::Unseen => {
                self.is_page_of_another(held) || self.came_under_another_licence(held)
            }
            AbsenceEffect::LeftBehind => held.is_listed(),
            AbsenceEffect::Delisted | AbsenceEffect::DelistedUnlessMoved(_) => {
                if is_against(held) && (held.is_listed() || held.domain.jurisdiction_code == Tgc) {
                    end_page_against(&mut record);
                }
                record.domain.domain_status = Some(DomainStatus::Delisted);
                return record;
            }
        };
        if may_be_elsewhere {
            record.domain.domain_status = None;
        }
        record
    }

    /// Observes a held domain that the reading does not show under its licence. Returns whether that changes
    /// it.
    pub(super) fn absent_domain(
        &mut self,
        held: &DomainRecord,
        absent: AbsenceEffect,
        differences: &mut DomainDifferences,
    ) -> bool {
        let mut record = self.absent_record(held, absent);
        if absent == AbsenceEffect::Nothing && record == *held {
            return false;
        }
        let is_delisted = held.is_listed() && !record.is_listed();
        let unseen_since = held.unseen_since.filter(|_| !is_delisted);
        record.unseen_since = unseen_since.or(Some(self.reading.read_at));
        let is_unread = absent == AbsenceEffect::Unseen && !is_delisted;
        let may_have_moved = is_unread && self.note_unread(held);
        if record == *held && !may_have_moved {
            return false;
        }
        // The domain moved to another licence of the holder, so the register did not take it off.
        if self.page_that_removes(held).is_none() && self.is_under_another_licence(held, absent) {
            self.changes.changed_domains.push(record);
            return true;
        }
        if is_delisted {
            self.count_delisted(held, absent);
        }
        differences.add(Some(held), &record);
        self.changes.changed_domains.push(record);
        true
    }

    fn count_delisted(&mut self, held: &DomainRecord, absent: AbsenceEffect) {
        self.note_moved(key(held), Some(held.domain.first_seen_at));
        self.changes.delisted += 1;
        let is_vanished = match absent {
            AbsenceEffect::DelistedUnlessMoved(_) => true,
            AbsenceEffect::Delisted => !self.sites.contains(key(held)),
            AbsenceEffect::LeftBehind | AbsenceEffect::Unseen | AbsenceEffect::Nothing => false,
        };
        self.vanished_domains += usize::from(is_vanished);
    }
}

impl DomainDifferences {
    /// Adds a domain that came onto the list, left it, or changed its status or association.
    fn add(&mut self, held: Option<&DomainRecord>, record: &DomainRecord) {
        let was_listed = held.is_some_and(DomainRecord::is_listed);
        let standing =
            |record: &DomainRecord| (record.domain.domain_status, record.domain.domain_association);
        let names = match (was_listed, record.is_listed()) {
            (false, true) => &mut self.listed,
            (true, false) => &mut self.delisted,
            _ if held.is_some_and(|held| standing(held) == standing(record)) => return,
            _ => &mut self.changed,
        };
        names.push(record.domain.domain.clone());
    }
}

/// Returns the key by which a held domain is compared with a listed one ([`ListedHost::key`]).
pub(super) fn key(record: &DomainRecord) -> &str {
    record.host.as_ref().map_or(&record.domain.domain, Hostname::site)
}

/// Keeps the own page of a domain while it is not read again, and what it said against the domain, because
/// nothing shows that it no longer holds. A page of the licence that lists the domain does not replace it.
/// Nothing is kept if that page was read and is now about another domain or licence (`is_page_read`).
fn keep_own_page(record: &mut DomainRecord, held: &DomainRecord, is_page_read: bool) {
    let before = &held.domain;
    let is_of_licence = |domain: &Domain| {
        let url = domain.verification_url.as_deref();
        domain.jurisdiction_code == Cw && url.is_some_and(is_certificate_of_licence)
    };
    let has_own = |domain: &Domain| domain.verification_url.is_some() && !is_of_licence(domain);
    let domain = &record.domain;
    let has_page =
        domain.verification_page_read_at.is_some() || domain.verification_page_status.is_some();
    let is_read = has_page && (is_of_licence(before) || !is_of_licence(domain));
    let is_of_own = has_own(before) && !has_own(&record.domain);
    let is_kept = is_against(held) || (is_of_own && !is_against(record));
    if !is_kept || is_read || is_page_read {
        return;
    }
    if is_against(held) {
        record.domain.domain_status = before.domain_status;
        record.status_text.clone_from(&held.status_text);
    }
    record.domain.verification_url.clone_from(&before.verification_url);
    record.domain.verification_page_status.clone_from(&before.verification_page_status);
    record.domain.verification_page_read_at = before.verification_page_read_at;
}

/// Returns whether the page of a domain says anything but that its licence is in force.
fn is_against(record: &DomainRecord) -> bool {
    let (code, word) = (record.domain.jurisdiction_code, &record.domain.verification_page_status);
    word.as_deref().is_some_and(|word| !is_proof(code, word))
}

/// Forgets what the page of a domain said against it, because the list no longer has the domain.
fn end_page_against(record: &mut DomainRecord) {
    record.domain.verification_page_status = None;
    record.domain.verification_page_read_at = None;
    record.status_text = None;
}

/// Returns whether two records of a domain are equal in everything but the time of the read.
fn is_as_held(record: &DomainRecord, held: &DomainRecord) -> bool {
    let last_listed_at = record.domain.last_listed_at;
    let held_domain = Domain { last_listed_at, ..held.domain.clone() };
    record.domain == held_domain
        && record.cell == held.cell
        && record.status_text == held.status_text
        && record.unseen_since == held.unseen_since
}

fn to_record(
    licence: &Licence,
    host: &ListedHost<'_>,
    id: DomainId,
    first_seen_at: Timestamp,
    read_at: Timestamp,
) -> DomainRecord {
    let row = &host.row;
    DomainRecord {
        domain: Domain {
            id,
            domain: host.name().to_owned(),
            jurisdiction_code: licence.jurisdiction_code,
            license_id: licence.id,
            license_number: licence.license_number.clone(),
            domain_status: host.standing.status,
            domain_association: host.standing.association,
            verification_url: row.verification_url.clone(),
            verification_page_status: row.verification_page_status.clone(),
            verification_page_read_at: row.verification_page_read_at,
            first_seen_at,
            last_listed_at: read_at,
        },
        host: host.host.clone(),
        cell: row.domain.clone(),
        status_text: host.wording.map(str::to_owned),
        unseen_since: None,
    }
}
