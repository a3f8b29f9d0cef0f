//! Copies of a catalogue with other sections: without the indices of near names, or with the history
//! of its licences.

use bytes::Bytes;

use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::history_rows::HistoryBuilder;
use crate::catalogue::layout::{Directory, Header, Profile, Section};
use crate::catalogue::tags::{self, Tag};
use crate::catalogue::{Catalogue, CatalogueTooLarge};
use crate::licence::LicenceId;
use crate::point_in_time::{AsOf, PointInTime};

/// The sections that only alternatives and look-alikes need.
const NEAR_NAMES: [Tag; 2] = [tags::BY_NEAR_SPELLING, tags::BY_PIECE];
/// The licences of a history, their entries, and the texts of these.
const HISTORY: [Tag; 3] = [tags::HISTORY_LICENCES, tags::HISTORY_ENTRIES, tags::HISTORY_TEXT];

impl Catalogue {
    /// Returns the bytes of the same catalogue with the profile exact: a quarter to a half
    /// shorter, for [`ExactCatalogue`](crate::check::ExactCatalogue).
    pub fn to_exact_profile(&self) -> Bytes {
        let file = self.copy_sections_except(&NEAR_NAMES, 0);
        file.finish(&Header { profile: Profile::Exact, ..self.header.clone() }).into()
    }

    /// Returns what is known of a licence at an instant; `None` for a catalogue without a history.
    pub(crate) fn point_in_time(&self, licence: LicenceId, as_of: AsOf) -> Option<PointInTime> {
        self.history.as_ref().map(|history| history.point_in_time(&self.bytes, licence, as_of))
    }

    /// Returns whether [`check_as_of`](crate::check::check_as_of) can be asked.
    pub fn has_history(&self) -> bool {
        self.history.is_some()
    }

    /// Returns the bytes of the same catalogue with the history of its licences.
    ///
    /// # Errors
    /// [`CatalogueTooLarge`] when the entries do not fit.
    pub fn with_history(&self, history: HistoryBuilder) -> Result<Bytes, CatalogueTooLarge> {
        let (licences, entries, texts) = history.into_sections().ok_or(CatalogueTooLarge)?;
        let mut file = self.copy_sections_except(&HISTORY, HISTORY.len());
        file.push_rows(tags::HISTORY_LICENCES, &licences);
        file.push_rows(tags::HISTORY_ENTRIES, &entries);
        file.push(tags::HISTORY_TEXT, 1, &texts);
        Ok(file.finish(&self.header).into())
    }

    /// Begins a file with the sections of this one, except some, and with room for new ones.
    fn copy_sections_except(&self, left_out: &[Tag], new_sections: usize) -> FileWriter {
        // The bytes were opened before, so that their directory reads.
        let sections = Directory::read(&self.bytes).map(|directory| directory.sections);
        let is_kept = |section: &Section| !left_out.contains(&section.tag);
        let kept: Vec<Section> = sections.into_iter().flatten().filter(is_kept).collect();
        let mut file = FileWriter::new(kept.len() + new_sections);
        for section in kept {
            let bytes = self.bytes.get(section.range).unwrap_or_default();
            file.push(section.tag, section.row_bytes as usize, bytes);
        }
        file
    }
}

#[cfg(test)]
mod tests;
