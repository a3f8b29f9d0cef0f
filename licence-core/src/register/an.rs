//! Anjouan: the JSON block inside the page, or the table that the page held until March 2026
//! (guide to the registers, section 5; decisions, "The registers").

mod block;
mod record;
mod shown;
mod table;

use std::collections::HashMap;

use super::page_files::only_file;
use super::reading::Listing;
use super::survey::Survey;
use super::surveyed_page::SurveyedPage;
use super::{RegisterError, SourceFile};
use crate::text::folded;
use record::Record;

pub(super) const SOURCE_URL: &str = "https://anjouangaming.com/license-register/";

const EXPECTED: &str = "the licence data (script#ag-licence-data), or a table with the columns \
                        company, status, number, type, issued, expiry and domains";

/// Reads the register.
///
/// Each record is one licence, with its number as published. Equal records are one licence.
///
/// # Errors
/// [`RegisterError`] naming the file and the record: not exactly one page; a page that is cut off
/// or something else; a block that is empty, no JSON or there twice; a record without a number or
/// company, without one of the fields, or with values of another kind than its fields.
pub(super) fn read(survey: &Survey<'_>, files: &[SourceFile]) -> Result<Listing, RegisterError> {
    let page = SurveyedPage::open(survey, only_file(files, "the page of the licence register")?)?;
    let mut records = match block::records(&page)? {
        Some(mut records) => {
            shown::note_table(&page, &mut records);
            records
        }
        None => table::records(&page)?.ok_or_else(|| page.is_not(EXPECTED))?,
    };
    table::check_tables(&page);
    check(&records).map_err(|fault| page.malformed(fault))?;
    records.sort_unstable();
    records.dedup();
    leave_out_renewed(&mut records);
    note_other_holders(&mut records);
    let licences = records.into_iter().map(Record::into_licence).collect();
    Ok(Listing::scraped(licences, true))
}

/// Leaves out the expired rows of licences that were renewed: renewal keeps the number and moves the
/// expiry (guide, 5.3), and the register may keep the old row.
fn leave_out_renewed(records: &mut Vec<Record>) {
    let mut last: HashMap<_, _> = HashMap::new();
    for record in records.iter() {
        let expiry = last.entry(record.identity()).or_insert(None);
        *expiry = (*expiry).max(record.expires_on());
    }
    records.retain(|record| {
        let ends_before = |day| Some(day) < last[&record.identity()];
        let is_renewed = record.expires_on().is_some_and(ends_before);
        !(is_renewed && record.is_expired())
    });
}

/// Adds a remark to the records of a number that another company holds under a status out of force.
/// An expired one may be the name before a renewal.
fn note_other_holders(records: &mut [Record]) {
    let mut holders: HashMap<_, Vec<_>> = HashMap::new();
    for record in records.iter().filter(|record| record.is_out_of_force()) {
        let (number, company) = record.identity();
        holders.entry(number).or_default().push((company, record.status.clone()));
    }
    for record in records {
        let (number, company) = record.identity();
        let others = holders.get(&number).into_iter().flatten();
        let others = others.filter(|(other, status)| {
            *other != company && folded(status) != folded(&record.status)
        });
        record.remarks.extend(others.map(|(_, status)| format!("Number: also {status}")));
    }
}

fn check(records: &[Record]) -> Result<(), String> {
    if records.is_empty() {
        return Err("the register has no records".to_owned());
    }
    (1_usize..).zip(records).try_for_each(|(position, record)| record.check(position))?;
    // One such licence may be a slip of the regulator; most of them are swapped columns.
    let all = records.len();
    let mut misplaced = (1_usize..).zip(records).filter_map(|(at, record)| record.misplaced(at));
    if let Some(first) = misplaced.next()
        && (1 + misplaced.count()) * 2 > all
    {
        return Err(first);
    }
    let backwards = records.iter().filter(|record| record.ends_before_it_begins()).count();
    match backwards * 2 > all {
        true => Err(format!(
            "the columns look swapped: {backwards} of {all} licences expire before they are issued"
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
