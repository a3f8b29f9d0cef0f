//! The list: a table of operators, their types and web sites, its columns in any order.

use scraper::ElementRef;

use super::words::{COLUMNS, LISTED, Topic};
use crate::register::domain_cell::host_of;
use crate::register::domain_list::Address;
use crate::register::html_table::{Row as Cells, rows_of};
use crate::register::introduction::check_introduction;
use crate::register::layout::{key, with_remarks};
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

pub(super) struct Row {
    pub(super) operator: String,
    pub(super) kind: String,
    pub(super) websites: Vec<Address>,
    /// The cell of the web sites, where it holds more than addresses.
    pub(super) website_cell: Option<String>,
    /// The status cell, or the page's own word where the list has no such column, and the remarks.
    pub(super) status: String,
}

struct Columns {
    operator: usize,
    website: usize,
    kind: Option<usize>,
    status: Option<usize>,
    extras: Vec<Extra>,
    headings: Vec<String>,
}

/// Returns the rows of the list; `None` when the page has none.
pub(super) fn rows_on(page: &SurveyedPage<'_>) -> Result<Option<Vec<Row>>, RegisterError> {
    let is_list = |table: ElementRef<'_>| rows_of(table).first().is_some_and(is_header);
    let mut lists = page.tables().filter(|table| is_list(*table));
    let Some(list) = lists.next() else { return Ok(None) };
    if lists.next().is_some() {
        return Err(page.malformed("a second list of licensees"));
    }
    check_lists(page, HEADINGS, is_list);
    check_introduction(page, list);
    check_paging(page)?;
    let rows = rows_of(list);
    let Some((header, body)) = rows.split_first() else { return Ok(None) };
    let columns = columns(page, header)?;
    let rows = body.iter().filter_map(|row| self::row(page, &columns, row).transpose());
    let rows = rows.collect::<Result<Vec<_>, _>>().map_err(|fault| page.malformed(fault))?;
    match rows.is_empty() {
        true => Err(page.malformed("the list of licensees has no row")),
        false => Ok(Some(rows)),
    }
}

fn is_header(row: &Cells<'_>) -> bool {
    let has = |topic| row.places(&COLUMNS, topic).next().is_some();
    has(Topic::Operator) && has(Topic::Website)
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

/// Returns a row of the list; `None` for its header again, and for a heading, a single cell under several
/// columns.
fn row(page: &SurveyedPage<'_>, columns: &Columns, row: &Cells<'_>) -> Result<Option<Row>, String> {
    let cells = &row.0;
    if row.texts().map(key).eq(columns.headings.iter().map(|heading| key(heading))) {
        return Ok(None);
    }
    if let [heading] = cells.as_slice() {
        page.note_unknown(NameKind::Heading, &heading.text, HEADINGS);
        return Ok(None);
    }
    check_row(columns, row)?;
    let (name, website) = (&cells[columns.operator], &cells[columns.website]);
    let (status, kind) = (columns.status.map(|at| &cells[at]), columns.kind.map(|at| &cells[at]));
    let listed = page.domains_in(website.element);
    // A heading over rows looks like an operator without a site, but for the legal form.
    if listed.addresses.is_empty() && !is_company_name(&name.text) {
        page.note_unknown(NameKind::Heading, &name.text, HEADINGS);
    }
    let marks = [
        page.name_cell_remark("Operator", name),
        kind.and_then(|kind| page.type_cell_remark("Type", kind)),
        status.and_then(|status| page.cell_remark("Status", status)),
        page.domains_remark("Website", &listed),
    ];
    let remarks = remarks_in(row, &columns.extras).chain(marks.into_iter().flatten());
    let wording = status.map_or(LISTED, |status| status.text.as_str());
    Ok(Some(Row {
        operator: page.plain_name(name),
        kind: kind.map(|cell| page.survey.plain_type(&cell.text)).unwrap_or_default(),
        website_cell: listed.has_texts.then(|| website.text.clone()),
        websites: listed.addresses,
        status: with_remarks(wording, remarks),
    }))
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
