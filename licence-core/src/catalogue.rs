//! The immutable index over everything a check needs: built once, shared, swapped.
//!
//! A catalogue is a view over the bytes of a file, wherever they come from: the server builds them
//! in memory, others read a file. So one reader answers, and the answers are the same. The bytes are
//! never trusted: a damaged file gives wrong answers until [`Catalogue::verify`] finds it, but no
//! panic, no endless loop, and no pass for a value that is unknown.
//!
//! All text lies in one section with four-byte handles, and equal texts are stored once. Names are
//! found by equality. Near names are found by deleting one letter, by shared pieces of five letters
//! and beside a name in their order; each search has a bound on the work of one miss.

mod builder;
mod copies;
mod entries;
mod fields;
mod file_writer;
#[cfg(test)]
pub(crate) mod fixture;
mod from_records;
mod history_index;
mod history_rows;
mod id_places;
mod info;
mod key_hash;
pub(crate) mod layout;
mod merge;
mod name_index;
mod name_rows;
mod name_search;
mod near_keys;
mod numbers;
mod open_error;
mod posting_changes;
mod posting_section;
mod postings;
mod register_rows;
mod rows;
mod rules;
mod site_rows;
mod site_search;
mod sites;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod verify;

pub use builder::{CatalogueBuilder, CatalogueTooLarge};
pub(crate) use entries::{LicenceEntry, Listing, OperatorEntry};
pub use entries::{LicenceIndex, OperatorIndex};
pub use from_records::CatalogueError;
pub use history_rows::HistoryBuilder;
pub(crate) use id_places::IdPlaces;
pub use info::{CatalogueInfo, RegisterRead};
pub use layout::{FORMAT_VERSION, Profile};
pub(crate) use name_index::{Claim, Claims, NameId, NameKind};
pub(crate) use near_keys::has_near_names;
pub(crate) use numbers::NumberMatch;
pub use open_error::OpenError;
pub use register_rows::{DomainRow, LicenceRow, OperatorRow, RegisterRows};
#[cfg(test)]
pub(crate) use rules::LADDER;
pub(crate) use rules::matching_rules;
pub(crate) use sites::SiteId;
pub(crate) use text::Text;
pub use verify::DamagedCatalogue;

use std::fmt;
use std::ops::Range;

use bytes::Bytes;

use crate::hex::hex;
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use entries::{LICENCE_BYTES, OPERATOR_BYTES};
use history_index::HistoryIndex;
use key_hash::KeyHash;
use layout::{Directory, Header};
use name_index::NameIndex;
use postings::HashedPostings;
use rows::Table;
use sites::SiteIndex;

/// Everything a check needs. Cheap to clone; all clones are of the same bytes.
#[derive(Clone)]
pub struct Catalogue {
    bytes: Bytes,
    header: Header,
    text: Range<usize>,
    operators: Table<OperatorEntry, OPERATOR_BYTES>,
    licences: Table<LicenceEntry, LICENCE_BYTES>,
    sites: SiteIndex,
    names: NameIndex,
    numbers: HashedPostings,
    history: Option<HistoryIndex>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Catalogue");
        debug.field("bytes", &self.bytes.len()).field("header", &self.header).finish()
    }
}

impl Catalogue {
    /// Opens the bytes of a catalogue file. This reads the header and the directory and nothing
    /// else, so it takes microseconds at any size; [`verify`](Self::verify) reads the rest.
    ///
    /// ```
    /// use licence_core::catalogue::{Catalogue, OpenError};
    ///
    /// let catalogue = Catalogue::from_readings(&[])?;
    /// let copy = Catalogue::from_bytes(catalogue.as_bytes().clone())?;
    /// assert_eq!(copy.info(), catalogue.info());
    /// assert_eq!(Catalogue::from_bytes(&b"PK"[..]).unwrap_err(), OpenError::NotACatalogue);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OpenError`] for bytes that are no whole catalogue, or one of another major version, or one
    /// that was built under other rules, or one that answers equality alone: that is an
    /// [`ExactCatalogue`](crate::check::ExactCatalogue).
    pub fn from_bytes(bytes: impl Into<Bytes>) -> Result<Self, OpenError> {
        let catalogue = Self::open(bytes.into())?;
        match catalogue.header.profile {
            Profile::Exact => Err(OpenError::ExactProfile),
            Profile::Full => catalogue.under_own_rules(),
        }
    }

    /// Refuses a catalogue that was built under other rules.
    pub(crate) fn under_own_rules(self) -> Result<Self, OpenError> {
        let library = rules::fingerprint();
        if self.header.rules != library {
            let (file, library) = (hex(&self.header.rules), hex(&library));
            return Err(OpenError::OtherRules { file, library });
        }
        Ok(self)
    }

    /// Opens bytes of any profile and any rules. The caller asks nothing that these do not answer.
    pub(crate) fn open(bytes: Bytes) -> Result<Self, OpenError> {
        let directory = Directory::read(&bytes)?;
        Ok(Self {
            text: directory.section(tags::TEXT, 1)?,
            operators: directory.table(tags::OPERATORS)?,
            licences: directory.table(tags::LICENCES)?,
            sites: SiteIndex::open(&bytes, &directory)?,
            names: NameIndex::open(&bytes, &directory)?,
            numbers: directory.postings(tags::NUMBERS, &bytes)?,
            history: HistoryIndex::open(&directory)?,
            header: directory.header,
            bytes,
        })
    }

    /// Returns the bytes of the file: what [`from_bytes`](Self::from_bytes) opens.
    pub fn as_bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Returns the section of all texts.
    #[inline]
    pub(crate) fn texts(&self) -> &[u8] {
        self.bytes.get(self.text.clone()).unwrap_or_default()
    }

    pub(crate) fn hash(&self) -> KeyHash {
        KeyHash { seed: self.header.hash_seed }
    }

    /// Returns when each register was last read successfully; `None` for one never read.
    pub fn last_successful_scrape(&self, code: JurisdictionCode) -> Option<Timestamp> {
        self.header.reads[code as usize]
    }

    /// Returns how many licences are on record.
    pub fn licence_count(&self) -> usize {
        self.licences.rows(&self.bytes).len()
    }

    #[inline]
    pub(crate) fn bytes_of(&self, text: Text) -> &[u8] {
        text::bytes_of(self.texts(), text)
    }

    pub(crate) fn text(&self, text: Text) -> &str {
        str::from_utf8(self.bytes_of(text)).unwrap_or_default()
    }

    pub(crate) fn licence(&self, licence: LicenceIndex) -> LicenceEntry {
        self.licences.rows(&self.bytes).get_or_blank(licence.0)
    }

    pub(crate) fn operator(&self, operator: OperatorIndex) -> OperatorEntry {
        self.operators.rows(&self.bytes).get_or_blank(operator.0)
    }

    pub(crate) fn display_name(&self, operator: OperatorIndex) -> &str {
        self.text(self.operator(operator).display_name)
    }

    /// Returns the bytes of an operator's slug, to compare: they need no check for UTF-8.
    pub(crate) fn slug_bytes(&self, operator: OperatorIndex) -> &[u8] {
        self.bytes_of(self.operator(operator).slug)
    }
}
