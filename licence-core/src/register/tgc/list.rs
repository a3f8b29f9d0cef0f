//! The list: a table of operators, their types and web sites, its columns in any order.

use super::words::{COLUMNS, LISTED, Topic};
use crate::register::domain_cell::host_of;
use crate::register::domain_list::Address;
use crate::register::html_table::Row as Cells;
use crate::register::layout::with_remarks;
use crate::register::list_table::{List, ListTable};
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::swapped::is_no_name;
use crate::register::{NameKind, RegisterError};
use crate::regulatory_action::is_company_name;

const HEADINGS: &str = "current licensees | licence holders | license holders | \
    licensed operators | licensees | list of licensees | tobique gaming | \
    tobique gaming commission";

const LICENSEES: ListTable<Topic> = ListTable {
    name: "the list of licensees",
    columns: COLUMNS,
    required: &[Topic::Operator, Topic::Website],
    headings: HEADINGS,
};

pub(super) struct Row {
    pub(super) operator: String,
    pub(super) kind: String,
    pub(super) websites: Vec<Address>,
    /// The cell of the web sites, where it holds more than addresses.
    pub(super) website_cell: Option<String>,
    /// The status cell, or the page's own word where the list has no such column, and the remarks.
    pub(super) status: String,
}

/// Returns the rows of the list; `None` when the page has none.
pub(super) fn rows_on(page: &SurveyedPage<'_>) -> Result<Option<Vec<Row>>, RegisterError> {
    let Some(list) = LICENSEES.read(page)? else { return Ok(None) };
    check_lists(page, HEADINGS, |table| LICENSEES.matches(table));
    check_paging(page)?;
    let rows = list.rows.iter().map(|row| self::row(page, &list, row));
    rows.collect::<Result<_, _>>().map(Some).map_err(|fault: String| page.malformed(fault))
}

fn row<'p>(
    page: &SurveyedPage<'_>,
    list: &List<'p, Topic>,
    row: &Cells<'p>,
) -> Result<Row, String> {
    let cell = |topic| list.cell(row, topic);
    let (Some(name), Some(website)) = (cell(Topic::Operator), cell(Topic::Website)) else {
        return Err(format!("the row {} is too short", row.quoted()));
    };
    let (status, kind) = (cell(Topic::Status), cell(Topic::Kind));
    check(row, &name.text, status.map(|status| status.text.as_str()))?;
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
    let remarks = list.remarks(row).chain(marks.into_iter().flatten());
    let wording = status.map_or(LISTED, |status| status.text.as_str());
    Ok(Row {
        operator: page.plain_name(name),
        kind: kind.map(|cell| page.survey.plain_type(&cell.text)).unwrap_or_default(),
        website_cell: listed.has_texts.then(|| website.text.clone()),
        websites: listed.addresses,
        status: with_remarks(wording, remarks),
    })
}

/// Checks what a row says as operator and status.
fn check(row: &Cells<'_>, operator: &str, status: Option<&str>) -> Result<(), String> {
    let row = row.quoted();
    if operator.is_empty() {
        return Err(format!("the row {row} names no operator"));
    }
    if host_of(operator).is_ok() {
        return Err(format!("the operator of the row {row} is a host name"));
    }
    if is_no_name(operator) {
        return Err(format!("the operator of the row {row} is no name"));
    }
    match status {
        Some("") => Err(format!("the status of the row {row} is blank")),
        _ => Ok(()),
    }
}
