//! The table that held the register until March 2026.

use serde_json::Value;

use super::record::{BESIDE, FIELDS, Record};
use crate::register::domain_list::in_cell;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::html_table::{Row, is_layout, rows_of};
use crate::register::layout::{Extra, Names, Survey};
use crate::register::page_layout::check_lists;
use crate::register::{RegisterError, RegisterFault};
use crate::text::quoted;

/// The columns, by their places in [`FIELDS`].
const COLUMNS: Names<usize> = Names {
    fields: &[
        (
            0,
            "company | company name | operator | licensee | license holder | licence holder | \
            name",
        ),
        (1, "status | license status | licence status"),
        (2, "number | license number | licence number | license no | licence no"),
        (3, "type | license type | licence type"),
        (4, "issued | issue date | issued date | date issued | date of issue | issued on"),
        (
            5,
            "expiry | expiry date | expires | expiration | expiration date | expires on | \
            valid until",
        ),
        (
            6,
            "domains | domain | domain(s) | domain names | domain name | websites | website | \
            urls | url",
        ),
    ],
    beside: BESIDE.beside,
};

/// What the table stands under.
const HEADINGS: &str = "anjouan gaming | anjouan gaming board | gaming license register | \
    licence register | license register | licensees | public register | verify a licence";

/// The columns by which a table is known for the register.
const TELLING: [usize; 2] = [0, 2];

/// The records of the table; `None` on a page without it.
pub(super) fn records(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
) -> Result<Option<Vec<Record>>, RegisterError> {
    let tables = page.all(selector!("table")).filter(|table| !is_layout(*table)).map(rows_of);
    let mut registers = tables.filter(|rows| rows.first().is_some_and(is_header));
    let Some(rows) = registers.next() else { return Ok(None) };
    if registers.next().is_some() {
        return Err(page.malformed("two tables have the columns of the register"));
    }
    check_lists(survey, page, HEADINGS, |table| rows_of(table).first().is_some_and(is_header));
    check_paging(page)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(None) };
    let columns = columns(header).map_err(|fault| RegisterError::of_file(page.name(), fault))?;
    let rows: Vec<_> = rows.iter().filter(|row| !is_header(row)).collect();
    let extras = extras(survey, page, header, &rows);
    let rows = (1..).zip(rows).map(|(position, row)| {
        let row_text = row.quoted();
        let (width, found) = (header.0.len(), row.0.len());
        match found == width {
            true => Ok(record(survey, page, row, columns, &extras)),
            false => Err(page.malformed(format!(
                "record {position} ({row_text}) has {found} cells; the header has {width}"
            ))),
        }
    });
    rows.collect::<Result<_, _>>().map(Some)
}

fn is_header(row: &Row<'_>) -> bool {
    TELLING.iter().all(|field| positions(row, *field).next().is_some())
}

fn positions<'r>(header: &'r Row<'_>, field: usize) -> impl Iterator<Item = usize> + 'r {
    let is_field = move |at: &usize| COLUMNS.field(&header.0[*at].text) == Some(field);
    (0..header.0.len()).filter(is_field)
}

fn columns(header: &Row<'_>) -> Result<[usize; 7], RegisterFault> {
    let mut columns = [0; 7];
    for (field, place) in columns.iter_mut().enumerate() {
        let mut found = positions(header, field);
        *place = found.next().ok_or_else(|| RegisterFault::MissingColumn {
            column: FIELDS[field],
            header: header.quoted(),
        })?;
        if found.next().is_some() {
            return Err(RegisterFault::DoubledColumn { column: FIELDS[field] });
        }
    }
    Ok(columns)
}

/// The other columns in which anything stands.
fn extras(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    header: &Row<'_>,
    rows: &[&Row<'_>],
) -> Vec<Extra> {
    let is_used = |at: usize| {
        let mut cells = rows.iter().filter_map(|row| row.0.get(at)).chain(&header.0[at..=at]);
        cells.any(|cell| !cell.text.is_empty())
    };
    let headings = header.0.iter().map(|heading| heading.text.as_str()).enumerate();
    survey.extras(page.name(), headings.filter(|(at, _)| is_used(*at)), &COLUMNS)
}

fn record(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    row: &Row<'_>,
    columns: [usize; 7],
    extras: &[Extra],
) -> Record {
    let cells = &row.0;
    let texts = columns.map(|column| cells[column].text.as_str());
    let listed = in_cell(survey, page.name(), cells[columns[6]].element);
    let remarks = extras.iter().filter_map(|extra| extra.remark(&cells[extra.at].text));
    let marks = [(0, "Company"), (1, "Status"), (2, "Number")];
    let marks = marks
        .iter()
        .filter_map(|(field, label)| cells[columns[*field]].remark(label, survey, page.name()));
    let kept = extras.iter().map(|extra| {
        (extra.heading.clone(), Value::from(cells[extra.at].text.as_str()).to_string())
    });
    Record::parse(texts, listed, kept.collect(), remarks.chain(marks).collect())
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
        let note = quoted(&format!("Showing {first} to {last} of {all}"));
        return Err(page.malformed(format!("the page shows a part of the table only: {note}")));
    }
    Ok(())
}
