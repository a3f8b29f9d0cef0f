//! Curacao: the register PDF (or its saved text) and the certificate pages of the licences and
//! domains (guides to the registers, section 3; decisions, "The registers").

mod address;
mod cells;
mod certificate;
mod certified;
mod companies;
mod files;
mod join;
mod lines;
mod listed;
mod rows;
mod titles;

use super::layout::Survey;
use super::reading::RegisterReading;
use super::{RegisterError, SourceFile};
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::time::Timestamp;
use files::Files;

/// The page that links the register PDF.
pub const SOURCE_URL: &str = "https://www.cga.cw/en/133i348441001";

/// Reads the register as it was at `read_at`.
///
/// The files are the register PDF or its saved text, at most one of both, and any number of
/// certificate pages, by licence (`token?id=`) or by domain (`certificate?id=`); they are told
/// apart by their content. A reading with the register is complete, one of certificates only is
/// not. The order of the files changes nothing.
///
/// - The operator's identifier is the company's registration number, so that two licences of one
///   company are one operator; a row without one has that of its namesakes. A number that stands
///   beside really different names identifies nobody.
/// - A certificate belongs to the licence whose number it prints; without one to the licence with
///   its token and its company (by registration number or name). When no licence or several fit,
///   it belongs to none. A certificate of another company under a printed number (both name and
///   registration number differ) is kept as text only: its domains are not attached.
/// - A page that says that there is no certificate proves nothing; one that says that a domain was
///   removed delists that domain and revokes nothing.
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
    let files = Files::parse(survey, files)?;
    Ok(RegisterReading {
        jurisdiction: JurisdictionCode::Cw,
        read_at,
        complete: files.register.is_some(),
        source_url: Some(SOURCE_URL.to_owned()),
        source_kind: SourceKind::Scraped,
        licences: listed::licences(files, read_at)?,
        regulatory_actions: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
