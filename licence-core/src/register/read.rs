//! Reads the files of a register with the reader of its regulator.

use serde::{Deserialize, Serialize};

use super::reading::{ListedLicence, RegisterReading};
use super::source_file::first_name;
use super::survey::{self, Survey};
use super::{
    Accepted, RegisterError, RegisterFault, SourceFile, Unknown, an, cw, iom, kh, mga, tgc, ukgc,
};
use crate::jurisdiction::JurisdictionCode;
use crate::status::wording::{is_known, table};
use crate::text::quoted;
use crate::time::Timestamp;

/// Reads a register in its regulator's own format, from the files or pages of one read.
///
/// The order of the files does not matter; a reader distinguishes them by their content. `accepted`
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
    let reading = surveyed(&survey, files, read_at);
    let reading = reading.map_err(|error| survey.with_unknown_columns(error))?;
    survey.check()?;
    check(&reading, files)?;
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
    let (source_url, listing) = match survey.code {
        JurisdictionCode::Ukgc => (ukgc::SOURCE_URL, ukgc::read(survey, files, read_at)?),
        JurisdictionCode::Mga => (mga::SOURCE_URL, mga::read(survey, files)?),
        JurisdictionCode::Cw => (cw::SOURCE_URL, cw::read(survey, files, read_at)?),
        JurisdictionCode::Kh => (kh::SOURCE_URL, kh::read(survey, files)?),
        JurisdictionCode::An => (an::SOURCE_URL, an::read(survey, files)?),
        JurisdictionCode::Tgc => (tgc::SOURCE_URL, tgc::read(survey, files, read_at)?),
        JurisdictionCode::Iom => (iom::SOURCE_URL, iom::read(survey, files)?),
    };
    let mut licences = listing.licences;
    licences.iter_mut().for_each(|licence| survey::note_marks(survey, first_name(files), licence));
    Ok(RegisterReading {
        jurisdiction: survey.code,
        read_at,
        complete: listing.complete,
        source_url: Some(source_url.to_owned()),
        source_kind: listing.source_kind,
        licences,
        regulatory_actions: listing.regulatory_actions,
        removed_pages: listing.removed_pages,
    })
}

/// From how many licences on it is no chance that no status is known.
const MIN_LICENCES: usize = 10;

/// Returns whether any licence has a status that is known. One wording that no table knows is kept
/// and read as `unknown`; a whole register of them would make every licence unknown at once.
fn check(reading: &RegisterReading, files: &[SourceFile]) -> Result<(), RegisterError> {
    let (code, licences) = (reading.jurisdiction, &reading.licences);
    let has_status = |it: &ListedLicence| is_known(code, it.status_text.as_deref());
    if licences.len() < MIN_LICENCES || licences.iter().any(has_status) {
        return Ok(());
    }
    let found = licences.iter().find_map(|licence| licence.status_text.as_deref());
    let known = table(code).rows.iter().map(|(word, _)| *word).find(|word| !word.is_empty());
    let fault = RegisterFault::NotTheRegister {
        expected: format!("statuses such as {}", quoted(known.unwrap_or_default())),
        found: format!(
            "none that is known among {} licences, but {}",
            licences.len(),
            quoted(found.unwrap_or_default())
        ),
    };
    Err(RegisterError::of_file(first_name(files), fault))
}

#[cfg(test)]
mod tests;
