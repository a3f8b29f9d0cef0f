//! Curacao: the register PDF (or its saved text) and the certificate pages of the licences and
//! domains (guides to the registers, section 3; decisions, "The registers").

mod address;
mod cells;
mod certificate;
mod certificate_texts;
mod certified;
mod join;
mod lines;
mod listed;
mod rows;
mod sentences;
mod titles;

use super::html_page::is_page;
use super::pdf_text::{SIGNATURE, text_of_pdf, without_ligatures};
use super::reading::Listing;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::text_file::text_of;
use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;
use crate::time::Timestamp;
use address::{REGISTER_HOSTS, host};
use certificate::{Certificate, Page, Removal};
use rows::Row;

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
) -> Result<Listing, RegisterError> {
    let Files { register, certificates, removals } = Files::parse(survey, files)?;
    let removed_pages = removals.iter().filter_map(Removal::as_removed_page).collect();
    let licences = match &register {
        Some(Register { rows, address, .. }) => {
            listed::licences(rows, address.as_ref(), certificates, removals, read_at)
        }
        None => certified::licences(certificates, removals, read_at)?,
    };
    Ok(Listing { removed_pages, ..Listing::scraped(licences, register.is_some()) })
}

struct Files {
    register: Option<Register>,
    certificates: Vec<Certificate>,
    removals: Vec<Removal>,
}

struct Register {
    file: String,
    rows: Vec<Row>,
    /// The address of the PDF, when the file carries it.
    address: Option<String>,
}

impl Files {
    /// Reads each file, in the order of their names.
    fn parse(survey: &Survey<'_>, files: &[SourceFile]) -> Result<Self, RegisterError> {
        let mut in_order: Vec<_> = files.iter().collect();
        in_order.sort_by_key(|file| (&file.name, &file.bytes));
        let mut found = Self { register: None, certificates: Vec::new(), removals: Vec::new() };
        for file in in_order {
            found.add(survey, file)?;
        }
        if found.register.is_none() && found.certificates.is_empty() {
            let what = "the register PDF, its text, or a certificate page that certifies a licence";
            let given: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
            let given = if given.is_empty() { "no files".to_owned() } else { given.join(", ") };
            return Err(RegisterError::of_file(&given, RegisterFault::MissingFile(what.into())));
        }
        Ok(found)
    }

    fn add(&mut self, survey: &Survey<'_>, file: &SourceFile) -> Result<(), RegisterError> {
        if is_page(&file.bytes) {
            match Page::read(file, &SurveyedPage::open(survey, file)?)? {
                Page::Certificate(certificate) => self.certificates.push(*certificate),
                Page::Removed(removal) => self.removals.push(removal),
                Page::NoCertificate => {}
            }
            return Ok(());
        }
        let text = match file.bytes.starts_with(SIGNATURE) {
            true => without_ligatures(&text_of_pdf(file)?),
            false => without_ligatures(text_of(&file.name, &file.bytes)?),
        };
        let register = Register {
            file: file.name.clone(),
            rows: rows::read(survey, &file.name, &text)?,
            address: host(&file.name)
                .filter(|host| REGISTER_HOSTS.contains(host))
                .map(|_| trimmed(&file.name).to_owned()),
        };
        match &self.register {
            None => self.register = Some(register),
            Some(first) => {
                let fault = format!("the register a second time; the first is {}", first.file);
                return Err(RegisterError::malformed(&file.name, fault));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
