//! Compares one licence with its row in the reading, or with its absence.

use crate::licence::{Licence, LicenceId};
use crate::operator::OperatorId;
use crate::period::Period;
use crate::status::LicenceStatus;
use crate::transition::absent_domains::AbsenceEffect;
use crate::transition::differences::{self, Differences, DomainDifferences};
use crate::transition::listed::Listed;
use crate::transition::lost_fields::LostField;
use crate::transition::observation::Observation;
use crate::transition::records::LicenceRecord;
use crate::transition::unread_pages::keep_own;

impl Observation<'_> {
    pub(super) fn created(&mut self, listed: &Listed<'_>, holder: OperatorId, identity: String) {
        let id = LicenceId(self.new_id());
        let mut record = self.to_record(listed, holder, id);
        record.identity = identity;
        keep_own(&mut record.licence);
        let domains = listed.domains.iter();
        record.domains = domains.map(|host| self.new_domain(&record.licence, host)).collect();
        self.record_created(&record, differences::first_observed(listed));
        self.changes.affected_operators.insert(holder);
        self.changes.new_licences.push(record);
    }

    /// Records a held licence that the reading lists. It gets the status of the reading.
    pub(super) fn observed(
        &mut self,
        listed: &Listed<'_>,
        holder: OperatorId,
        held: LicenceRecord,
    ) {
        let mut record = self.to_record(listed, holder, held.licence.id);
        record.identity.clone_from(&held.identity);
        let is_certificate = listed.is_certificate_of(&held.licence);
        if is_certificate {
            record.licence = self.certified(&held.licence, listed);
        } else {
            self.keep_unread(&mut record, &held, listed);
        }
        self.losses.count_licence(&held.licence, &record.licence);
        self.losses.count(LostField::Holder, holder == held.operator_id);
        let absent = self.effect_of_absence(listed, &held, holder);
        let domains_before = self.changes.domain_count();
        let unread_before = self.unread_but_listed.len();
        let domains = self.observed_domains(&record.licence, &listed.domains, &held, absent);
        let mut different = Differences::between(&held.licence, &record.licence, &domains);
        if holder != held.operator_id {
            let (from, to) = (self.slug(held.operator_id), self.slug(holder));
            different.text("operator", from.as_str(), to.as_str());
            self.changes.passed_on.insert((held.operator_id, holder));
        }
        if record.licence.status != held.licence.status {
            let note = match is_certificate {
                true => differences::status_certified(&held.licence, listed),
                false => differences::status_shown(&held.licence, listed, &record.licence),
            };
            self.record_status(&record, held.licence.status, different.appended_to(note));
        } else {
            self.record_differences(&record, &different);
        }
        if self.unread_but_listed.len() > unread_before {
            self.licences_with_unread.push(record.clone());
        }
        let is_as_held = is_as_held(&record, &held);
        // A complete reading moves the times of all licences; they follow from its own time.
        if !self.reading.complete || !is_as_held || self.changes.domain_count() > domains_before {
            self.changes.affected_operators.extend([holder, held.operator_id]);
        }
        if !is_as_held {
            self.changes.changed_licences.push(record);
        } else if is_certificate || record.licence.not_listed_since.is_some() {
            // With a certificate alone, or a seal alone of a missing licence, the register was not read.
            self.changes.reread_licences.push(record.licence.id);
        } else {
            self.changes.unchanged_licences.push(record.licence.id);
        }
    }

    /// Returns what follows for a held domain that the reading does not list. The domains of the
    /// previous operator are never those of the new one, even in a partial reading.
    fn effect_of_absence(
        &self,
        listed: &Listed<'_>,
        held: &LicenceRecord,
        holder: OperatorId,
    ) -> AbsenceEffect {
        let is_transferred = holder != held.operator_id;
        let absent = match (is_transferred, self.reading.complete, listed.domains_complete()) {
            (true, _, true) => AbsenceEffect::Delisted,
            (true, _, false) => AbsenceEffect::LeftBehind,
            (false, true, true) => AbsenceEffect::DelistedUnlessMoved(holder),
            (false, true, false) => AbsenceEffect::Unseen,
            (false, false, _) => AbsenceEffect::Nothing,
        };
        let is_out = held.licence.status == LicenceStatus::NotInRegister;
        match absent {
            AbsenceEffect::Unseen | AbsenceEffect::Nothing if is_out => AbsenceEffect::LeftBehind,
            absent => absent,
        }
    }

    /// Records that a complete reading lacks a licence. The licence keeps its status within the grace
    /// period and is `not_in_register` after it (decisions 3): an observation, never a revocation. Its
    /// domains share its grace: their statuses stay, unless pages that remove them were read, or other
    /// licences came to list their sites ([`Self::domain_of_missed`]).
    pub(super) fn missed(&mut self, held: LicenceRecord, grace: Period) {
        let read_at = self.reading.read_at;
        let (was_missing, previous) =
            (held.licence.not_listed_since.is_some(), held.licence.status);
        // Where it was shown and missed at one instant, another licence of the operator that is out
        // of the register since then comes before it from now on.
        let mut has_moved = is_missing_since_it_was_shown(&held.licence);
        let mut domains = DomainDifferences::default();
        for domain in &held.domains {
            has_moved |= self.domain_of_missed(domain, &held.licence, &mut domains);
        }
        let different = Differences::of_domains(&domains);
        let mut record = LicenceRecord { domains: Vec::new(), ..held };
        let licence = &mut record.licence;
        let since = *licence.not_listed_since.get_or_insert(read_at);
        licence.last_verified_at = read_at;
        self.changes.missing += usize::from(!was_missing);
        let missed_for = read_at.epoch_millis() - since.epoch_millis();
        let is_gone = u128::try_from(missed_for).is_ok_and(|it| it >= grace.0.as_millis());
        if is_gone && licence.status != LicenceStatus::NotInRegister {
            let note = differences::no_longer_listed(licence);
            licence.status = LicenceStatus::NotInRegister;
            licence.status_qualifier = None;
            licence.upstream_status = None;
            licence.status_observed_at = read_at;
            self.record_status(&record, previous, different.appended_to(note));
        } else {
            self.record_differences(&record, &different);
        }
        if has_moved {
            self.changes.affected_operators.insert(record.operator_id);
        }
        if !was_missing || record.licence.status != previous {
            self.changes.affected_operators.insert(record.operator_id);
            self.changes.absent_licences.push(record);
        }
    }

    /// Observes a licence that a partial reading lacks: only its domains whose own pages were read.
    pub(super) fn not_listed(&mut self, held: &LicenceRecord) {
        let mut domains = DomainDifferences::default();
        for domain in &held.domains {
            if self.absent_domain(domain, AbsenceEffect::Nothing, &mut domains) {
                self.changes.affected_operators.insert(held.operator_id);
            }
        }
        self.record_differences(held, &Differences::of_domains(&domains));
    }

    /// Records what differs of a licence whose status stays, if anything does.
    pub(super) fn record_differences(&mut self, record: &LicenceRecord, different: &Differences) {
        if !different.is_empty() {
            let (status, kind) = (record.licence.status, different.change_type());
            self.record_entry(record, Some(status), kind, different.note());
        }
    }

    fn to_record(
        &self,
        listed: &Listed<'_>,
        operator_id: OperatorId,
        id: LicenceId,
    ) -> LicenceRecord {
        let (reading, row) = (self.reading, listed.row);
        let types = || row.license_types.join(", ");
        let source_url = self.source_url().to_owned();
        let licence = Licence {
            id,
            license_number: listed.number.clone(),
            license_reference_is_ours: reading.jurisdiction.license_reference_is_ours(),
            jurisdiction_code: reading.jurisdiction,
            status: listed.status,
            status_qualifier: listed.qualifier,
            upstream_status: row.status_text.clone(),
            license_types: row.license_types.clone(),
            license_type_raw: row.license_type_raw.clone().unwrap_or_else(types),
            license_category: listed.category,
            issued_date: row.issued_date,
            expiry_date: row.expiry_date,
            last_verified_at: reading.read_at,
            source_url: Some(source_url.clone()),
            status_source_url: row.status_source_url.clone().or(Some(source_url)),
            status_observed_at: reading.read_at,
            last_listed_at: reading.read_at,
            not_listed_since: None,
            raw_data: row.raw_data.clone(),
        };
        LicenceRecord {
            licence,
            identity: listed.identity.clone(),
            operator_id,
            source_kind: reading.source_kind,
            domains: Vec::new(),
        }
    }
}

/// Returns whether one reading showed the licence and another of the same instant lacked it.
fn is_missing_since_it_was_shown(held: &Licence) -> bool {
    held.not_listed_since.is_some()
        && held.status != LicenceStatus::NotInRegister
        && held.status_observed_at == held.last_verified_at
}

/// Returns whether two records of a licence are equal in everything but the times of the read. Whether a
/// page that was not read again stated the status is no such time.
fn is_as_held(record: &LicenceRecord, held: &LicenceRecord) -> bool {
    let with_times_of = |times: &Licence, licence: &Licence| Licence {
        last_verified_at: times.last_verified_at,
        status_observed_at: times.status_observed_at,
        last_listed_at: times.last_listed_at,
        ..licence.clone()
    };
    let has_status_of_unread_page = |licence: &Licence| licence.times().has_status_of_unread_page();
    record.operator_id == held.operator_id
        && record.source_kind == held.source_kind
        && has_status_of_unread_page(&record.licence) == has_status_of_unread_page(&held.licence)
        && with_times_of(&record.licence, &held.licence) == record.licence
}
