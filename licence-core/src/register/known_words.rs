//! A register none of whose statuses is known is in another language, or has another layout.

use super::reading::RegisterReading;
use super::source_file::first_name;
use super::{RegisterError, RegisterFault, SourceFile};
use crate::status::LicenceStatus;
use crate::status::wording::{classify, table};
use crate::text::quoted;

/// From how many licences on it is no chance that no status is known.
const MIN_LICENCES: usize = 10;

/// Returns whether any licence has a status that is known. One wording that no table knows is kept
/// and read as `unknown`; a whole register of them would make every licence unknown at once.
pub(super) fn check(reading: &RegisterReading, files: &[SourceFile]) -> Result<(), RegisterError> {
    let (code, licences) = (reading.jurisdiction, &reading.licences);
    let is_known =
        |wording: Option<&str>| classify(code, wording, None).status != LicenceStatus::Unknown;
    if licences.len() < MIN_LICENCES || licences.iter().any(|l| is_known(l.status_text.as_deref()))
    {
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
