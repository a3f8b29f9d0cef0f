//! The history entry and the event of one change of a licence (specification 2.5 and 6.1).
//!
//! `changed_at` is the instant of the read that showed the change; entries of one instant count in
//! the order of recording. A licence gets at most one entry a reading: the note of a status change
//! lists whatever else changed. Domains that are added, removed or changed are a `data_update`, as
//! is a new version of a UKGC number. A licence that goes missing and returns within the grace
//! period leaves no entry, because no change is known.

use crate::event::{EventData, EventDraft, EventName, LicenceIssued, StatusChanged};
use crate::history::{
    ChangeType, EntryId, HistoryEntry, HistoryRecord, REGISTER_READ, status_change_type,
};
use crate::status::LicenceStatus;
use crate::transition::observation::Observation;
use crate::transition::records::LicenceRecord;

impl Observation<'_> {
    /// Records the first observation: one entry, and `license.issued` as its only event.
    pub(super) fn record_created(&mut self, record: &LicenceRecord, note: String) {
        self.record_entry(record, None, ChangeType::Created, note);
        let licence = &record.licence;
        let data = EventData::Issued(LicenceIssued {
            license_id: licence.id,
            license_number: licence.license_number.clone(),
            operator_id: record.operator_id,
            operator_slug: self.slug(record.operator_id),
            jurisdiction_code: licence.jurisdiction_code,
            status: licence.status,
            license_types: licence.license_types.clone(),
            observed_at: self.reading.read_at,
            source_url: self.published_at(record),
        });
        self.announce(EventName::Issued, record, data);
    }

    /// Records a change of status: one entry and one event.
    pub(super) fn record_status(
        &mut self,
        record: &LicenceRecord,
        previous: LicenceStatus,
        note: String,
    ) {
        let licence = &record.licence;
        self.record_entry(record, Some(previous), status_change_type(licence.status), note);
        let data = EventData::StatusChanged(StatusChanged {
            license_id: licence.id,
            license_number: licence.license_number.clone(),
            operator_id: record.operator_id,
            operator_slug: self.slug(record.operator_id),
            jurisdiction_code: licence.jurisdiction_code,
            previous_status: previous,
            new_status: licence.status,
            changed_at: self.reading.read_at,
            source_url: self.published_at(record),
        });
        let name = match licence.status {
            LicenceStatus::Expired => EventName::Expired,
            LicenceStatus::Active
            | LicenceStatus::Suspended
            | LicenceStatus::Revoked
            | LicenceStatus::Pending
            | LicenceStatus::Unknown
            | LicenceStatus::Surrendered
            | LicenceStatus::NotInRegister => EventName::StatusChanged,
        };
        self.announce(name, record, data);
    }

    /// Records the change of anything else: an entry without an event.
    pub(super) fn record_entry(
        &mut self,
        record: &LicenceRecord,
        previous_status: Option<LicenceStatus>,
        change_type: ChangeType,
        note: String,
    ) {
        let entry = HistoryEntry {
            id: EntryId(self.new_id()),
            changed_at: self.reading.read_at,
            previous_status,
            new_status: record.licence.status,
            change_type,
            source_url: self.published_at(record),
            detected_by: REGISTER_READ.to_owned(),
            note,
            snapshot_sha256: Some(self.snapshot_sha256.to_owned()),
            snapshot_fetched_at: Some(self.reading.read_at),
            corrected_at: None,
            correction_note: None,
        };
        self.changes.history.push(HistoryRecord { licence_id: record.licence.id, entry });
    }

    fn announce(&mut self, name: EventName, record: &LicenceRecord, data: EventData) {
        let operator_id = Some(record.operator_id);
        self.changes.events.push(EventDraft { name, operator_id, data });
    }

    /// Returns the page that shows the status. That a licence is gone, the register's list shows.
    fn published_at(&self, record: &LicenceRecord) -> String {
        let is_gone = record.licence.status == LicenceStatus::NotInRegister;
        let page = record.licence.status_source_url.as_deref().filter(|_| !is_gone);
        page.unwrap_or(self.source_url()).to_owned()
    }
}
