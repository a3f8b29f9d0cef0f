//! Malta: saved pages of the licensee register and of the companies' seals (guides to the
//! registers, section 2).
//!
//! The list says what is licensed, a company's seal page adds its domains. Where the two disagree
//! about a licence the worse word counts, in the order the core gives to a register that
//! contradicts itself, for a `licensed` must not rest on it. A licence that only the seal has is
//! taken when its word is not in force; one in force is not licensed while the list does not have
//! it, and is only noted in `raw_data` of the company's other licences.

mod arrays;
mod cells;
mod guid;
mod join;
mod js_array;
mod licence;
mod list;
mod pages;
mod seal;

use super::layout::Survey;
use super::reading::RegisterReading;
use super::{RegisterError, SourceFile, page_files};
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::time::Timestamp;
use pages::Pages;

/// The page of the licensee register.
pub const SOURCE_URL: &str = "https://mgalicenseeregister.mga.org.mt/";

/// The seal page of the company with that GUID.
///
/// ```
/// use licence_core::register::mga::seal_url;
///
/// let url = seal_url("4d0c7f5e-0001-4000-8000-000000000001");
/// assert!(url.ends_with("?lang=EN&company=4d0c7f5e-0001-4000-8000-000000000001&details=1"));
/// ```
pub fn seal_url(guid: &str) -> String {
    format!("https://authorisation.mga.org.mt/verification.aspx?lang=EN&company={guid}&details=1")
}

/// Reads the register as it was at `read_at`.
///
/// The files are told apart by their content and may come in any order: all pages of the list as
/// a browser shows them, or the one `Results1.aspx` of the register before 2024, and any number
/// of seal pages. With a list the reading is complete. Seal pages alone make a partial one.
///
/// The domains of a seal hang on one licence of the company: the best of its B2C licences, or of
/// the others where it has none; of equals on the first by number. A licence whose seal page is
/// not among the files has `domains_complete: false`.
///
/// # Errors
/// [`RegisterError`] naming the file: a page that is none of these or is cut off, a page given
/// twice, a list of which a page is missing, an entry or row without one of its cells or with a
/// cell of another column, a seal of no company on the list.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let files = page_files::saved_pages(files, "the pages of the list, or seal pages")?;
    let pages = Pages::parse(survey, &files)?;
    Ok(RegisterReading {
        jurisdiction: JurisdictionCode::Mga,
        read_at,
        complete: pages.has_list,
        source_url: Some(SOURCE_URL.to_owned()),
        source_kind: SourceKind::Scraped,
        licences: join::licences(pages)?,
        regulatory_actions: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
