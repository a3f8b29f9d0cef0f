//! Tobique: saved pages of the list of licensees and of the seals of sites (guides to the
//! registers, section 6). Nobody had seen a page of this register when the reader was written. It
//! recognises both kinds by their columns and labels, and keeps the text of a seal verbatim.
//!
//! A listed operator is licensed. If no table knows the word of a seal as licensed, that word
//! becomes the status of the licence and of its domain, which is then no pass. A word that only
//! removes the domain delists the domain and leaves the licence alone.

mod join;
mod list;
mod seal;
mod seal_host;
mod words;

use super::reading::Listing;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::{RegisterError, SourceFile, page_files};
use crate::time::Timestamp;
use seal::{Seal, names_the_regulator};

/// The site of the regulator's licensing agent, under which the seals are served. Where the list
/// of licensees is published is not known.
pub(super) const SOURCE_URL: &str = "https://dlagglobal.com";

/// Reads the register as it was at `read_at`.
///
/// The reader sorts the files by content: the pages of the list and any number of seal pages. With
/// a list the reading is complete; seals alone make a partial one. Beside a list, a domain that only a
/// seal has is listed under its operator, unless a cell of web sites of that operator holds more than
/// addresses: then the domain is no pass. A seal says nothing if the list has neither its domain nor the
/// operator that it names.
///
/// # Errors
/// [`RegisterError`] naming the file: a page that is neither or is cut off, a page given twice, two lists
/// on one page, a row without operator, a cell of another column, a seal that is not served from
/// `seals.dlagglobal.com` or does not say its domain and status, a seal of a domain that is not listed and of no named operator.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<Listing, RegisterError> {
    let files = page_files::saved_pages(files, "the pages of the list, or seal pages")?;
    let (mut rows, mut seals) = (Vec::new(), Vec::new());
    for file in &files {
        let page = SurveyedPage::open(survey, file)?;
        let may_be_a_list = names_the_regulator(&page) && !seal_host::is_of_a_seal(&page);
        match if may_be_a_list { list::rows_on(&page)? } else { None } {
            Some(found) => rows.extend(found),
            None => seals.push(Seal::parse(&page)?),
        }
    }
    let complete = !rows.is_empty();
    let licences = join::licences(survey, rows, seals, read_at)?;
    Ok(Listing::scraped(licences, complete))
}

#[cfg(test)]
mod tests;
