//! The domains of a licence that the reading does not show under it.

use crate::domain::DomainStatus;
use crate::jurisdiction::JurisdictionCode::Tgc;
use crate::operator::OperatorId;
use crate::register::reading::RemovedPage;
use crate::transition::differences::DomainDifferences;
use crate::transition::observation::{Arrival, Observation};
use crate::transition::records::DomainRecord;

/// What the reading does to a held domain that it does not show under its licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbsenceEffect {
    /// It is delisted, because the reading shows all domains of the licence (decisions 3).
    Delisted,
    /// It is delisted, unless the reading lists it under another licence in force of this holder. A domain
    /// may belong to an account, and then it is listed under the best licence of the account.
    DelistedUnlessMoved(OperatorId),
    /// Its status becomes unknown, because no reading lists it and none took it off: its site came under
    /// another licence while its own one is missing, or the page that lists it was not read and its licence
    /// passes to another holder or comes back after it left the register.
    LeftBehind,
    /// It is noted as not seen, because the page that lists the domains was not read.
    Unseen,
    /// It stays as it is unless its own page was read, because the reading is only a part of the register,
    /// or lacks the licence.
    Nothing,
}

impl<'a> Observation<'a> {
    /// Returns the page that removes a listed domain which the reading does not show: its own, or that of
    /// the licence.
    fn page_that_removes(&self, held: &DomainRecord) -> Option<&'a RemovedPage> {
        let pages = &self.unlisted_pages;
        let of_licence = pages.removed_licence(held.domain.license_id);
        pages.removed_page(held).or(of_licence).filter(|_| held.is_listed())
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
            AbsenceEffect::Nothing => self.is_page_read(held),
            AbsenceEffect::Unseen => {
                self.is_page_read(held) || self.came_under_another_licence(held)
            }
            AbsenceEffect::LeftBehind => true,
            AbsenceEffect::Delisted | AbsenceEffect::DelistedUnlessMoved(_) => {
                let is_ended = held.is_listed() || held.domain.jurisdiction_code == Tgc;
                if is_ended && held.has_page_against() {
                    // What the page said ends when the list no longer has the domain.
                    record.domain.verification_page_status = None;
                    record.domain.verification_page_read_at = None;
                    record.status_text = None;
                }
                record.domain.domain_status = Some(DomainStatus::Delisted);
                return record;
            }
        };
        if may_be_elsewhere && held.is_listed() {
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
        // If the domain moved to another licence of the holder, the register did not take it off.
        let is_listed_by = |holder| self.is_in_force(holder, held.key());
        let is_moved = self.page_that_removes(held).is_none()
            && matches!(absent, AbsenceEffect::DelistedUnlessMoved(holder) if is_listed_by(holder));
        if is_delisted && !is_moved {
            self.count_delisted(held, absent);
        }
        differences.add(Some(held), &record);
        self.changes.changed_domains.push(record);
        true
    }

    fn count_delisted(&mut self, held: &DomainRecord, absent: AbsenceEffect) {
        self.note_moved(held.key(), Arrival::Before(held.domain.first_seen_at));
        self.changes.delisted += 1;
        let is_vanished = match absent {
            AbsenceEffect::DelistedUnlessMoved(_) => true,
            AbsenceEffect::Delisted => !self.sites.contains(held.key()),
            AbsenceEffect::LeftBehind | AbsenceEffect::Unseen | AbsenceEffect::Nothing => false,
        };
        self.vanished_domains += usize::from(is_vanished);
    }
}
