//! Anjouan: the JSON block inside the page, or the table that stood there until March 2026 (guide
//! to the registers, section 5; decisions, "The registers").

mod block;
mod record;
mod table;

use super::layout::Survey;
use super::reading::RegisterReading;
use super::{RegisterError, RegisterFault, SourceFile, page_files};
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::time::Timestamp;
use record::Record;

/// The page that holds the register.
pub const SOURCE_URL: &str = "https://anjouangaming.com/license-register/";

const EXPECTED: &str = "the licence data (script#ag-licence-data), or a table with the columns \
                        company, status, number, type, issued, expiry and domains";

/// Reads the register as it was at `read_at`.
///
/// One licence comes out for each record, with its number as published; records that are the same
/// in everything are one. The order of the records changes nothing.
///
/// # Errors
/// [`RegisterError`] naming the file: not exactly one page; a page that is cut off or something
/// else; a data block that is empty, no JSON or there twice; a record without a number or company,
/// without one of the fields, or with values of another kind than its fields, all with the
/// record's position.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let page = page_files::only_page(files, "the page of the licence register")?;
    let found = match block::records(survey, &page)? {
        Some(records) => Some(records),
        None => table::records(survey, &page)?,
    };
    let Some(mut records) = found else { return Err(page.is_not(EXPECTED)) };
    check(&records)
        .map_err(|fault| RegisterError::of_file(page.name(), RegisterFault::Malformed(fault)))?;
    records.sort_unstable();
    records.dedup();
    Ok(RegisterReading {
        jurisdiction: JurisdictionCode::An,
        read_at,
        complete: true,
        source_url: Some(SOURCE_URL.to_owned()),
        source_kind: SourceKind::Scraped,
        licences: records.into_iter().map(Record::into_licence).collect(),
        regulatory_actions: Vec::new(),
    })
}

fn check(records: &[Record]) -> Result<(), String> {
    if records.is_empty() {
        return Err("the register has no records".to_owned());
    }
    (1_usize..).zip(records).try_for_each(|(position, record)| record.check(position))?;
    // One such licence may be a slip of the regulator; most of them are swapped columns.
    let backwards = records.iter().filter(|record| record.ends_before_it_begins()).count();
    let all = records.len();
    match backwards * 2 > all {
        true => Err(format!(
            "the columns look swapped: {backwards} of {all} licences expire before they are issued"
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
