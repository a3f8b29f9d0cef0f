//! Curacao: the register PDF (or its saved text) and the certificate pages of the licences and
//! domains (guides to the registers, section 3; decisions, "The registers").

mod address;
mod cells;
mod certificate;
mod certificate_texts;
mod certified;
mod companies;
mod files;
mod join;
mod lines;
mod listed;
mod phrases;
mod rows;
mod sentences;
mod status_cell;
mod titles;

use super::reading::RegisterReading;
use super::survey::Survey;
use super::{RegisterError, SourceFile};
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use certificate::Removal;
use files::Files;

/// The page that links the register PDF.
pub const SOURCE_URL: &str = "https://www.cga.cw/en/133i348441001";

/// Reads the register as it was at `read_at`.
///
/// The reader sorts the files by content: the register PDF or its saved text, and any number of
/// certificate pages, by licence (`token?id=`) or by domain (`certificate?id=`). With the register
/// the reading is complete.
///
/// - The registration number of the company identifies the operator. A row without a number has
///   that of its namesakes. A number beside different names identifies nobody.
/// - A certificate belongs to the licence whose number it prints, or to the only licence with its
///   token and its company. If both name and registration number are of another company, the
///   certificate is kept as text and adds no domains.
/// - A licence in force is unknown if one of its certificates says anything but that it is active.
/// - A certificate read without the register adds to a licence on record and takes nothing from it.
/// - A page without a certificate proves nothing. A page that removes a domain delists it and
///   revokes nothing. If it names no domain, it delists those whose page it was; if it names a
///   licence only, all of that licence.
///
/// # Errors
/// [`RegisterError`] naming the file and the line: a file that is neither; a PDF that cannot be
/// read within the limits; another layout; a row that cannot be read; running numbers with a gap;
/// two registers; an imitated certificate; certificates alone that state no number or no status.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let Files { register, certificates, removals } = Files::parse(survey, files)?;
    let removed_pages = removals.iter().filter_map(Removal::as_removed_page).collect();
    let licences = match &register {
        Some(register) => listed::licences(register, certificates, removals, read_at),
        None => certified::licences(certificates, removals, read_at)?,
    };
    let reading = RegisterReading::scraped(JurisdictionCode::Cw, SOURCE_URL, read_at, licences);
    Ok(RegisterReading { complete: register.is_some(), removed_pages, ..reading })
}

#[cfg(test)]
mod tests;
