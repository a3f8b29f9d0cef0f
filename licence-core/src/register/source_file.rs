//! Files of regulators, and the snapshot that a reading is made from.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::hex::hex;

/// A file of a regulator as it was fetched or opened: its name for messages, and its bytes. Files
/// sort by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// The name to call it by in errors. For a fetched file, this is where it was found in the end,
    /// without credentials.
    pub name: String,
    /// Its bytes, unmodified.
    pub bytes: Vec<u8>,
}

impl SourceFile {
    /// Returns whether it is a PDF document.
    pub fn is_pdf(&self) -> bool {
        self.bytes.starts_with(b"%PDF-")
    }
}

/// Returns the name that errors about several files use: the first of their names.
pub(super) fn first_name(files: &[SourceFile]) -> &str {
    files.iter().map(|file| file.name.as_str()).min().unwrap_or("no files")
}

/// The bytes that a reading was made from, and their SHA-256 (decisions 2): of one file its bytes,
/// of several the files one after another in the order of their names.
///
/// ```
/// use licence_core::register::{Snapshot, SourceFile};
///
/// let file = SourceFile { name: "an.json".into(), bytes: b"abc".to_vec() };
/// assert!(Snapshot::new(vec![file]).sha256().starts_with("ba7816bf8f01cfea"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    files: Vec<SourceFile>,
    sha256: String,
}

impl Snapshot {
    /// The snapshot of the files of one read.
    pub fn new(mut files: Vec<SourceFile>) -> Self {
        files.sort();
        let mut hash = Sha256::new();
        files.iter().for_each(|file| hash.update(&file.bytes));
        let sha256 = hex(&hash.finalize());
        Self { files, sha256 }
    }

    /// The snapshot of bytes without a name.
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Self::new(vec![SourceFile { name: String::new(), bytes }])
    }

    /// The SHA-256 in lowercase hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The files in the order of their names.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The bytes one after another.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self.files.as_slice() {
            [file] => Cow::Borrowed(&file.bytes),
            files => Cow::Owned(files.iter().flat_map(|file| &file.bytes).copied().collect()),
        }
    }
}
