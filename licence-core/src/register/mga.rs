//! Malta: saved pages of the licensee register and of the companies' seals (guides to the
//! registers, section 2).
//!
//! The list says what is licensed; the seal page of a company adds its domains. If the two disagree
//! about a licence, the worse word counts, because `licensed` must not rest on a contradiction. A
//! licence that only the seal has is read when its word is not in force. If it is in force, it is
//! not licensed while the list lacks it, and `raw_data` of the other licences of the company notes
//! it.

mod cells;
mod guid;
mod join;
mod licence;
mod list;
mod panel;
mod seal;
mod seal_tables;
mod seal_texts;

use super::reading::Listing;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::{RegisterError, SourceFile, page_files};
pub(super) use guid::SEAL_HOSTS;
use seal::Seal;

pub(super) const SOURCE_URL: &str = "https://mgalicenseeregister.mga.org.mt/";

const EXPECTED: &str = "a page of the Malta licensee register (mat-expansion-panel) or a seal page \
                        (table tblLicenses)";

/// Reads the register.
///
/// The reader sorts the files by content: all pages of the list as a browser shows them, and any
/// number of seal pages. With a list the reading is complete. Seal pages alone make a partial one.
///
/// The domains of a seal belong to one licence of the company: the best of its B2C licences, or of
/// the others where it has none; of equals, the first by number. A licence whose seal page is not
/// among the files has `domains_complete: false`.
///
/// # Errors
/// [`RegisterError`] naming the file: a page that is none of these or is cut off, a page given
/// twice, a list of which a page is missing, an entry or row without one of its cells or with a
/// cell of another column, a seal that does not tell its GUID, shows a part of its web sites or is of no
/// company on the list.
pub(super) fn read(survey: &Survey<'_>, files: &[SourceFile]) -> Result<Listing, RegisterError> {
    let files = page_files::saved_pages(files, "the pages of the list, or seal pages")?;
    let (mut lists, mut seals) = (Vec::new(), Vec::new());
    for file in files.iter().map(AsRef::as_ref) {
        let page = SurveyedPage::open(survey, file)?;
        if list::is_one(&page) {
            lists.push(list::Page::parse(&page)?);
        } else if seal::is_one(&page) {
            seals.push(Seal::parse(&page)?);
        } else {
            return Err(page.is_not(EXPECTED));
        }
    }
    let complete = !lists.is_empty();
    let licences = join::licences(survey, list::all_entries(lists)?, &seals, complete)?;
    Ok(Listing::scraped(licences, complete))
}

#[cfg(test)]
mod tests;
