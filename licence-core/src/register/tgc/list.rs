//! The list: a table of operators, their types and web sites, its columns in any order.

use scraper::ElementRef;

use super::words::{COLUMNS, LISTED, Topic, is_more_than_its_name};
use crate::register::domain_cell::host_of;
use crate::register::domain_list::{Address, addresses_in, has_address};
use crate::register::html_page::selector;
use crate::register::html_table::{Cell, Row as Cells, lines, rows_of};
use crate::register::introduction::check_introduction;
use crate::register::layout::{is_nothing, key, speaks_against, with_remarks};
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::survey::Extra;
use crate::register::surveyed_page::{SurveyedPage, remarks_in};
use crate::register::swapped::is_no_name;
use crate::register::{NameKind, RegisterError};
use crate::regulatory_action::is_company_name;
use crate::text::quoted;

const HEADINGS: &str = "current licensees | licence holders | license holders | \
    licensed operators | licensees | list of licensees | tobique gaming | \
    tobique gaming commission";

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub(super) operator: String,
    pub(super) kind: String,
    pub(super) websites: Vec<Address>,
    pub(super) struck: Vec<String>,
    /// The cell of the web sites, where it holds more than addresses.
    pub(super) website_cell: Option<String>,
    /// The same cell, where it holds words beside addresses: one may be a site that cannot be read.
    pub(super) website_words: Option<String>,
    /// The status cell and its remarks; `None` where the list has no such column.
    pub(super) status: Option<String>,
}

struct Columns {
    operator: usize,
    website: usize,
    kind: Option<usize>,
    status: Option<usize>,
    extras: Vec<Extra>,
    headings: Vec<String>,
}

/// Returns the rows of the list; `None` when the page has none. The page may repeat it, for small
/// screens for example; with other rows, one of two lists is of something else.
pub(super) fn rows_on(page: &SurveyedPage<'_>) -> Result<Option<Vec<Row>>, RegisterError> {
    let is_list = |table: ElementRef<'_>| self::is_list(&rows_of(table));
    let lists: Vec<_> = page.tables().filter(|table| is_list(*table)).collect();
    if lists.is_empty() {
        return Ok(None);
    }
    check_lists(page, HEADINGS, is_list);
    lists.iter().for_each(|list| check_introduction(page, *list));
    check_paging(page)?;
    let mut listed: Option<Vec<Row>> = None;
    for list in lists.into_iter().map(rows_of) {
        let Some((header, body)) = list.split_first() else { continue };
        let columns = columns(page, header)?;
        let rows = body.iter().filter_map(|row| self::row(page, &columns, row).transpose());
        let rows = rows.collect::<Result<Vec<_>, _>>().map_err(|fault| page.malformed(fault))?;
        if listed.as_ref().is_some_and(|first| *first != rows) {
            return Err(page.malformed("a second list of licensees with other rows than the first"));
        }
        listed = Some(rows);
    }
    match listed.unwrap_or_default() {
        rows if rows.is_empty() => Err(page.malformed("the list of licensees has no row")),
        rows => Ok(Some(rows)),
    }
}

