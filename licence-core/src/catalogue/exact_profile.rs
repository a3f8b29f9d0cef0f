//! A catalogue without the indices of near names.

use bytes::Bytes;

use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::layout::{Directory, Header, Profile, Section};
use crate::catalogue::{Catalogue, name_index};

/// The sections that only alternatives and look-alikes need.
const NEAR_NAMES: [[u8; 4]; 2] = [name_index::tags::BY_NEAR_SPELLING, name_index::tags::BY_PIECE];

impl Catalogue {
    /// Returns the bytes of the same catalogue with the profile exact: a quarter to a half
    /// shorter, for [`ExactCatalogue`](crate::check::ExactCatalogue).
    pub fn to_exact_profile(&self) -> Bytes {
        // The bytes were opened before, so that their directory reads.
        let sections = Directory::read(&self.bytes).map(|directory| directory.sections);
        let is_kept = |section: &Section| !NEAR_NAMES.contains(&section.tag);
        let kept: Vec<Section> = sections.into_iter().flatten().filter(is_kept).collect();
        let mut file = FileWriter::new(kept.len());
        for section in kept {
            let bytes = self.bytes.get(section.range).unwrap_or_default();
            file.push(section.tag, section.row_bytes as usize, bytes);
        }
        file.finish(&Header { profile: Profile::Exact, ..self.header.clone() }).into()
    }
}
