//! Registers: the neutral reading, and the readers of the regulators' own formats.

pub mod an;
mod archive;
mod contradiction;
mod csv_table;
pub mod cw;
pub mod domain_cell;
mod domain_list;
pub mod error;
mod headings;
mod html_page;
mod html_table;
pub mod iom;
pub mod kh;
mod known_words;
mod markup;
pub mod mga;
mod oversized;
mod page_files;
mod pdf_text;
pub mod reading;
mod saved_page;
pub mod sources;
mod swapped;
mod text_file;
pub mod tgc;
pub mod ukgc;

pub use error::{RegisterError, RegisterFault};

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use reading::RegisterReading;

/// Reads a register in its regulator's own format, from the files or pages of one read.
///
/// The order of the files does not matter; a reader tells them apart by their content.
///
/// # Errors
/// [`RegisterError`] naming the file and what was expected in it. Something that is not the
/// register (maintenance, a login, another layout) is always an error, never an empty reading.
pub fn read(
    code: JurisdictionCode,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let mut reading = match code {
        JurisdictionCode::Ukgc => ukgc::read(files, read_at),
        JurisdictionCode::Mga => mga::read(files, read_at),
        JurisdictionCode::Cw => cw::read(files, read_at),
        JurisdictionCode::Kh => kh::read(files, read_at),
        JurisdictionCode::An => an::read(files, read_at),
        JurisdictionCode::Tgc => tgc::read(files, read_at),
        JurisdictionCode::Iom => iom::read(files, read_at),
    }?;
    known_words::check(&reading, files)?;
    reading.licences.iter_mut().for_each(|licence| contradiction::note_marks(code, licence));
    reading.validate(called(files))?;
    Ok(reading)
}

/// What to call several files by: the first of their names.
fn called(files: &[SourceFile]) -> &str {
    files.iter().map(|file| file.name.as_str()).min().unwrap_or("no files")
}

/// A file of a regulator as it was fetched or opened: its name for messages, and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name to call it by in errors.
    pub name: String,
    /// Its bytes, unmodified.
    pub bytes: Vec<u8>,
}

/// The bytes that a reading was made from, and their SHA-256 (decisions 2): of one file its bytes,
/// of several the files one after another in the order of their names.
///
/// ```
/// use licence_core::register::{Snapshot, SourceFile};
///
/// let file = SourceFile { name: "an.json".into(), bytes: b"abc".to_vec() };
/// assert!(Snapshot::of(vec![file]).sha256().starts_with("ba7816bf8f01cfea"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    files: Vec<SourceFile>,
    sha256: String,
}

impl Snapshot {
    /// The snapshot of the files of one read.
    pub fn of(mut files: Vec<SourceFile>) -> Self {
        files.sort_by(|one, other| (&one.name, &one.bytes).cmp(&(&other.name, &other.bytes)));
        let mut hash = Sha256::new();
        files.iter().for_each(|file| hash.update(&file.bytes));
        let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Self { files, sha256 }
    }

    /// The snapshot of bytes without a name.
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Self::of(vec![SourceFile { name: String::new(), bytes }])
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file of a test.
    pub fn file(name: &str, bytes: impl AsRef<[u8]>) -> SourceFile {
        SourceFile { name: name.to_owned(), bytes: bytes.as_ref().to_vec() }
    }

    #[test]
    fn the_snapshot_of_several_files_does_not_depend_on_their_order() {
        let (a, b) = (file("a.csv", "one"), file("b.csv", "two"));
        let both = Snapshot::of(vec![a.clone(), b.clone()]);
        assert_eq!(both, Snapshot::of(vec![b, a]));
        assert_eq!(both.sha256(), Snapshot::of_bytes(b"onetwo".to_vec()).sha256());
        assert_eq!(&*both.bytes(), b"onetwo");
        assert_eq!(
            Snapshot::of(Vec::new()).sha256(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