/// Returns whether the first row names operators and web sites. A row with one header cell is
/// labelled, and no header.
fn is_list(rows: &[Cells<'_>]) -> bool {
    let Some(header) = rows.first() else { return false };
    let heads = header.0.iter().filter(|cell| cell.element.value().name() == "th").count();
    let has = |topic| header.places(&COLUMNS, topic).next().is_some();
    let is_header = heads != 1 && (rows.len() > 1 || header.0.len() > 2);
    is_header && has(Topic::Operator) && has(Topic::Website)
}

fn columns(page: &SurveyedPage<'_>, header: &Cells<'_>) -> Result<Columns, RegisterError> {
    let column = |topic, plural: &str| {
        let mut places = header.places(&COLUMNS, topic);
        let first = places.next();
        if places.next().is_some() {
            let fault = format!("the list of licensees has two columns of {plural}");
            return Err(page.malformed(fault));
        }
        Ok(first)
    };
    Ok(Columns {
        operator: column(Topic::Operator, "operators")?.unwrap_or_default(),
        website: column(Topic::Website, "web sites")?.unwrap_or_default(),
        kind: column(Topic::Kind, "types")?,
        status: column(Topic::Status, "statuses")?,
        extras: page.survey.extras(page.name(), header.texts().enumerate(), &COLUMNS),
        headings: header.texts().map(str::to_owned).collect(),
    })
}

/// Returns a row of the list; `None` for its header again, and for a heading over rows.
fn row(page: &SurveyedPage<'_>, columns: &Columns, row: &Cells<'_>) -> Result<Option<Row>, String> {
    let cells = &row.0;
    if row.texts().map(key).eq(columns.headings.iter().map(|heading| key(heading))) {
        return Ok(None);
    }
    let is_whole = cells.len() == 1 || cells.len() == columns.headings.len();
    if is_whole && is_heading(columns, cells) {
        let name = cells.get(columns.operator).filter(|cell| !cell.text.is_empty());
        page.note_unknown(NameKind::Heading, &name.unwrap_or(&cells[0]).text, HEADINGS);
        return Ok(None);
    }
    check_row(columns, row)?;
    let (name, website) = (&cells[columns.operator], &cells[columns.website]);
    let (status, kind) = (columns.status.map(|at| &cells[at]), columns.kind.map(|at| &cells[at]));
    let listed = page.domains_in(website.element);
    let marks = [
        page.name_cell_remark("Operator", name),
        kind.and_then(|kind| page.type_cell_remark("Type", kind)),
        status.and_then(|status| page.cell_remark("Status", status)),
        page.domains_remark("Website", &listed),
    ];
    let beside = columns.headings.iter().zip(cells);
    let beside = beside.filter(|(heading, cell)| is_more_than_its_name(heading, &cell.text));
    let beside = beside.filter_map(|(heading, cell)| page.text_remark(heading, &cell.text));
    let marks = marks.into_iter().flatten();
    let remarks: Vec<_> = remarks_in(row, &columns.extras).chain(marks).chain(beside).collect();
    let wording = status.map(|status| status.text.as_str());
    let wording = wording.or((!remarks.is_empty()).then_some(LISTED));
    Ok(Some(Row {
        operator: page.plain_name(name),
        kind: kind.map(|cell| page.survey.plain_type(&cell.text)).unwrap_or_default(),
        website_cell: listed.has_texts.then(|| website.text.clone()),
        website_words: listed.has_words.then(|| website.text.clone()),
        websites: listed.addresses,
        struck: struck_addresses(website.element).collect(),
        status: wording.map(|wording| with_remarks(wording, &remarks)),
    }))
}

/// Returns whether a row without an address or a link is a heading: the first of its cells alone is
/// filled, or the others with the names of columns; or it has neither the name of a company nor a type;
/// or its first words speak against those below.
fn is_heading(columns: &Columns, cells: &[Cell<'_>]) -> bool {
    let has_site = |cell: &Cell<'_>| {
        cell.element.select(selector!("a[href]")).next().is_some() || has_address(&cell.text)
    };
    let is_no_value = |cell: &Cell<'_>| cell.text.is_empty() || COLUMNS.field(&cell.text).is_some();
    let is_type =
        |cell: &Cell<'_>| !is_nothing(&cell.text) && cell.text.contains(char::is_alphabetic);
    let has_type = columns.kind.and_then(|at| cells.get(at)).is_some_and(is_type);
    let is_licensee = has_type || cells.iter().any(|cell| is_company_name(&cell.text));
    !cells.iter().any(has_site)
        && (cells[1..].iter().all(is_no_value) || !is_licensee || speaks_against(&cells[0].text))
}

fn struck_addresses(cell: ElementRef<'_>) -> impl Iterator<Item = String> {
    let pieces = lines(cell).into_iter().flatten().filter(|piece| piece.is_struck);
    let texts = pieces.flat_map(|piece| [Some(piece.text), piece.link.map(str::to_owned)]);
    texts.flatten().flat_map(|text| addresses_in(&text))
}

/// Checks that a row has a cell for each column, and what they say in operator and status.
fn check_row(columns: &Columns, row: &Cells<'_>) -> Result<(), String> {
    let cells = &row.0;
    let texts: Vec<_> = row.texts().filter(|text| !text.is_empty()).collect();
    let text = quoted(&texts.join(" "));
    let (found, needed) = (row.columns(), columns.headings.len());
    if found != needed {
        return Err(format!("the row {text} fills {found} columns, not {needed}"));
    }
    if cells.len() != needed {
        return Err(format!("a cell of the row {text} fills several columns"));
    }
    let name = &cells[columns.operator].text;
    if name.is_empty() {
        return Err(format!("the row {text} names no operator"));
    }
    if host_of(name).is_ok() {
        return Err(format!("the operator of the row {text} is a host name"));
    }
    if is_no_name(name) {
        return Err(format!("the operator of the row {text} is no name"));
    }
    match columns.status.is_some_and(|at| cells[at].text.is_empty()) {
        true => Err(format!("the status of the row {text} is blank")),
        false => Ok(()),
    }
}
