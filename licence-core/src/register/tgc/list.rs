//! The list: a table of operators, their types and web sites, its columns in any order.

use scraper::ElementRef;

use super::words::{LISTED, Topic, topic_of};
use crate::jurisdiction::JurisdictionCode::Tgc;
use crate::register::RegisterError;
use crate::register::contradiction::{contradicted, is_heading_of_others};
use crate::register::domain_cell::host_of;
use crate::register::headings;
use crate::register::html_page::{HtmlPage, selector, text_in};
use crate::register::saved_page::addresses_in;
use crate::text::shown;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub(super) operator: String,
    pub(super) kind: String,
    /// The addresses of the web sites, as they stand.
    pub(super) websites: Vec<String>,
    /// The status cell, where the list has such a column.
    pub(super) status: Option<String>,
}

/// Where the columns stand.
struct Columns {
    operator: usize,
    website: usize,
    kind: Option<usize>,
    status: Option<usize>,
    /// How many columns are of statuses.
    statuses: usize,
    /// The headings of the others, by their places.
    others: Vec<(usize, String)>,
    count: usize,
}

/// The rows of the tables that are a list; `None` when the page has no such table.
pub(super) fn rows_of(page: &HtmlPage<'_>) -> Option<Result<Vec<Row>, RegisterError>> {
    let lists: Vec<_> = page
        .all(selector!("table"))
        .filter_map(|table| Some((columns_of(table)?, table)))
        .collect();
    (!lists.is_empty()).then(|| {
        if lists.iter().any(|(columns, _)| columns.statuses > 1) {
            return Err(page.malformed("the list of licensees has two columns of statuses"));
        }
        headings::check(page, |table| columns_of(table).is_some())?;
        let rows: Result<Vec<_>, _> =
            lists.iter().map(|(columns, table)| rows(page, columns, *table)).collect();
        let rows = rows?.concat();
        match rows.is_empty() {
            true => Err(page.malformed("the list of licensees has no row")),
            false => Ok(rows),
        }
    })
}

/// A table is a list when the header cells of its first row name operators and web sites. A row
/// with one header cell is labelled, not a header.
fn columns_of(table: ElementRef<'_>) -> Option<Columns> {
    let first = table.select(selector!("tr")).next()?;
    let header: Vec<_> = cells(first).map(|cell| topic_of(&text_in(cell))).collect();
    let place = |topic| header.iter().position(|found| *found == Some(topic));
    let rows = table.select(selector!("tr")).count();
    let is_header = first.select(selector!("th")).count() != 1 && (rows > 1 || header.len() > 2);
    Some(Columns {
        operator: place(Topic::Operator).filter(|_| is_header)?,
        website: place(Topic::Website)?,
        kind: place(Topic::Kind),
        status: place(Topic::Status),
        others: cells(first)
            .enumerate()
            .filter(|(at, _)| header[*at].is_none_or(|topic| place(topic) != Some(*at)))
            .map(|(place, cell)| (place, text_in(cell)))
            .collect(),
        statuses: header.iter().filter(|found| **found == Some(Topic::Status)).count(),
        count: header.len(),
    })
}

fn cells(row: ElementRef<'_>) -> impl Iterator<Item = ElementRef<'_>> {
    row.child_elements().filter(|cell| matches!(cell.value().name(), "td" | "th"))
}

fn rows(
    page: &HtmlPage<'_>,
    columns: &Columns,
    table: ElementRef<'_>,
) -> Result<Vec<Row>, RegisterError> {
    let body = table.select(selector!("tr")).skip(1);
    body.filter(|row| !text_in(*row).is_empty()).map(|tr| row(page, columns, tr)).collect()
}

fn row(page: &HtmlPage<'_>, columns: &Columns, row: ElementRef<'_>) -> Result<Row, RegisterError> {
    let cells: Vec<_> = cells(row).collect();
    let called = shown(&text_in(row));
    if cells.len() != columns.count {
        let (found, needed) = (cells.len(), columns.count);
        return Err(page.malformed(format!("the row {called} has {found} cells, not {needed}")));
    }
    let text = |place: usize| text_in(cells[place]);
    let operator = text(columns.operator);
    let websites = addresses_in(cells[columns.website]);
    let mut status = columns.status.map(text);
    if operator.is_empty() {
        return Err(page.malformed(format!("the row {called} names no operator")));
    }
    if websites.is_empty() && is_heading_of_others(&operator) {
        return Err(page.malformed(format!("a list under the heading {}", shown(&operator))));
    }
    if host_of(&operator).is_ok() {
        return Err(page.malformed(format!("the operator of the row {called} is a host name")));
    }
    if let Some(other) = text_that_is_no_address(cells[columns.website], &websites) {
        let fault = format!("the web site of the row {called} is {}", shown(&other));
        return Err(page.malformed(fault));
    }
    if status.as_deref() == Some("") {
        return Err(page.malformed(format!("the status of the row {called} is blank")));
    }
    for (place, heading) in &columns.others {
        let wording = status.as_deref().or(Some(LISTED));
        let told = contradicted(Tgc, wording, (heading, &text(*place)));
        status = told.or(status);
    }
    Ok(Row { operator, kind: columns.kind.map(text).unwrap_or_default(), websites, status })
}

/// What a cell of the column of web sites holds instead of one. Some words and marks mean none.
fn text_that_is_no_address(cell: ElementRef<'_>, websites: &[String]) -> Option<String> {
    let is_none = |text: &str| {
        let letters: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        matches!(letters.to_ascii_lowercase().as_str(), "" | "na" | "none" | "tba" | "tbc")
    };
    match websites.is_empty() {
        true => Some(text_in(cell)).filter(|text| !is_none(text)),
        false => websites.iter().find(|address| !address.contains('.')).cloned(),
    }
}
