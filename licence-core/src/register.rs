//! Registers: the neutral reading, and the readers of the regulators' own formats.

pub mod an;
mod archive;
mod csv_table;
pub mod cw;
pub mod domain_cell;
mod domain_list;
pub mod error;
mod html_page;
mod html_table;
pub mod iom;
pub mod kh;
mod known_words;
mod layout;
mod markup;
pub mod mga;
mod oversized;
mod page_files;
mod page_layout;
mod pdf_text;
pub mod reading;
mod saved_page;
pub mod sources;
mod swapped;
mod text_file;
pub mod tgc;
pub mod ukgc;

pub use error::{RegisterError, RegisterFault};
pub use layout::{Accepted, Place, Unknown};

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use layout::Survey;
use reading::RegisterReading;

/// Reads a register in its regulator's own format, from the files or pages of one read.
///
/// The order of the files does not matter; a reader tells them apart by their content. `accepted`
/// are the names that an operator of the service accepts beside those that the reader declares.
///
/// # Errors
/// [`RegisterError`] naming the file and what was expected in it. Something that is not the
/// register (maintenance, a login, another layout) is always an error, never an empty reading. So
/// is a column, label, heading or table that is neither declared nor accepted.
pub fn read(
    code: JurisdictionCode,
    files: &[SourceFile],
    read_at: Timestamp,
    accepted: &Accepted,
) -> Result<RegisterReading, RegisterError> {
    let survey = Survey::new(code, accepted);
    let reading = surveyed(&survey, files, read_at)?;
    survey.check()?;
    known_words::check(&reading, files)?;
    reading.validate(called(files))?;
    Ok(reading)
}

/// What a read of a register did not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The names that are neither declared nor accepted, each once, sorted.
    pub unknown: Vec<Unknown>,
    /// Why the files cannot be read, whatever is accepted.
    pub fault: Option<String>,
}

/// Everything in the files of one read that the reader does not know, also where it cannot read
/// them.
pub fn explain(
    code: JurisdictionCode,
    files: &[SourceFile],
    read_at: Timestamp,
    accepted: &Accepted,
) -> Explanation {
    let survey = Survey::new(code, accepted);
    let fault = surveyed(&survey, files, read_at).err().map(|error| error.to_string());
    Explanation { unknown: survey.into_unknown(), fault }
}

fn surveyed(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let mut reading = match survey.code() {
        JurisdictionCode::Ukgc => ukgc::read(survey, files, read_at),
        JurisdictionCode::Mga => mga::read(survey, files, read_at),
        JurisdictionCode::Cw => cw::read(survey, files, read_at),
        JurisdictionCode::Kh => kh::read(survey, files, read_at),
        JurisdictionCode::An => an::read(survey, files, read_at),
        JurisdictionCode::Tgc => tgc::read(survey, files, read_at),
        JurisdictionCode::Iom => iom::read(survey, files, read_at),
    }?;
    let licences = &mut reading.licences;
    licences.iter_mut().for_each(|licence| layout::note_marks(survey, called(files), licence));
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
        files.sort_by(|one, other| (&one.name, &one.bytes).cmp(&(&other.name, &other.bytes)));
        let mut hash = Sha256::new();
        files.iter().for_each(|file| hash.update(&file.bytes));
        let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file of a test.
    pub fn file(name: &str, bytes: impl AsRef<[u8]>) -> SourceFile {
        SourceFile { name: name.to_owned(), bytes: bytes.as_ref().to_vec() }
    }

    /// Reads files of a test as of a fixed instant, with nothing accepted.
    pub fn read(
        code: JurisdictionCode,
        files: &[SourceFile],
    ) -> Result<RegisterReading, RegisterError> {
        read_accepting(code, files, &[])
    }

    /// Reads files of a test with these names accepted.
    pub fn read_accepting(
        code: JurisdictionCode,
        files: &[SourceFile],
        accepted: &[&str],
    ) -> Result<RegisterReading, RegisterError> {
        let accepted = Accepted(accepted.iter().map(|name| (*name).to_owned()).collect());
        super::read(code, files, "2026-11-01T06:00:00Z".parse().unwrap(), &accepted)
    }

    #[test]
    fn the_snapshot_of_several_files_does_not_depend_on_their_order() {
        let (a, b) = (file("a.csv", "one"), file("b.csv", "two"));
        let both = Snapshot::new(vec![a.clone(), b.clone()]);
        assert_eq!(both, Snapshot::new(vec![b, a]));
        assert_eq!(both.sha256(), Snapshot::of_bytes(b"onetwo".to_vec()).sha256());
        assert_eq!(&*both.bytes(), b"onetwo");
        assert_eq!(
            Snapshot::new(Vec::new()).sha256(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
