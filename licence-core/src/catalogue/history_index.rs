//! Where the history of licences lies in a file: an optional part, from which `as_of` is answered.
//!
//! Its sections have names in lower case: a reader that does not know them answers every other
//! question as before. Its texts lie in a section of their own, so that the other sections are the
//! same with and without it.

use std::ops::Range;

use crate::catalogue::history_rows::{ENTRY_BYTES, EntryRow, LICENCE_BYTES, LicenceHistory};
use crate::catalogue::layout::Directory;
use crate::catalogue::open_error::OpenError;
use crate::catalogue::rows::{Rows, Table};
use crate::catalogue::{tags, text};
use crate::licence::LicenceId;
use crate::point_in_time::{AsOf, PointInTime};

#[derive(Clone)]
pub(crate) struct HistoryIndex {
    /// By id.
    pub(crate) licences: Table<LicenceHistory, LICENCE_BYTES>,
    /// The entries of one licence after those of another, each licence's in the order of recording.
    pub(crate) entries: Table<EntryRow, ENTRY_BYTES>,
    text: Range<usize>,
}

impl HistoryIndex {
    /// Returns `None` for a catalogue without a history.
    pub(crate) fn open(directory: &Directory) -> Result<Option<Self>, OpenError> {
        if !directory.sections.iter().any(|section| section.tag == tags::HISTORY_LICENCES) {
            return Ok(None);
        }
        Ok(Some(Self {
            licences: directory.table(tags::HISTORY_LICENCES)?,
            entries: directory.table(tags::HISTORY_ENTRIES)?,
            text: directory.section(tags::HISTORY_TEXT, 1)?,
        }))
    }

    /// Returns what is known of a licence at an instant. A hostile file makes this read each entry,
    /// but copy the texts of one alone.
    pub(crate) fn point_in_time(
        &self,
        file: &[u8],
        licence: LicenceId,
        as_of: AsOf,
    ) -> PointInTime {
        let texts = self.texts(file);
        let text = |text| String::from_utf8_lossy(text::bytes_of(texts, text)).into_owned();
        let entries = self.entries_of(file, licence);
        let moments = entries.iter().map(|entry| (entry.changed_at, entry.bears_status()));
        PointInTime::from_moments(moments, as_of, |place| {
            entries.get_or_blank(place as u32).entry(text)
        })
    }

    fn entries_of<'c>(&self, file: &'c [u8], id: LicenceId) -> Rows<'c, EntryRow, ENTRY_BYTES> {
        let (licences, entries) = (self.licences.rows(file), self.entries.rows(file));
        let place = licences.partition_point(|licence| licence.id < id.0);
        match licences.get(place).filter(|licence| licence.id == id.0) {
            Some(found) => {
                let next = licences.get(place + 1).map(|next| next.first_entry);
                entries.run(Some(found.first_entry), next, usize::MAX)
            }
            None => entries.run(None, Some(0), 0),
        }
    }

    pub(crate) fn texts<'c>(&self, file: &'c [u8]) -> &'c [u8] {
        file.get(self.text.clone()).unwrap_or_default()
    }
}
