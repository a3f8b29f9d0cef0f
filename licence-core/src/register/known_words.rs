//! A register none of whose statuses is known is in another language, or has another layout.

use super::reading::RegisterReading;
use super::{RegisterError, RegisterFault, SourceFile, called};
use crate::status::LicenceStatus;
use crate::status::wording::{classify, table};
use crate::text::quoted;

/// From how many licences on it is no chance that no status is known.
const MIN_LICENCES: usize = 10;

/// Whether any licence has a status that is known. One wording that no table knows is kept and
/// read as `unknown`; a whole register of them would make every licence unknown at once.
///
/// # Errors
/// A reading of at least ten licences without a known status.
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
    Err(RegisterError::of_file(called(files), fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jurisdiction::JurisdictionCode::An;
    use crate::register::reading::ListedLicence;

    fn checked(words: &[&str]) -> Result<(), String> {
        let of = |word: &&str| ListedLicence {
            status_text: Some((*word).to_owned()),
            ..ListedLicence::default()
        };
        let bytes = br#"{"jurisdiction": "AN", "read_at": "2026-11-01T06:00:00.000Z",
                         "source_kind": "scraped"}"#;
        let reading = RegisterReading::from_json(bytes, "an.json").unwrap();
        let reading = RegisterReading { licences: words.iter().map(of).collect(), ..reading };
        assert_eq!(reading.jurisdiction, An);
        let file = SourceFile { name: "an.html".to_owned(), bytes: Vec::new() };
        check(&reading, &[file]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_register_of_unknown_statuses_is_none() {
        let message = "an.html: expected statuses such as \"valid\", found none that is known \
                       among 10 licences, but \"valide\"";
        assert_eq!(checked(&["valide"; 10]), Err(message.to_owned()));
        assert_eq!(checked(&["valide"; 9]), Ok(()));
        let mut one_known = ["valide"; 10];
        one_known[9] = "Valid";
        assert_eq!(checked(&one_known), Ok(()));
    }
}
