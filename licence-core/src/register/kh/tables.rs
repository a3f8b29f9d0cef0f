//! The two tables of the page, told apart by their headers.

use scraper::ElementRef;

use crate::jurisdiction::JurisdictionCode::Kh;
use crate::register::domain_list::in_cell;
use crate::register::html_page::{HtmlPage, selector};
use crate::register::html_table::{Row, is_layout, rows_of};
use crate::register::layout::{Names, Survey};
use crate::register::page_layout::check_lists;
use crate::register::reading::ListedDomain;
use crate::register::swapped::{is_beside_its_domain, is_no_name};
use crate::register::{RegisterError, RegisterFault};
use crate::text::quoted;

/// What a column holds.
#[derive(Clone, Copy, PartialEq)]
enum Column {
    Software,
    Operator,
    Url,
}

const COLUMNS: Names<Column> = Names {
    fields: &[
        (
            Column::Software,
            "casino software provider authorization holder | \
             casino software provider authorization holders | \
             casino software provider authorization holder (cspa) | \
             casino software provider authorization holders (cspa)",
        ),
        (Column::Operator, "operator | operators"),
        (Column::Url, "url | urls"),
    ],
    beside: "",
};

/// What the two lists stand under.
const HEADINGS: &str = "casino software provider authorization holders | \
    client provider authorization holders | interactive gaming | \
    interactive gaming permit holders | kahnawake gaming commission | \
    kahnawà:ke gaming commission | operators | operators and urls | permit holders | \
    permit holders - kahnawà:ke gaming commission | software providers | \
    interactive gaming permits | permits";

const EXPECTED: &str = "the tables \"CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER\" and \
                        \"OPERATOR | URL\"";

/// A row: a holder and what stands beside it.
#[derive(PartialEq)]
pub(super) struct Holder {
    pub(super) name: String,
    /// What takes the holder out of force.
    pub(super) remark: Option<String>,
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

/// Which of the tables a row is the header of.
#[derive(Clone, Copy, PartialEq)]
enum Table {
    Software,
    Operators,
    /// The operators with the URL first.
    Reversed,
}

fn table_of(header: &Row<'_>) -> Option<Table> {
    let columns: Vec<_> = header.0.iter().map(|cell| COLUMNS.field(&cell.text)).collect();
    match columns.as_slice() {
        [Some(Column::Software)] => Some(Table::Software),
        [Some(Column::Operator), Some(Column::Url)] => Some(Table::Operators),
        [Some(Column::Url), Some(Column::Operator)] => Some(Table::Reversed),
        _ => None,
    }
}

/// The holders on the page.
pub(super) fn holders(survey: &Survey<'_>, page: &HtmlPage<'_>) -> Result<Holders, RegisterError> {
    let is_list = |table: ElementRef<'_>| rows_of(table).first().and_then(table_of).is_some();
    check_lists(survey, page, HEADINGS, is_list);
    let (mut software, mut operators, mut other) = (None, None, None);
    for rows in page.all(selector!("table")).filter(|table| !is_layout(*table)).map(rows_of) {
        let Some((header, rows)) = rows.split_first() else { continue };
        let kind = table_of(header);
        let (place, called) = match kind {
            Some(Table::Operators | Table::Reversed) => (&mut operators, "OPERATOR | URL"),
            Some(Table::Software) => (&mut software, "CASINO SOFTWARE PROVIDER …"),
            None => {
                other.get_or_insert(header.quoted());
                continue;
            }
        };
        let mut rows: Vec<_> = rows.iter().filter(|row| table_of(row).is_none()).cloned().collect();
        if kind == Some(Table::Reversed) {
            rows.iter_mut().for_each(|row| row.0.reverse());
        }
        let columns = header.0.len();
        let holders = rows.iter().map(|row| holder(survey, page, row, columns));
        let holders = holders.collect::<Result<_, _>>().map_err(|fault| match kind {
            // Of two headers that changed places alone, the header is what is wrong.
            Some(Table::Reversed) => unknown_table(page, &header.quoted()),
            _ => page.malformed(fault),
        })?;
        fill(page, place, holders, called)?;
    }
    match (software, operators, other) {
        (software, Some(operators), _) => Ok(Holders { software, operators }),
        (_, None, Some(header)) => Err(unknown_table(page, &header)),
        (None, None, None) => Err(page.is_not(EXPECTED)),
        (Some(_), None, None) => {
            Err(not_the_tables(page, "a page without the table \"OPERATOR | URL\"".to_owned()))
        }
    }
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

fn holder(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    row: &Row<'_>,
    columns: usize,
) -> Result<Holder, String> {
    let (found, called) = (row.0.len(), row.quoted());
    if found != columns {
        return Err(format!("the row {called} has {found} cells; the table has {columns}"));
    }
    let (name, cell) = (&row.0[0], row.0.get(1));
    let url = cell.map(|cell| cell.text.clone()).unwrap_or_default();
    if name.text.is_empty() {
        return Err(format!("no operator stands beside the URL {}", quoted(&url)));
    }
    if is_no_name(Kh, &name.text) || is_beside_its_domain(&name.text, &url) {
        return Err(format!("the columns look swapped: the row {called} has no operator first"));
    }
    let domains = cell.map(|cell| in_cell(survey, page.name(), cell.element).domains());
    let remark = name.remark("Name", survey, page.name());
    Ok(Holder { name: name.text.clone(), remark, url, domains: domains.unwrap_or_default() })
}

fn unknown_table(page: &HtmlPage<'_>, header: &str) -> RegisterError {
    not_the_tables(page, format!("a table with the header {header}"))
}

fn not_the_tables(page: &HtmlPage<'_>, found: String) -> RegisterError {
    let fault = RegisterFault::NotTheRegister { expected: EXPECTED.to_owned(), found };
    RegisterError::of_file(page.name(), fault)
}
