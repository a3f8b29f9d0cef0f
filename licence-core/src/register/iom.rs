//! Isle of Man: the accordion of licensees, which alone lists the domains, and the dated
//! spreadsheet of licence holders (guide to the registers, section 7; decisions, "The registers").

mod entry;
mod join;
mod page;
mod sheet;
mod sheet_cells;
#[cfg_attr(not(feature = "xlsx"), path = "iom/without_workbooks.rs")]
mod workbook;

use super::reading::Listing;
use super::survey::Survey;
use super::{RegisterError, SourceFile, archive, page_files};
use crate::provenance::SourceKind;

pub(super) const SOURCE_URL: &str =
    "https://www.isleofmangsc.com/gambling/supervision/online-gambling-licensee-register/";

const CALLED: &str = "the page of licensees or the spreadsheet of licence holders";

/// Reads the register from the page, the spreadsheet or both.
///
/// A licensee on both is listed as the page has it, except for a worse status in the spreadsheet. A
/// licensee that only the spreadsheet has is listed beside a page if its word there is not in force.
/// Without the page the domains are unknown (`domains_complete` is false).
///
/// # Errors
/// [`RegisterError`] naming the file: no file, a second page or spreadsheet, a page or spreadsheet that is cut
/// off, damaged or something else; an entry without a company, without a status or with labels
/// that are not known; cells of another kind than their columns.
pub(super) fn read<'f>(
    survey: &Survey<'_>,
    files: &'f [SourceFile],
) -> Result<Listing, RegisterError> {
    let (sheets, pages): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| archive::is_archive(file));
    let only = |files: &[&'f SourceFile]| match files {
        [first, second, ..] => Err(page_files::second_page(first, second, CALLED)),
        _ => Ok(files.first().copied()),
    };
    let page = only(&pages)?.map(|file| page::entries(survey, file)).transpose()?;
    let sheet = only(&sheets)?.map(|file| sheet::entries(survey, file)).transpose()?;
    let source_kind = if page.is_some() { SourceKind::Scraped } else { SourceKind::Dump };
    if page.is_none() && sheet.is_none() {
        return Err(page_files::missing([], CALLED));
    }
    let licences = join::licences(page, sheet.unwrap_or_default());
    Ok(Listing { source_kind, ..Listing::scraped(licences, true) })
}

#[cfg(test)]
mod tests;
