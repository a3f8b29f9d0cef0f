//! The two tables of the page, told apart by their headers.

use scraper::ElementRef;

use crate::jurisdiction::JurisdictionCode::Kh;
use crate::register::contradiction::is_heading_of_others;
use crate::register::domain_list::domains_in;
use crate::register::headings;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::html_table::{Row, is_layout, rows_of};
use crate::register::reading::ListedDomain;
use crate::register::swapped::{is_beside_its_domain, is_no_name};
use crate::register::{RegisterError, RegisterFault};
use crate::text::shown;

const SOFTWARE: &[&str] = &["casino software provider authorization holder"];
const OPERATORS: &[&str] = &["operator", "url"];

const EXPECTED: &str = "the tables \"CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER\" and \
                        \"OPERATOR | URL\"";

/// A row: a holder and what stands beside it.
#[derive(PartialEq)]
pub(super) struct Holder {
    pub(super) name: String,
    /// The URL cell as a visitor reads it.
    pub(super) url: String,
    pub(super) domains: Vec<ListedDomain>,
}

/// The rows of both tables.
pub(super) struct Holders {
    /// `None` where the page has no such table: nothing follows for those holders then.
    pub(super) software: Option<Vec<Holder>>,
    pub(super) operators: Vec<Holder>,
}

/// The holders on the page.
pub(super) fn holders(page: &HtmlPage<'_>) -> Result<Holders, RegisterError> {
    headings::check(page, |table| !is_layout(table) && is_of_holders(table))?;
    let (mut software, mut operators) = (None, None);
    let tables = page.all(selector!("table")).filter(|table| !is_layout(*table));
    let mut unknown = None;
    for rows in tables.map(|table: ElementRef<'_>| rows_of(table)) {
        let Some((header, rows)) = rows.split_first() else { continue };
        let columns = header.folded();
        if is_operators(&columns) {
            fill(page, &mut operators, holders_of(page, rows, OPERATORS.len())?, "OPERATOR | URL")?;
        } else if is_software(&columns) {
            fill(page, &mut software, holders_of(page, rows, 1)?, "CASINO SOFTWARE PROVIDER …")?;
        } else if is_of_licences(header, &columns) {
            unknown.get_or_insert(header.shown());
        }
    }
    match (software, operators, unknown) {
        (software, Some(operators), None) => Ok(Holders { software, operators }),
        (_, _, Some(header)) => Err(unknown_table(page, &header)),
        (None, None, None) => Err(page.is_not(EXPECTED)),
        (Some(_), None, None) => Err(without_operators(page)),
    }
}

fn is_of_holders(table: ElementRef<'_>) -> bool {
    let columns = rows_of(table).first().map(Row::folded).unwrap_or_default();
    is_operators(&columns) || is_software(&columns)
}

fn is_operators(columns: &[String]) -> bool {
    let singular = columns.iter().map(|column| column.strip_suffix('s').unwrap_or(column));
    singular.eq(OPERATORS.iter().copied())
}

/// The heading also stands there in the plural, or with the abbreviation behind it.
fn is_software(columns: &[String]) -> bool {
    let [column] = columns else { return false };
    let singular = SOFTWARE[0];
    let rest = column.strip_prefix(singular).map(|rest| rest.strip_prefix('s').unwrap_or(rest));
    rest.is_some_and(|rest| matches!(rest.trim(), "" | "(cspa)"))
}

/// A table with other headings may hold licences too, or be one of the two in a new layout.
fn is_of_licences(header: &Row<'_>, columns: &[String]) -> bool {
    let names = ["operator", "holder", "url", "permit", "licen", "authoriz"];
    header.is_header() || columns.iter().any(|column| names.iter().any(|n| column.contains(n)))
}

/// The page may repeat a table, for small screens for example, but not with other rows: one of
/// the two would be a list of something else.
fn fill(
    page: &HtmlPage<'_>,
    place: &mut Option<Vec<Holder>>,
    rows: Vec<Holder>,
    called: &str,
) -> Result<(), RegisterError> {
    if rows.is_empty() {
        return Err(page.malformed(format!("the table \"{called}\" has no rows")));
    }
    match place {
        Some(first) if *first != rows => {
            let fault = format!("a second table \"{called}\" with other rows than the first");
            Err(page.malformed(fault))
        }
        _ => {
            *place = Some(rows);
            Ok(())
        }
    }
}

fn holders_of(
    page: &HtmlPage<'_>,
    rows: &[Row<'_>],
    columns: usize,
) -> Result<Vec<Holder>, RegisterError> {
    let is_repeated = |row: &&Row<'_>| is_operators(&row.folded()) || is_software(&row.folded());
    let rows = rows.iter().filter(|row| !is_repeated(row));
    rows.map(|row| holder(row, columns).map_err(|fault| page.malformed(fault))).collect()
}

fn holder(row: &Row<'_>, columns: usize) -> Result<Holder, String> {
    let (found, row_text) = (row.cells.len(), row.shown());
    if found != columns {
        return Err(format!("the row {row_text} has {found} cells; the table has {columns}"));
    }
    let name = row.texts[0].clone();
    let url = row.texts.get(1).cloned().unwrap_or_default();
    let domains = row.cells.get(1).map(|cell| domains_in(*cell)).unwrap_or_default();
    if name.is_empty() {
        return Err(format!("no operator stands beside the URL {}", shown(&url)));
    }
    if domains.is_empty() && is_heading_of_others(&name) {
        return Err(format!("a list under the heading {}", shown(&name)));
    }
    if is_no_name(Kh, &name) || is_beside_its_domain(&name, &domains) {
        return Err(format!("the columns look swapped: the row {row_text} has no operator first"));
    }
    Ok(Holder { name, url, domains })
}

fn unknown_table(page: &HtmlPage<'_>, header: &str) -> RegisterError {
    let found = format!("a table with the header {header}");
    let fault = RegisterFault::NotTheRegister { expected: EXPECTED.to_owned(), found };
    RegisterError::of_file(page.name(), fault)
}

fn without_operators(page: &HtmlPage<'_>) -> RegisterError {
    let found = "a page without the table \"OPERATOR | URL\"".to_owned();
    let fault = RegisterFault::NotTheRegister { expected: EXPECTED.to_owned(), found };
    RegisterError::of_file(page.name(), fault)
}
