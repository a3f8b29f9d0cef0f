//! Reads the files of a register with the reader of its regulator.

use serde::{Deserialize, Serialize};

use super::reading::RegisterReading;
use super::source_file::first_name;
use super::survey::{self, Survey};
use super::{
    Accepted, RegisterError, SourceFile, Unknown, an, cw, iom, kh, known_words, mga, notices, tgc,
    ukgc,
};
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;

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
    reading.validate(first_name(files))?;
    Ok(reading)
}

/// The unknown names of a read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The names that are neither declared nor accepted, each once, sorted.
    pub unknown: Vec<Unknown>,
    /// Why the files cannot be read, whatever is accepted.
    pub fault: Option<String>,
}

/// Returns every name in the files of one read that the reader does not know, even if it cannot
/// read the files.
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
    notices::note_named(survey, licences);
    licences.iter_mut().for_each(|licence| survey::note_marks(survey, first_name(files), licence));
    Ok(reading)
}
