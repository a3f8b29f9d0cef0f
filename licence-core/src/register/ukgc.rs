//! Great Britain: the four CSV files of the business register, or one ZIP archive of them, and
//! beside them the pages of regulatory actions (guides to the registers, section 1; decisions,
//! "The registers").

mod accounts;
pub mod actions;
mod activities;
mod parts;
mod rows;

use super::layout::Survey;
use super::reading::RegisterReading;
use super::{RegisterError, SourceFile, archive};
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::time::Timestamp;

/// The page that links the files.
pub const SOURCE_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/businesses/download";

/// The page of one account, without the account number.
pub const ACCOUNT_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/business/detail/";

/// Reads the register as it was at `read_at`.
///
/// The files are told apart by their header rows and may come in any order, their columns too,
/// with or without quotes, as four files or as one ZIP archive. One licence comes out for each
/// licence number without its version segment; the domains of an account hang on its best remote
/// licence. The order of files and rows changes nothing.
///
/// # Errors
/// [`RegisterError`] naming the file and the line: a file that is none of the four, is there twice
/// or not at all; bytes that are no UTF-8 or no CSV; a missing column; a row of the wrong length;
/// an account that is no number.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let files = archive::unpacked(files)?;
    let (actions, tables): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| actions::is_one(file));
    let rows = parts::Parts::from_files(&tables)?.rows(survey)?;
    Ok(RegisterReading {
        jurisdiction: JurisdictionCode::Ukgc,
        read_at,
        complete: true,
        source_url: Some(SOURCE_URL.to_owned()),
        source_kind: SourceKind::Dump,
        licences: accounts::licences(rows),
        regulatory_actions: actions::read(&actions, read_at)?,
    })
}

#[cfg(test)]
mod tests;
