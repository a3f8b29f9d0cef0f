//! The rows of the history of licences, and how they are collected.

use uuid::Uuid;

use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::rows::Row;
use crate::catalogue::text::{Text, TextInterner};
use crate::history::{ChangeType, EntryId, HistoryEntry, bears_status};
use crate::licence::LicenceId;
use crate::status::LicenceStatus;
use crate::time::Timestamp;

pub(crate) const LICENCE_BYTES: usize = 20;
pub(crate) const ENTRY_BYTES: usize = 63;

/// A licence, and its first entry; the run ends at the first entry of the next licence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LicenceHistory {
    pub(crate) id: Uuid,
    pub(crate) first_entry: u32,
}

/// A [`HistoryEntry`] whose texts lie in the section of the history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryRow {
    id: Uuid,
    pub(crate) changed_at: Timestamp,
    snapshot_fetched_at: Option<Timestamp>,
    corrected_at: Option<Timestamp>,
    source_url: Text,
    detected_by: Text,
    note: Text,
    snapshot_sha256: Option<Text>,
    correction_note: Option<Text>,
    previous_status: Option<LicenceStatus>,
    new_status: LicenceStatus,
    change_type: ChangeType,
}

impl EntryRow {
    pub(crate) fn bears_status(&self) -> bool {
        bears_status(self.previous_status, self.new_status)
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = Text> + use<> {
        let texts = [Some(self.source_url), Some(self.detected_by), Some(self.note)];
        texts.into_iter().chain([self.snapshot_sha256, self.correction_note]).flatten()
    }

    pub(crate) fn entry(&self, text: impl Fn(Text) -> String) -> HistoryEntry {
        HistoryEntry {
            id: EntryId(self.id),
            changed_at: self.changed_at,
            previous_status: self.previous_status,
            new_status: self.new_status,
            change_type: self.change_type,
            source_url: text(self.source_url),
            detected_by: text(self.detected_by),
            note: text(self.note),
            snapshot_sha256: self.snapshot_sha256.map(&text),
            snapshot_fetched_at: self.snapshot_fetched_at,
            corrected_at: self.corrected_at,
            correction_note: self.correction_note.map(&text),
        }
    }
}

/// Collects the history of licences.
#[derive(Default)]
pub struct HistoryBuilder {
    text: TextInterner,
    entries: Vec<(Uuid, EntryRow)>,
}

impl HistoryBuilder {
    /// Adds an entry of a licence. Those of one licence come in the order of recording.
    pub fn add(&mut self, licence: LicenceId, entry: &HistoryEntry) {
        let mut intern = |text: &str| self.text.intern(text);
        let row = EntryRow {
            id: entry.id.0,
            changed_at: entry.changed_at,
            snapshot_fetched_at: entry.snapshot_fetched_at,
            corrected_at: entry.corrected_at,
            source_url: intern(&entry.source_url),
            detected_by: intern(&entry.detected_by),
            note: intern(&entry.note),
            snapshot_sha256: entry.snapshot_sha256.as_deref().map(&mut intern),
            correction_note: entry.correction_note.as_deref().map(&mut intern),
            previous_status: entry.previous_status,
            new_status: entry.new_status,
            change_type: entry.change_type,
        };
        self.entries.push((licence.0, row));
    }

    /// Returns the licences, the entries and the texts; `None` when they do not fit.
    pub(crate) fn into_sections(mut self) -> Option<(Vec<LicenceHistory>, Vec<EntryRow>, Vec<u8>)> {
        // A stable sort keeps the order of recording.
        self.entries.sort_by_key(|(licence, _)| *licence);
        let mut licences: Vec<LicenceHistory> = Vec::new();
        for (place, (id, _)) in self.entries.iter().enumerate() {
            if licences.last().is_none_or(|last| last.id != *id) {
                let first_entry = u32::try_from(place).ok()?;
                licences.push(LicenceHistory { id: *id, first_entry });
            }
        }
        let entries = self.entries.into_iter().map(|(_, entry)| entry).collect();
        Some((licences, entries, self.text.into_arena()?.into_section()))
    }
}

impl Row<LICENCE_BYTES> for LicenceHistory {
    fn read(mut fields: Fields<'_>) -> Self {
        Self { id: Uuid::from_bytes(fields.take()), first_entry: fields.u32() }
    }

    fn write(&self, row: FieldWriter<LICENCE_BYTES>) -> FieldWriter<LICENCE_BYTES> {
        row.bytes(self.id.as_bytes()).u32(self.first_entry)
    }
}

impl Row<ENTRY_BYTES> for EntryRow {
    fn read(mut fields: Fields<'_>) -> Self {
        // The values are read in the order in which they are written here. A status that a later
        // release wrote is unknown.
        let status = |fields: &mut Fields<'_>| {
            fields.code(LicenceStatus::ALL).unwrap_or(Some(LicenceStatus::Unknown))
        };
        Self {
            id: Uuid::from_bytes(fields.take()),
            changed_at: fields.instant().unwrap_or(Timestamp::EPOCH),
            snapshot_fetched_at: fields.instant(),
            corrected_at: fields.instant(),
            source_url: fields.text(),
            detected_by: fields.text(),
            note: fields.text(),
            snapshot_sha256: fields.optional_text(),
            correction_note: fields.optional_text(),
            previous_status: status(&mut fields),
            new_status: status(&mut fields).unwrap_or(LicenceStatus::Unknown),
            change_type: fields
                .code(ChangeType::ALL)
                .unwrap_or_default()
                .unwrap_or(ChangeType::DataUpdate),
        }
    }

    fn write(&self, row: FieldWriter<ENTRY_BYTES>) -> FieldWriter<ENTRY_BYTES> {
        row.bytes(self.id.as_bytes())
            .instant(Some(self.changed_at))
            .instant(self.snapshot_fetched_at)
            .instant(self.corrected_at)
            .text(self.source_url)
            .text(self.detected_by)
            .text(self.note)
            .optional_text(self.snapshot_sha256)
            .optional_text(self.correction_note)
            .code(LicenceStatus::ALL, self.previous_status)
            .code(LicenceStatus::ALL, Some(self.new_status))
            .code(ChangeType::ALL, Some(self.change_type))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_of_a_later_release_is_unknown() {
        let read = |previous: u8, new: u8| {
            let mut row = [0; ENTRY_BYTES];
            row[60..62].copy_from_slice(&[previous, new]);
            let row = EntryRow::read(Fields { rest: &row });
            (row.previous_status, row.new_status)
        };
        let (active, unknown) = (LicenceStatus::Active, LicenceStatus::Unknown);
        assert_eq!(read(0, 1), (None, active));
        for (previous, new, expected) in [
            (1, 9, (Some(active), unknown)),
            (255, 1, (Some(unknown), active)),
            (0, 0, (None, unknown)),
        ] {
            assert_eq!(read(previous, new), expected, "{previous} {new}");
        }
    }
}
