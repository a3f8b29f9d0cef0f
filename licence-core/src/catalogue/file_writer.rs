//! Writing a catalogue file.

use rapidhash::v3::rapidhash_v3;

use crate::catalogue::layout::{
    CHECKSUM, ENTRY_BYTES, HEADER_BYTES, Header, Section, checksum_of_head,
};
use crate::catalogue::rows::{Row, write_rows};
use crate::catalogue::tags::Tag;

/// A section begins at a multiple of this, for the cache and for nothing else.
const ALIGNMENT: usize = 64;

/// Writes the sections of a file one after the other.
pub(crate) struct FileWriter {
    bytes: Vec<u8>,
    sections: Vec<Section>,
    section_count: usize,
}

impl FileWriter {
    pub(crate) fn new(section_count: usize) -> Self {
        let bytes = vec![0; HEADER_BYTES + section_count * ENTRY_BYTES];
        Self { bytes, sections: Vec::with_capacity(section_count), section_count }
    }

    pub(crate) fn with_room(mut self, file_bytes: usize) -> Self {
        self.bytes.reserve_exact(file_bytes);
        self
    }

    pub(crate) fn push_rows<T: Row<N>, const N: usize>(&mut self, tag: Tag, rows: &[T]) {
        self.push(tag, N, &write_rows(rows));
    }

    pub(crate) fn push(&mut self, tag: Tag, row_bytes: usize, section: &[u8]) {
        self.push_parts(tag, row_bytes, &[section]);
    }

    pub(crate) fn push_parts(&mut self, tag: Tag, row_bytes: usize, parts: &[&[u8]]) {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        let start = self.bytes.len();
        parts.iter().for_each(|part| self.bytes.extend_from_slice(part));
        let section = &self.bytes[start..];
        self.sections.push(Section {
            tag,
            row_bytes: row_bytes as u32,
            range: start..self.bytes.len(),
            row_count: (section.len() / row_bytes.max(1)) as u64,
            checksum: rapidhash_v3(section),
        });
    }

    pub(crate) fn finish(self, header: &Header) -> Vec<u8> {
        let Self { mut bytes, sections, section_count } = self;
        debug_assert_eq!(sections.len(), section_count);
        let mut head = header.write(section_count, bytes.len()).to_vec();
        sections.iter().for_each(|section| head.extend_from_slice(&section.write()));
        let checksum = checksum_of_head(&head);
        head[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        bytes[..head.len()].copy_from_slice(&head);
        bytes.shrink_to_fit();
        bytes
    }
}

/// Gives changed bytes the checksum that their header and directory ask for.
#[cfg(test)]
pub(crate) fn seal(file: &mut [u8]) {
    let count = u32::from_le_bytes([file[12], file[13], file[14], file[15]]) as usize;
    let checksum = checksum_of_head(&file[..HEADER_BYTES + count * ENTRY_BYTES]);
    file[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
}
