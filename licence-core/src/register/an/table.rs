//! The table that held the register until March 2026.

use scraper::ElementRef;

use super::record::{BESIDE, FIELDS, Record};
use crate::register::html_page::selector;
use crate::register::html_table::{Row, rows_of};
use crate::register::introduction::check_introduction;
use crate::register::layout::Names;
use crate::register::page_layout::{check_headings_over, check_lists};
use crate::register::paging::check_paging;
use crate::register::survey::Extra;
use crate::register::surveyed_page::{SurveyedPage, remarks_in};
use crate::register::{RegisterError, RegisterFault};
use crate::text::folded;

const COLUMNS: Names<&str> = Names {
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

/// Checks the headings and tables of the page. With the block, every table is unknown. The headings over the
/// block, or over the element that a script fills with it, must be declared.
pub(super) fn check_headings(page: &SurveyedPage<'_>, has_block: bool) {
    check_lists(page, HEADINGS, |table| !has_block && is_list(table));
    let place = page.all(selector!("#ag-licence-table")).next();
    let lists = page.tables().filter(|table| is_list(*table));
    lists.chain(place).for_each(|list| check_introduction(page, list));
    if let Some(place) = place.or_else(|| page.all(selector!("script#ag-licence-data")).next()) {
        check_headings_over(page, HEADINGS, place);
    }
}

fn is_list(table: ElementRef<'_>) -> bool {
    rows_of(table).first().is_some_and(is_header)
}

/// Returns whether a row has the columns by which a table is known for the register.
fn is_header(row: &Row<'_>) -> bool {
    ["company", "number"].into_iter().all(|field| row.places(&COLUMNS, field).next().is_some())
}

/// Returns the records of the table; `None` on a page without it.
pub(super) fn records(page: &SurveyedPage<'_>) -> Result<Option<Vec<Record>>, RegisterError> {
    let mut lists = page.tables().filter(|table| is_list(*table)).map(rows_of);
    let Some(rows) = lists.next() else { return Ok(None) };
    if lists.next().is_some() {
        return Err(page.malformed("two tables have the columns of the register"));
    }
    check_paging(page)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(None) };
    let columns = columns(header).map_err(|fault| page.fault(fault))?;
    let extras = page.survey.extras(page.name(), header.texts().enumerate(), &COLUMNS);
    let rows = rows.iter().filter(|row| folded(&row.text()) != folded(&header.text()));
    let records = (1..).zip(rows).map(|(position, row)| {
        check_width(header, position, row).map_err(|fault| page.malformed(fault))?;
        Ok(record(page, row, columns, &extras))
    });
    records.collect::<Result<_, _>>().map(Some)
}

fn check_width(header: &Row<'_>, position: usize, row: &Row<'_>) -> Result<(), String> {
    let (width, found, text) = (header.0.len(), row.0.len(), row.quoted());
    if found != width {
        return Err(format!(
            "record {position} ({text}) has {found} cells; the header has {width}"
        ));
    }
    match row.columns() == header.columns() {
        true => Ok(()),
        false => Err(format!("a cell of record {position} ({text}) fills several columns")),
    }
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
    let labels = ["Company", "Status", "Number", "Type", "issued", "expiry"];
    let marks = labels.iter().zip(cells).filter_map(|(label, cell)| page.cell_remark(label, cell));
    let others =
        extras.iter().map(|extra| (extra.heading.clone(), row.0[extra.at].text.as_str().into()));
    Record {
        texts: cells.map(|cell| cell.text.clone()),
        domains: page.domains_in(cells[6].element),
        remarks: remarks_in(row, extras).chain(marks).collect(),
        others: others.collect(),
    }
}
