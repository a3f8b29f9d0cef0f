//! The files of one read, sorted by content.

use super::address;
use super::certificate::{Certificate, Page, Removal};
use super::rows::{self, Row};
use crate::register::html_page::is_page;
use crate::register::pdf_text::{SIGNATURE, text_of_pdf, without_ligatures};
use crate::register::survey::Survey;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::text_file::text_of;
use crate::register::{RegisterError, RegisterFault, SourceFile};

/// The register and the certificates.
pub(super) struct Files {
    pub(super) register: Option<Register>,
    pub(super) certificates: Vec<Certificate>,
    pub(super) removals: Vec<Removal>,
}

/// The rows of the register.
pub(super) struct Register {
    pub(super) file: String,
    pub(super) rows: Vec<Row>,
    /// The address of the PDF, when the file carries it.
    pub(super) address: Option<String>,
}

impl Files {
    /// Reads each file, in the order of their names.
    pub(super) fn parse(survey: &Survey<'_>, files: &[SourceFile]) -> Result<Self, RegisterError> {
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
            address: address::register_address(&file.name),
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
