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

use std::collections::HashSet;

use super::html_page::is_page;
use super::layout::company_key;
use super::page_files::missing;
use super::pdf_text::{text_of_pdf, without_ligatures};
use super::reading::{Listing, RemovedPage};
use super::source_file::text_of;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::{RegisterError, SourceFile};
use crate::text::trimmed;
use crate::time::Timestamp;
use address::{REGISTER_HOSTS, host};
use certificate::{Certificate, Page};
use rows::Row;

pub(super) const SOURCE_URL: &str = "https://www.cga.cw/en/133i348441001";

/// Reads the register as it was at `read_at`.
///
/// The reader sorts the files by content: the register PDF or its saved text, and any number of
/// certificate pages, by licence (`token?id=`) or by domain (`certificate?id=`). With the register
/// the reading is complete.
///
/// - The registration number of the company identifies the operator.
/// - A certificate belongs to the licence whose number it prints, or to the only licence with its
///   token and its company. If both name and registration number are of another company, the
///   certificate is kept as text and adds no domains.
/// - A licence in force is unknown if one of its certificates says anything but that it is active.
/// - A certificate read without the register adds to a licence on record and takes nothing from it. With
///   the register, one of a licence that it lacks says nothing.
/// - A page without a certificate proves nothing. A page that removes a domain delists it and
///   revokes nothing: the domains that it names, or all of a licence if it names that alone, and the
///   domain whose page it was if it names nothing of the reading.
///
/// # Errors
/// [`RegisterError`] naming the file and the line: a file that is neither; a PDF that cannot be
/// read within the limits; another layout; a row that cannot be read; running numbers with a gap;
/// two registers; an imitated certificate; one that shows a part of its domains; certificates alone
/// that state no number or no status.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<Listing, RegisterError> {
    let (register, certificates, removed_pages) = parsed(survey, files)?;
    let mut licences = match &register {
        Some((file, rows)) => {
            let is_regulators = host(file).is_some_and(|host| REGISTER_HOSTS.contains(&host));
            let address = is_regulators.then(|| trimmed(file).to_owned());
            let mut licences = listed::licences(rows, certificates, &removed_pages);
            licences.iter_mut().for_each(|licence| licence.status_source_url = address.clone());
            licences
        }
        None => certified::licences(certificates, &removed_pages)?,
    };
    // Every domain is from a certificate page, because the register lists none.
    for domain in licences.iter_mut().flat_map(|licence| &mut licence.domains) {
        domain.verification_page_read_at = Some(read_at);
    }
    Ok(Listing { removed_pages, ..Listing::scraped(licences, register.is_some()) })
}

/// The rows of the register, if it is there, with the name of its file; the certificates; and the pages
/// that remove domains.
type Files<'f> = (Option<(&'f str, Vec<Row>)>, Vec<Certificate>, Vec<RemovedPage>);

fn parsed<'f>(survey: &Survey<'_>, files: &'f [SourceFile]) -> Result<Files<'f>, RegisterError> {
    let mut in_order: Vec<_> = files.iter().collect();
    in_order.sort();
    let (pages, others): (Vec<_>, Vec<_>) =
        in_order.into_iter().partition(|file| is_page(&file.bytes));
    let register = parsed_register(survey, &others)?;
    let rows = register.iter().flat_map(|(_, rows)| rows);
    let companies: HashSet<_> = rows.map(|row| company_key(&row.cells.company)).collect();
    let (mut certificates, mut removals) = (Vec::new(), Vec::new());
    for page in pages {
        match Page::read(&SurveyedPage::open(survey, page)?, &companies)? {
            Page::Certificate(certificate) => certificates.push(*certificate),
            Page::Removed(removal) => removals.push(removal),
            Page::NoCertificate => {}
        }
    }
    if register.is_none() && certificates.is_empty() {
        let what = "the register PDF, its text, or a certificate page that certifies a licence";
        return Err(missing(files, what));
    }
    Ok((register, certificates, removals))
}

fn parsed_register<'f>(
    survey: &Survey<'_>,
    files: &[&'f SourceFile],
) -> Result<Option<(&'f str, Vec<Row>)>, RegisterError> {
    let mut register = None;
    for file in files {
        let text = match file.is_pdf() {
            true => without_ligatures(&text_of_pdf(file)?),
            false => without_ligatures(text_of(&file.name, &file.bytes)?),
        };
        let rows = rows::read(survey, &file.name, &text)?;
        if let Some((first, _)) = register.replace((file.name.as_str(), rows)) {
            let fault = format!("the register a second time; the first is {first}");
            return Err(RegisterError::malformed(&file.name, fault));
        }
    }
    Ok(register)
}

#[cfg(test)]
mod tests;
