//! Why bytes are no catalogue.

use thiserror::Error;

/// Why bytes are not opened as a catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The first bytes are not those of a catalogue.
    #[error("this is no catalogue: it does not begin with the bytes of one")]
    NotACatalogue,
    /// The file has a later major version.
    #[error("the catalogue has format version {file}, this program reads version {library}")]
    Version {
        /// The major version of the file.
        file: u16,
        /// The major version that this release reads.
        library: u16,
    },
    /// Bytes are missing, or the header or the directory is damaged.
    #[error("the catalogue is cut or damaged: {section}")]
    Cut {
        /// The part that is not whole.
        section: String,
    },
    /// A later release wrote a section that changes the meaning of the others.
    #[error("the catalogue has a section {tag:?}, which this program does not know")]
    UnknownSection {
        /// Its four letters.
        tag: String,
    },
    /// The file has no indices of near names, so it answers equality alone.
    #[error(
        "the catalogue has the profile exact: it answers hosts and licence numbers by equality alone"
    )]
    ExactProfile,
    /// The file was built under other rules, so its indices would answer other questions.
    #[error(
        "the catalogue was built under rules {file}, this program has rules {library}: build it again from its records"
    )]
    OtherRules {
        /// The rules of the file, in hexadecimal digits.
        file: String,
        /// The rules of this release.
        library: String,
    },
}

impl OpenError {
    pub(crate) fn cut(section: &str) -> Self {
        Self::Cut { section: section.to_owned() }
    }
}
