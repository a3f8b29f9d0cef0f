//! The table that held the register until March 2026.

use scraper::ElementRef;
use serde_json::Value;

use super::record::{BESIDE, FIELDS, Record};
use crate::register::boilerplate::is_content;
use crate::register::html_page::{elements_around, selector, text_in};
use crate::register::html_table::{Row, rows_of};
use crate::register::introduction::check_introduction;
use crate::register::layout::{Names, speaks_against};
use crate::register::page_layout::{check_headings_over, check_lists};
use crate::register::paging::check_paging;
use crate::register::survey::Extra;
use crate::register::surveyed_page::{SurveyedPage, remarks_in};
use crate::register::{NameKind, RegisterError, RegisterFault};
use crate::text::folded;

pub(super) const COLUMNS: Names<&str> = Names {
    fields: &[
        (
            "company",
            "company | company name | operator | licensee | license holder | licence holder | \
            name",
        ),
        ("status", "status | license status | licence status"),
        ("number", "number | license number | licence number | license no | licence no"),
        ("type", "type | license type | licence type"),
        ("issued", "issued | issue date | issued date | date issued | date of issue | issued on"),
        (
            "expiry",
            "expiry | expiry date | expires | expiration | expiration date | expires on | \
            valid until",
        ),
        (
            "domains",
            "domains | domain | domain(s) | domain names | domain name | websites | website | \
            urls | url",
        ),
    ],
    beside: BESIDE.beside,
};

const HEADINGS: &str = "anjouan gaming | anjouan gaming board | gaming licence register | \
    gaming license register | licence holders | licence register | license holders | \
    license register | licensees | public register | search the register | verify a licence | \
    verify a license";

/// Returns the records of the table; `None` on a page without it.
pub(super) fn records(page: &SurveyedPage<'_>) -> Result<Option<Vec<Record>>, RegisterError> {
    let tables = page.tables().map(rows_of);
    let mut registers = tables.filter(|rows| rows.first().is_some_and(is_header));
    let Some(rows) = registers.next() else { return Ok(None) };
    if registers.next().is_some() {
        return Err(page.malformed("two tables have the columns of the register"));
    }
    check_paging(page)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(None) };
    let columns = columns(header).map_err(|fault| page.fault(fault))?;
    let (headers, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| is_header(row));
    for other in headers.iter().filter(|other| folded(&other.text()) != folded(&header.text())) {
        page.note_unknown(NameKind::Heading, &other.text(), HEADINGS);
    }
    let extras = page.survey.extras(page.name(), used_headings(header, &rows), &COLUMNS);
    let rows = (1..).zip(&rows).map(|(position, row)| {
        let (width, found) = (header.0.len(), row.0.len());
        if found != width {
            return Err(page.malformed(format!(
                "record {position} ({}) has {found} cells; the header has {width}",
                row.quoted()
            )));
        }
        if row.columns() != header.columns() {
            let text = row.quoted();
            let fault = format!("a cell of record {position} ({text}) fills several columns");
            return Err(page.malformed(fault));
        }
        Ok(record(page, row, columns, &extras))
    });
    rows.collect::<Result<_, _>>().map(Some)
}

/// Returns the headings of the columns with their places. A column without a heading is one only where
/// a cell of it holds anything, such as an icon.
pub(super) fn used_headings<'r>(
    header: &'r Row<'_>,
    rows: &'r [&Row<'_>],
) -> impl Iterator<Item = (usize, &'r str)> {
    let is_used = |at: usize| {
        let mut cells = rows.iter().filter_map(|row| row.0.get(at)).chain(&header.0[at..=at]);
        cells.any(|cell| !cell.text.is_empty() || cell.element.child_elements().next().is_some())
    };
    header.texts().enumerate().filter(move |(at, _)| is_used(*at))
}

/// Checks the headings and tables of the page. A page that was not saved by a browser has no table in
/// the place that a script fills with one (`#ag-licence-table`), or only the block: the headings over it
/// must be known as those over a table, and no heading and no line before it may speak against the
/// licensees.
pub(super) fn check_tables(page: &SurveyedPage<'_>) {
    let is_list =
        |table: ElementRef<'_>| rows_of(table).first().is_some_and(is_header) || is_in_place(table);
    check_lists(page, HEADINGS, is_list);
    let place = page.all(selector!("#ag-licence-table")).next();
    let lists = page.tables().filter(|table| is_list(*table)).chain(place);
    lists.for_each(|list| check_introduction(page, list));
    if let Some(place) = place.or_else(|| page.all(selector!("script#ag-licence-data")).next()) {
        check_headings_over(page, HEADINGS, place);
    }
    let headings = page.all(selector!("h1, h2, h3, h4, h5, h6, #ag-licence-table"));
    let headings = headings.take_while(|it| it.value().id() != Some("ag-licence-table"));
    let headings = headings.filter(|it| is_content(*it)).map(text_in);
    for heading in headings.filter(|heading| speaks_against(heading)) {
        page.note_unknown(NameKind::Heading, &heading, HEADINGS);
    }
}

/// Returns whether an element is where a script of the page shows the block.
pub(super) fn is_in_place(element: ElementRef<'_>) -> bool {
    elements_around(*element).any(|around| around.value().id() == Some("ag-licence-table"))
}

/// Returns whether a row has the columns by which a table is known for the register.
pub(super) fn is_header(row: &Row<'_>) -> bool {
    has_columns(row, ["company", "number"])
}

pub(super) fn has_columns(row: &Row<'_>, fields: [&'static str; 2]) -> bool {
    fields.into_iter().all(|field| row.places(&COLUMNS, field).next().is_some())
}

fn columns(header: &Row<'_>) -> Result<[usize; 7], RegisterFault> {
    let mut columns = [0; 7];
    for (place, column) in columns.iter_mut().zip(FIELDS) {
        let mut found = header.places(&COLUMNS, column);
        *place = found
            .next()
            .ok_or_else(|| RegisterFault::MissingColumn { column, header: header.quoted() })?;
        if found.next().is_some() {
            return Err(RegisterFault::DoubledColumn(column));
        }
    }
    Ok(columns)
}

fn record(page: &SurveyedPage<'_>, row: &Row<'_>, columns: [usize; 7], extras: &[Extra]) -> Record {
    let cells = columns.map(|column| &row.0[column]);
    let marks =
        [("Company", cells[0]), ("Status", cells[1]), ("Number", cells[2]), ("Type", cells[3])];
    let marks = marks.iter().filter_map(|(label, cell)| page.cell_remark(label, cell));
    let kept = extras.iter().map(|extra| {
        let text = row.0[extra.at].text.as_str();
        (extra.heading.clone(), Value::from(text).to_string())
    });
    let texts = cells.map(|cell| cell.text.as_str());
    let listed = page.domains_in(cells[6].element);
    let remarks = remarks_in(row, extras).chain(marks);
    Record::parse(page, texts, listed, kept.collect(), remarks.collect())
}
