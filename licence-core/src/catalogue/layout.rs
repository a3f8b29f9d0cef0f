//! The file: a header, a directory, and sections. `docs/catalogue-format.md` describes it.

use std::ops::Range;

use rapidhash::v3::rapidhash_v3;

use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::open_error::OpenError;
use crate::catalogue::postings::Postings;
use crate::catalogue::rows::Table;
use crate::catalogue::tags::{self, Tag};
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// A byte over 127 and a line feed, so that a copy in text mode is found out.
pub(crate) const MAGIC: [u8; 8] = *b"\x89LICCAT\n";
/// The version of the format that this release writes. A reader of a major version reads every
/// minor one.
pub const FORMAT_VERSION: (u16, u16) = (1, 0);
pub(crate) const HEADER_BYTES: usize = 256;
pub(crate) const ENTRY_BYTES: usize = 40;
/// Bounds what opening a hostile file allocates.
const MAX_SECTIONS: usize = 256;
/// Where the header keeps the checksum of itself and of the directory.
pub(crate) const CHECKSUM: Range<usize> = HEADER_BYTES - 8..HEADER_BYTES;

/// When each register was last read.
pub(crate) type Reads = [Option<Timestamp>; JurisdictionCode::ALL.len()];

wire_enum! {
    /// Which indices a catalogue has.
    pub enum Profile: "profile" {
        /// All.
        Full = "full",
        /// None of near names: it answers the hosts and licence numbers that it holds.
        Exact = "exact",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) minor: u16,
    pub(crate) profile: Profile,
    pub(crate) rules: [u8; 32],
    /// The SHA-256 of the records that the file was built from; zeros when it was not.
    pub(crate) records_sha256: [u8; 32],
    pub(crate) hash_seed: u64,
    pub(crate) reads: Reads,
}

impl Header {
    pub(crate) fn write(&self, section_count: usize, file_bytes: usize) -> [u8; HEADER_BYTES] {
        let header = FieldWriter::<HEADER_BYTES>::new()
            .bytes(&MAGIC)
            .u16(FORMAT_VERSION.0)
            .u16(self.minor)
            .u32(section_count as u32)
            .u64(file_bytes as u64)
            .code(Profile::ALL, Some(self.profile))
            .bytes(&[0; 7])
            .bytes(&self.rules)
            .bytes(&self.records_sha256)
            .u64(self.hash_seed);
        self.reads.into_iter().fold(header, FieldWriter::instant).row
    }

    /// Returns the header, how many sections there are, and how long the file is.
    fn read(file: &[u8]) -> Result<(Self, usize, u64), OpenError> {
        let mut fields = Fields { rest: file };
        if fields.take() != MAGIC {
            return Err(OpenError::NotACatalogue);
        }
        let major = fields.u16();
        if major != FORMAT_VERSION.0 {
            return Err(OpenError::Version { file: major, library: FORMAT_VERSION.0 });
        }
        if file.len() < HEADER_BYTES {
            return Err(OpenError::cut("the header"));
        }
        let minor = fields.u16();
        let section_count = fields.u32() as usize;
        let file_bytes = fields.u64();
        let Ok(Some(profile)) = fields.code(Profile::ALL) else {
            return Err(OpenError::cut("the profile is unknown"));
        };
        fields.take::<7>();
        let (rules, records_sha256, hash_seed) = (fields.take(), fields.take(), fields.u64());
        let mut reads = [None; JurisdictionCode::ALL.len()];
        reads.iter_mut().for_each(|read| *read = fields.instant());
        Ok((
            Self { minor, profile, rules, records_sha256, hash_seed, reads },
            section_count,
            file_bytes,
        ))
    }
}

/// A line of the directory.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) tag: Tag,
    pub(crate) row_bytes: u32,
    pub(crate) range: Range<usize>,
    pub(crate) row_count: u64,
    pub(crate) checksum: u64,
}

fn name(tag: Tag) -> String {
    String::from_utf8_lossy(&tag).into_owned()
}

impl Section {
    pub(crate) fn write(&self) -> [u8; ENTRY_BYTES] {
        let entry = FieldWriter::<ENTRY_BYTES>::new().bytes(&self.tag).u32(self.row_bytes);
        let entry = entry.u64(self.range.start as u64).u64(self.range.len() as u64);
        entry.u64(self.row_count).u64(self.checksum).row
    }

