//! Compares the domains of one licence with those that the reading lists under it.

use std::collections::HashMap;

use crate::domain::{Domain, DomainId, DomainStatus};
use crate::jurisdiction::JurisdictionCode::{Cw, Tgc};
use crate::licence::Licence;
use crate::register::reading::RemovedPage;
use crate::register::reading::pages::{NOT_ON_LIST, WEBSITE_CELLS, is_certificate_of_licence};
use crate::time::Timestamp;
use crate::transition::absent_domains::AbsenceEffect;
use crate::transition::differences::DomainDifferences;
use crate::transition::listed::ListedHost;
use crate::transition::observation::{Arrival, Observation};
use crate::transition::records::{DomainRecord, LicenceRecord};

impl<'a> Observation<'a> {
    pub(super) fn new_domain(&mut self, licence: &Licence, host: &ListedHost<'_>) -> DomainRecord {
        self.note_arrival(licence, host.key(), host.standing.status, Arrival::WithThisReading);
        let (id, read_at) = (DomainId(self.new_id()), self.reading.read_at);
        let mut record = to_record(licence, host, id, read_at, read_at);
        if let Some(page) = self.unlisted_pages.page_naming(licence, host.key()) {
            self.mark_removed(&mut record, page);
        }
        record
    }

    pub(super) fn observed_domains(
        &mut self,
        licence: &Licence,
        listed: &[ListedHost<'_>],
        held: &LicenceRecord,
        absent: AbsenceEffect,
    ) -> DomainDifferences {
        let mut differences = DomainDifferences::default();
        let mut not_shown: HashMap<&str, &DomainRecord> =
            held.domains.iter().map(|record| (record.key(), record)).collect();
        let is_back = held.licence.not_listed_since.is_some();
        let has_unclear_cells = held.licence.raw_data.contains_key(WEBSITE_CELLS);
        for host in listed {
            match not_shown.remove(host.key()) {
                Some(held) => self.listed_domain(licence, host, held, is_back, &mut differences),
                None => {
                    let mut record = self.new_domain(licence, host);
                    if has_unclear_cells && self.is_seal_alone(licence, host) {
                        record.status_text = Some(NOT_ON_LIST.to_owned());
                        record.domain.domain_status = None;
                    }
                    differences.add(None, &record);
                    self.changes.new_domains.push(record);
                }
            }
        }
        let mut not_shown: Vec<&DomainRecord> = not_shown.into_values().collect();
        not_shown.sort_by_key(|record| &record.domain.domain);
        for record in not_shown {
            let domain = &record.domain;
            if absent == AbsenceEffect::Unseen && record.is_listed() {
                let came = Arrival::Before(domain.first_seen_at);
                self.note_arrival(licence, record.key(), domain.domain_status, came);
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
        let (first_seen_at, read_at) = (held.domain.first_seen_at, self.reading.read_at);
        let mut record = to_record(licence, host, held.domain.id, first_seen_at, read_at);
        match self.unlisted_pages.removed_page(held) {
            Some(page) => self.mark_removed(&mut record, page),
            None => keep_own_page(&mut record, held, self.is_page_read(held)),
        }
        if self.is_seal_alone(licence, host) && !held.has_page_against() && host.wording.is_none() {
            keep_words_of_list(&mut record, held);
        }
        let was_elsewhere = held.domain.domain_status.is_none() && held.unseen_since.is_some();
        let is_found = was_elsewhere && record.domain.domain_status.is_some();
        let is_relisted = record.is_listed() && (is_back || is_found || !held.is_listed());
        // One that the list has again as inactive came there too.
        let is_back_inactive = held.unseen_since.is_some() && !record.is_listed();
        let has_come = is_relisted || is_back_inactive;
        let came = if has_come { Arrival::WithThisReading } else { Arrival::Before(first_seen_at) };
        self.note_arrival(licence, host.key(), host.standing.status, came);
        if is_relisted {
            self.relisted.push((record.key().to_owned(), licence.id));
        }
        self.changes.delisted += usize::from(held.is_listed() && !record.is_listed());
        self.losses.count_domain(held, &record);
        differences.add(Some(held), &record);
        let page_read_at = |record: &DomainRecord| record.domain.verification_page_read_at;
        if !is_as_held(&record, held) {
            self.changes.changed_domains.push(record);
        } else if page_read_at(&record) != page_read_at(held) {
            self.changes.reread_domains.push(record);
        } else {
            self.changes.unchanged_domains.push(record.domain.id);
        }
    }

    /// Returns whether the reading has the seal of a domain of Tobique without the list.
    fn is_seal_alone(&self, licence: &Licence, host: &ListedHost<'_>) -> bool {
        let is_sealed = host.row.verification_page_read_at.is_some();
        licence.jurisdiction_code == Tgc && !self.reading.complete && is_sealed
    }

    /// Marks a domain as delisted, because its page says that it was removed.
    pub(super) fn mark_removed(&self, record: &mut DomainRecord, page: &RemovedPage) {
        record.status_text = Some(page.verification_page_status.clone());
        let domain = &mut record.domain;
        domain.domain_status = Some(DomainStatus::Delisted);
        if page.verification_url.is_some() {
            domain.verification_url.clone_from(&page.verification_url);
        }
        domain.verification_page_status.clone_from(&record.status_text);
        domain.verification_page_read_at = Some(self.reading.read_at);
    }
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
    let is_kept = held.has_page_against() || (is_of_own && !record.has_page_against());
    if !is_kept || is_read || is_page_read {
        return;
    }
    if held.has_page_against() {
        record.domain.domain_status = before.domain_status;
        record.status_text.clone_from(&held.status_text);
    }
    record.domain.verification_url.clone_from(&before.verification_url);
    record.domain.verification_page_status.clone_from(&before.verification_page_status);
    record.domain.verification_page_read_at = before.verification_page_read_at;
}

/// Keeps what the list says of a domain in other words than its address.
fn keep_words_of_list(record: &mut DomainRecord, held: &DomainRecord) {
    if held.status_text.is_some() {
        record.status_text.clone_from(&held.status_text);
        record.domain.domain_status = held.domain.domain_status;
    }
}

/// Returns whether two records of a domain are equal in everything but the times of the read.
fn is_as_held(record: &DomainRecord, held: &DomainRecord) -> bool {
    let held_domain = Domain {
        verification_page_read_at: record.domain.verification_page_read_at,
        last_listed_at: record.domain.last_listed_at,
        ..held.domain.clone()
    };
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
