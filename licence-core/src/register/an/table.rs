//! The table that held the register until March 2026.

use serde_json::Value;

use super::record::{FIELDS, Record};
use crate::register::contradiction::remark_against;
use crate::register::domain_list::domains_in;
use crate::register::headings;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::html_table::{Row, is_layout, rows_of};
use crate::register::{RegisterError, RegisterFault};
use crate::text::shown;

/// What the columns may be called, folded, in the order of [`FIELDS`].
const HEADINGS: [&[&str]; 7] = [
    &[
        "company",
        "company name",
        "operator",
        "licensee",
        "license holder",
        "licence holder",
        "name",
    ],
    &["status", "license status", "licence status"],
    &[
        "number",
        "license number",
        "licence number",
        "license no.",
        "licence no.",
        "license no",
        "licence no",
    ],
    &["type", "license type", "licence type"],
    &["issued", "issue date", "issued date", "date issued", "date of issue", "issued on"],
    &[
        "expiry",
        "expiry date",
        "expires",
        "expiration",
        "expiration date",
        "expires on",
        "valid until",
    ],
    &[
        "domains",
        "domain",
        "domain(s)",
        "domain names",
        "domain name",
        "websites",
        "website",
        "urls",
        "url",
    ],
];

/// The columns by which a table is known for the register.
const TELLING: [usize; 2] = [0, 2];

/// The records of the table; `None` on a page without it.
pub(super) fn records(page: &HtmlPage<'_>) -> Result<Option<Vec<Record>>, RegisterError> {
    let tables = page.all(selector!("table")).filter(|table| !is_layout(*table)).map(rows_of);
    let mut registers = tables.filter(|rows| rows.first().is_some_and(is_header));
    let Some(rows) = registers.next() else { return Ok(None) };
    if registers.next().is_some() {
        return Err(page.malformed("two tables have the columns of the register"));
    }
    headings::check(page, |table| rows_of(table).first().is_some_and(is_header))?;
    check_paging(page)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(None) };
    let columns = columns(header).map_err(|fault| RegisterError::of_file(page.name(), fault))?;
    let rows = (1..).zip(rows.iter().filter(|row| !is_header(row)));
    let records = rows.map(|(position, row)| record(position, row, columns, header));
    let records: Result<_, _> = records.collect();
    records.map(Some).map_err(|fault| page.malformed(fault))
}

fn is_header(row: &Row<'_>) -> bool {
    TELLING.iter().all(|field| position(row, *field).is_some())
}

fn position(header: &Row<'_>, field: usize) -> Option<usize> {
    header.folded().iter().position(|heading| HEADINGS[field].contains(&heading.as_str()))
}

fn columns(header: &Row<'_>) -> Result<[usize; 7], RegisterFault> {
    let (mut columns, headings) = ([0; 7], header.folded());
    for (field, place) in columns.iter_mut().enumerate() {
        *place = position(header, field).ok_or_else(|| RegisterFault::MissingColumn {
            column: FIELDS[field],
            header: header.shown(),
        })?;
        if headings[*place + 1..].contains(&headings[*place]) {
            return Err(RegisterFault::DoubledColumn { column: FIELDS[field] });
        }
    }
    Ok(columns)
}

fn record(
    position: usize,
    row: &Row<'_>,
    columns: [usize; 7],
    header: &Row<'_>,
) -> Result<Record, String> {
    let (width, found) = (header.cells.len(), row.cells.len());
    if found != width {
        let row_text = row.shown();
        return Err(format!(
            "record {position} ({row_text}) has {found} cells; the header has {width}"
        ));
    }
    let domains: Vec<_> =
        domains_in(row.cells[columns[6]]).into_iter().map(|listed| listed.domain).collect();
    let mut texts = columns.map(|column| row.texts[column].as_str());
    let domains = domains.join(", ");
    texts[6] = &domains;
    // Others hold what moves with every row, such as its running number.
    let others = (0..width).filter(|column| !columns.contains(column));
    let others = others.map(|column| (header.texts[column].as_str(), row.texts[column].as_str()));
    let remarks = others.filter(|other| remark_against(*other).is_some());
    let kept = remarks.map(|(label, text)| (label.to_owned(), Value::from(text).to_string()));
    Ok(Record::of(texts, kept.collect()))
}

/// A saved page may show a part of the table only (`Showing 1 to 10 of 1,446 entries`).
fn check_paging(page: &HtmlPage<'_>) -> Result<(), RegisterError> {
    let text = page.text();
    let Some((_, note)) = text.split_once("Showing ") else { return Ok(()) };
    let words: Vec<_> = note.split(' ').take(5).collect();
    let [first, "to", last, "of", all] = words[..] else { return Ok(()) };
    let number = |word: &str| word.replace(',', "").parse::<u64>().ok();
    let Some(((first, last), all)) = number(first).zip(number(last)).zip(number(all)) else {
        return Ok(());
    };
    if first > 1 || last < all {
        let note = shown(&format!("Showing {first} to {last} of {all}"));
        return Err(page.malformed(format!("the page shows a part of the table only: {note}")));
    }
    Ok(())
}