    fn read(entry: &[u8], file: &[u8]) -> Option<Self> {
        let mut fields = Fields { rest: entry };
        let (tag, row_bytes) = (fields.take(), fields.u32());
        let start = usize::try_from(fields.u64()).ok()?;
        let end = start.checked_add(usize::try_from(fields.u64()).ok()?)?;
        let (row_count, checksum) = (fields.u64(), fields.u64());
        let range = start..end;
        file.get(range.clone())?;
        Some(Self { tag, row_bytes, range, row_count, checksum })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Directory {
    pub(crate) header: Header,
    pub(crate) sections: Vec<Section>,
}

impl Directory {
    /// Reads and judges nothing but the header and the directory.
    pub(crate) fn read(file: &[u8]) -> Result<Self, OpenError> {
        let (header, section_count, file_bytes) = Header::read(file)?;
        if file_bytes != file.len() as u64 {
            return Err(OpenError::Cut {
                section: format!("it has {} of {file_bytes} bytes", file.len()),
            });
        }
        let end = HEADER_BYTES + section_count.min(MAX_SECTIONS + 1) * ENTRY_BYTES;
        let head = file.get(..end).filter(|_| section_count <= MAX_SECTIONS);
        let head = head.ok_or(OpenError::cut("the directory"))?;
        if checksum_of_head(head).to_le_bytes() != head[CHECKSUM] {
            return Err(OpenError::cut("the header or the directory"));
        }
        let entries = head[HEADER_BYTES..].chunks_exact(ENTRY_BYTES);
        let sections: Option<Vec<Section>> =
            entries.map(|entry| Section::read(entry, file)).collect();
        let sections = sections.ok_or(OpenError::cut("a section exceeds the file"))?;
        // A section of a later release that changes the meaning of the others.
        let is_unknown = |tag: &Tag| !tag[0].is_ascii_lowercase() && !tags::KNOWN.contains(tag);
        match sections.iter().map(|section| section.tag).find(is_unknown) {
            Some(tag) => Err(OpenError::UnknownSection { tag: name(tag) }),
            None => Ok(Self { header, sections }),
        }
    }

    /// Returns the range of a section whose rows have this many bytes.
    pub(crate) fn section(&self, tag: Tag, row_bytes: usize) -> Result<Range<usize>, OpenError> {
        let found = self.sections.iter().find(|section| section.tag == tag);
        let found = found.filter(|found| {
            let rows = found.row_count.checked_mul(row_bytes as u64);
            found.row_bytes as usize == row_bytes && rows == Some(found.range.len() as u64)
        });
        found.map(|found| found.range.clone()).ok_or_else(|| OpenError::Cut { section: name(tag) })
    }

    /// Returns where the rows of a section lie.
    pub(crate) fn table<T, const N: usize>(&self, tag: Tag) -> Result<Table<T, N>, OpenError> {
        Ok(Table::new(self.section(tag, N)?))
    }

    pub(crate) fn postings<const PRINT: usize>(
        &self,
        tag: Tag,
        file: &[u8],
    ) -> Result<Postings<PRINT>, OpenError> {
        let section = self.section(tag, 1)?;
        Postings::open(file, section).ok_or_else(|| OpenError::Cut { section: name(tag) })
    }

    /// Returns the postings of a section that only a catalogue of all indices has.
    pub(crate) fn postings_if_full<const PRINT: usize>(
        &self,
        tag: Tag,
        file: &[u8],
    ) -> Result<Postings<PRINT>, OpenError> {
        match self.header.profile {
            Profile::Full => self.postings(tag, file),
            Profile::Exact => Ok(Postings::none()),
        }
    }

    /// Returns the first section with a wrong checksum, or the gap before it that is not zero.
    pub(crate) fn damaged_section(&self, file: &[u8]) -> Option<String> {
        let mut end = HEADER_BYTES + self.sections.len() * ENTRY_BYTES;
        for section in &self.sections {
            let gap = file.get(end..section.range.start);
            let is_zero = gap.is_some_and(|gap| gap.iter().all(|byte| *byte == 0));
            if !is_zero || rapidhash_v3(&file[section.range.clone()]) != section.checksum {
                return Some(name(section.tag));
            }
            end = section.range.end;
        }
        (end != file.len()).then(|| "the end".to_owned())
    }
}

pub(crate) fn checksum_of_head(head: &[u8]) -> u64 {
    let mut head = head.to_vec();
    head[CHECKSUM].fill(0);
    rapidhash_v3(&head)
}
