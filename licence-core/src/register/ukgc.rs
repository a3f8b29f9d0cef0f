//! Great Britain: the four CSV files of the business register, or one ZIP archive of them, and the
//! pages of regulatory actions (guides to the registers, section 1; decisions, "The registers").

mod accounts;
mod actions;
mod domain_cells;
mod parts;
mod rows;

use std::borrow::Cow;

use super::reading::Listing;
use super::survey::Survey;
use super::{RegisterError, SourceFile, archive};
use crate::provenance::SourceKind;
use crate::time::Timestamp;

pub(super) const SOURCE_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/businesses/download";

/// Reads the register as it was at `read_at`.
///
/// The reader sorts the files by their header rows. Files and columns may be in any order, with or
/// without quotes, as four files or as one ZIP archive. Each licence number without its version
/// segment is one licence; the domains of an account belong to its best remote licence.
///
/// # Errors
/// [`RegisterError`] naming the file and the line: a workbook; a file that is none of the four, is there
/// twice or not at all; bytes that are no UTF-8 or no CSV; a missing column; a row of the wrong length;
/// an account that is no number.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<Listing, RegisterError> {
    let files = archive::unpacked(files)?;
    check_no_workbook(&files)?;
    let (actions, tables): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| actions::is_one(file));
    let rows = parts::rows(survey, &tables)?;
    let regulatory_actions = actions::read(&actions, read_at)?;
    let licences = accounts::licences(survey, rows);
    let source_kind = SourceKind::Dump;
    Ok(Listing { source_kind, regulatory_actions, ..Listing::scraped(licences, true) })
}

/// Checks that no archive was a workbook: it is one of XML files, and its sheets are not read.
fn check_no_workbook(files: &[Cow<'_, SourceFile>]) -> Result<(), RegisterError> {
    let mut workbooks =
        files.iter().filter_map(|file| file.name.strip_suffix("/[Content_Types].xml"));
    workbooks.next().map_or(Ok(()), |workbook| {
        let fault = "expected the four CSV files of the business register, found a workbook: \
                     save each of its sheets as CSV";
        Err(RegisterError::malformed(workbook, fault))
    })
}

#[cfg(test)]
mod tests;
