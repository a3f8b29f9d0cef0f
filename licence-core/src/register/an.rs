//! Anjouan: the JSON block inside the page (guide to the registers, section 5; decisions, "The
//! registers").

mod block;
mod headings;
mod record;

use super::page_files::only_file;
use super::reading::Listing;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::{RegisterError, SourceFile};

pub(super) const SOURCE_URL: &str = "https://anjouangaming.com/license-register/";

/// Reads the register.
///
/// Each record is one licence, with its number as published. Equal records are one licence. A table on
/// the page refuses it, because the table may say otherwise.
///
/// # Errors
/// [`RegisterError`] naming the file and the record: not exactly one page; a page that is cut off
/// or something else; a block that is empty, no JSON or there twice; a record without a number or
/// company, without one of the fields, or with a value of another field in the place of these two.
pub(super) fn read(survey: &Survey<'_>, files: &[SourceFile]) -> Result<Listing, RegisterError> {
    let page = SurveyedPage::open(survey, only_file(files, "the page of the licence register")?)?;
    let records = block::records(&page)?;
    headings::check_headings(&page);
    let mut records = (1..).zip(records).filter(|(_, record)| !record.is_blank()).peekable();
    if records.peek().is_none() {
        return Err(page.malformed("the register has no records"));
    }
    let licences = records.map(|(position, record)| record.into_licence(&page, position));
    let licences: Result<Vec<_>, _> = licences.collect();
    let mut licences = licences.map_err(|fault| page.malformed(fault))?;
    licences.sort_by_cached_key(|it| (it.license_number.clone(), serde_json::to_string(it).ok()));
    licences.dedup();
    Ok(Listing::scraped(licences, true))
}

#[cfg(test)]
mod tests;
