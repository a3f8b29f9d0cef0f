//! Kahnawake: one page with two tables, without numbers, statuses or dates (guide to the
//! registers, section 4; decisions, "The registers").

mod tables;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::layout::{company_key, with_remarks};
use super::page_files::only_file;
use super::reading::{ListedLicence, ListedOperator, Listing, raw_members};
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::{RegisterError, SourceFile};
use tables::Holder;

pub(super) const SOURCE_URL: &str =
    "https://gamingcommission.ca/interactive-gaming/permit-holders/";

/// The page's own word for everyone it lists.
const CERTIFIED: &str = "certified";

const OPERATOR_PERMIT: &str = "Interactive Gaming Permit";
const SOFTWARE_AUTHORIZATION: &str = "CSPA";

/// Reads the register.
///
/// One licence comes out for each holder and type; the rows of one operator are its domains.
/// An operator without a URL is listed without domains. A page without the table of software
/// providers is a partial reading. The order of the rows changes nothing.
///
/// # Errors
/// [`RegisterError`] naming the file: not exactly one page; a page that is cut off or something
/// else; a table that is missing, empty, twice there or has other columns; a row without a holder,
/// or with cells of another kind than its columns.
pub(super) fn read(survey: &Survey<'_>, files: &[SourceFile]) -> Result<Listing, RegisterError> {
    let page = SurveyedPage::open(survey, only_file(files, "the page of permit holders")?)?;
    let (software, operators) = tables::holders(&page)?;
    // A page without the table of software providers is a part of the register.
    let complete = software.is_some();
    let mut licences = licences(software.unwrap_or_default(), SOFTWARE_AUTHORIZATION);
    licences.extend(self::licences(operators, OPERATOR_PERMIT));
    Ok(Listing::scraped(licences, complete))
}

fn licences(holders: Vec<Holder>, license_type: &str) -> Vec<ListedLicence> {
    let mut by_holder = BTreeMap::<_, Vec<_>>::new();
    for holder in holders {
        by_holder.entry(company_key(&holder.name)).or_default().push(holder);
    }
    by_holder.into_values().filter_map(|rows| licence(rows, license_type)).collect()
}

fn licence(rows: Vec<Holder>, license_type: &str) -> Option<ListedLicence> {
    let mut spellings: BTreeSet<_> = rows.iter().map(|row| row.spelling.clone()).collect();
    if spellings.len() == 1 {
        spellings.clear();
    }
    let name = rows.iter().map(|row| &row.name).min()?.clone();
    let urls = rows.iter().map(|row| row.url.clone()).filter(|url| !url.is_empty());
    let urls = urls.collect::<BTreeSet<_>>();
    let remarks: BTreeSet<_> = rows.iter().flat_map(|row| row.remarks.clone()).collect();
    let mut domains: Vec<_> = rows.into_iter().flat_map(|row| row.domains).collect();
    domains.sort_by(|a, b| a.domain.cmp(&b.domain));
    domains.dedup();
    Some(ListedLicence {
        operator: ListedOperator::named(name),
        status_text: Some(with_remarks(CERTIFIED, remarks)),
        license_types: vec![license_type.to_owned()],
        raw_data: raw_members([
            ("OPERATOR", Value::from_iter(spellings)),
            ("URL", Value::from_iter(urls)),
        ]),
        domains,
        ..ListedLicence::default()
    })
}

#[cfg(test)]
mod tests;
