//! The list: a table of operators, their types and web sites, its columns in any order.

use scraper::ElementRef;

use super::words::{COLUMNS, LISTED, Topic};
use crate::register::RegisterError;
use crate::register::domain_cell::host_of;
use crate::register::domain_list::in_cell;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::html_table::{Row as Cells, is_layout, rows_of};
use crate::register::layout::{Extra, Survey, with_remarks};
use crate::register::page_layout::check_lists;
use crate::text::quoted;

/// What the list stands under.
const HEADINGS: &str = "current licensees | licence holders | license holders | \
    licensed operators | licensees | list of licensees | more licensees | tobique gaming | \
    tobique gaming commission";

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub(super) operator: String,
    pub(super) kind: String,
    /// The addresses of the web sites, as they stand.
    pub(super) websites: Vec<String>,
    /// The cell of the web sites, where it holds more than addresses.
    pub(super) website_cell: Option<String>,
    /// The status cell, where the list has such a column, and the remarks beside it.
    pub(super) status: Option<String>,
}

/// Where the columns stand.
struct Columns {
    operator: usize,
    website: usize,
    kind: Option<usize>,
    status: Option<usize>,
    extras: Vec<Extra>,
    count: usize,
}

/// The rows of the tables that are a list; `None` when the page has no such table.
pub(super) fn list_of(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
) -> Option<Result<Vec<Row>, RegisterError>> {
    let is_list = |table: ElementRef<'_>| is_list(&rows_of(table));
    let tables = page.all(selector!("table")).filter(|it| !is_layout(*it) && is_list(*it));
    let lists: Vec<_> = tables.map(rows_of).collect();
    (!lists.is_empty()).then(|| {
        check_lists(survey, page, HEADINGS, is_list);
        let rows: Result<Vec<_>, _> = lists.iter().map(|list| rows(survey, page, list)).collect();
        let rows = rows?.concat();
        match rows.is_empty() {
            true => Err(page.malformed("the list of licensees has no row")),
            false => Ok(rows),
        }
    })
}

/// A table is a list when its first row names operators and web sites. A row with one header cell
/// is labelled, not a header.
fn is_list(rows: &[Cells<'_>]) -> bool {
    let Some(header) = rows.first() else { return false };
    let heads = header.0.iter().filter(|cell| cell.element.value().name() == "th").count();
    let has = |topic| header.0.iter().any(|cell| COLUMNS.field(&cell.text) == Some(topic));
    let is_header = heads != 1 && (rows.len() > 1 || header.0.len() > 2);
    is_header && has(Topic::Operator) && has(Topic::Website)
}

fn rows(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    list: &[Cells<'_>],
) -> Result<Vec<Row>, RegisterError> {
    let Some((header, body)) = list.split_first() else { return Ok(Vec::new()) };
    let columns = columns(survey, page, header)?;
    body.iter().map(|cells| row(survey, page, &columns, cells)).collect()
}

fn columns(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    header: &Cells<'_>,
) -> Result<Columns, RegisterError> {
    let place = |topic: Topic| {
        let is_one = |(_, text): &(usize, &str)| COLUMNS.field(text) == Some(topic);
        let headings = header.0.iter().map(|cell| cell.text.as_str()).enumerate();
        let places: Vec<_> = headings.filter(is_one).map(|(at, _)| at).collect();
        match places.as_slice() {
            [_, _, ..] => {
                let fault = format!("the list of licensees has two columns of {}", topic.called());
                Err(page.malformed(fault))
            }
            places => Ok(places.first().copied()),
        }
    };
    let headings = header.0.iter().map(|cell| cell.text.as_str()).enumerate();
    Ok(Columns {
        operator: place(Topic::Operator)?.unwrap_or_default(),
        website: place(Topic::Website)?.unwrap_or_default(),
        kind: place(Topic::Kind)?,
        status: place(Topic::Status)?,
        extras: survey.extras(page.name(), headings, &COLUMNS),
        count: header.0.len(),
    })
}

fn row(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    columns: &Columns,
    row: &Cells<'_>,
) -> Result<Row, RegisterError> {
    let cells = &row.0;
    let texts = row.0.iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty());
    let called = quoted(&texts.collect::<Vec<_>>().join(" "));
    if cells.len() != columns.count {
        let (found, needed) = (cells.len(), columns.count);
        return Err(page.malformed(format!("the row {called} has {found} cells, not {needed}")));
    }
    let (name, website) = (&cells[columns.operator], &cells[columns.website]);
    let status = columns.status.map(|place| &cells[place]);
    if name.text.is_empty() {
        return Err(page.malformed(format!("the row {called} names no operator")));
    }
    if host_of(&name.text).is_ok() {
        return Err(page.malformed(format!("the operator of the row {called} is a host name")));
    }
    if status.is_some_and(|status| status.text.is_empty()) {
        return Err(page.malformed(format!("the status of the row {called} is blank")));
    }
    let listed = in_cell(survey, page.name(), website.element);
    let of_cells = columns.extras.iter().filter_map(|it| it.remark(&cells[it.at].text));
    let marks = [("Operator", Some(name)), ("Status", status)].into_iter();
    let marks = marks.filter_map(|(label, cell)| cell?.remark(label, survey, page.name()));
    let remarks: Vec<_> = of_cells.chain(marks).collect();
    let wording = status.map(|status| status.text.as_str());
    let wording = wording.or((!remarks.is_empty()).then_some(LISTED));
    Ok(Row {
        operator: name.text.clone(),
        kind: columns.kind.map(|place| cells[place].text.clone()).unwrap_or_default(),
        website_cell: listed.has_texts.then(|| website.text.clone()),
        websites: listed.addresses,
        status: wording.map(|wording| with_remarks(wording, &remarks)),
    })
}
