//! The two tables of the page, recognised by their headers.

use scraper::ElementRef;

use crate::register::domain_list::domains_of;
use crate::register::html_table::{Row, rows_of};
use crate::register::introduction::check_introduction;
use crate::register::layout::{Names, speaks_against};
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::reading::ListedDomain;
use crate::register::survey::Extra;
use crate::register::surveyed_page::{SurveyedPage, remarks_in};
use crate::register::swapped::{is_beside_its_domain, is_no_name};
use crate::register::{NameKind, RegisterError, RegisterFault};
use crate::regulatory_action::is_company_name;
use crate::text::quoted;

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

const HEADINGS: &str = "casino software provider authorization holders | \
    certified operators | client provider authorization holders | interactive gaming | \
    interactive gaming permit holders | list of operators | kahnawake gaming commission | \
    kahnawà:ke gaming commission | operators | operators and urls | permit holders | \
    permit holders - kahnawà:ke gaming commission | software providers | \
    interactive gaming permits | permits";

const EXPECTED: &str = "the tables \"CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER\" and \
                        \"OPERATOR | URL\"";

pub(super) struct Holder {
    /// The name without its marks.
    pub(super) name: String,
    pub(super) spelling: String,
    /// What takes the holder out of force.
    pub(super) remarks: Vec<String>,
    /// The URL cell as a visitor reads it.
    pub(super) url: String,
    pub(super) domains: Vec<ListedDomain>,
}

struct Columns {
    holder: usize,
    /// `None` in the table of software providers.
    url: Option<usize>,
    extras: Vec<Extra>,
    count: usize,
}

/// Returns the positions of holder and URL if a row is the header of one of the tables.
fn header_of(row: &Row<'_>) -> Option<(usize, Option<usize>)> {
    let place = |column| row.places(&COLUMNS, column).next();
    let software = place(Column::Software).map(|holder| (holder, None));
    software.or_else(|| Some((place(Column::Operator)?, Some(place(Column::Url)?))))
}

/// Returns the holders in the table of software providers, if the page has one, and the operators.
pub(super) fn holders(
    page: &SurveyedPage<'_>,
) -> Result<(Option<Vec<Holder>>, Vec<Holder>), RegisterError> {
    let is_list = |table: ElementRef<'_>| rows_of(table).first().and_then(header_of).is_some();
    check_lists(page, HEADINGS, is_list);
    check_paging(page)?;
    let (mut software, mut operators, mut other) = (None, None, None);
    for table in page.tables() {
        let rows = rows_of(table);
        let Some((header, rows)) = rows.split_first() else { continue };
        let Some((holder, url)) = header_of(header) else {
            other.get_or_insert(header.quoted());
            continue;
        };
        check_introduction(page, table);
        let (holders, title) = match url {
            Some(_) => (&mut operators, "OPERATOR | URL"),
            None => (&mut software, "CASINO SOFTWARE PROVIDER …"),
        };
        let extras = page.survey.extras(page.name(), header.texts().enumerate(), &COLUMNS);
        let columns = Columns { holder, url, extras, count: header.0.len() };
        let found = rows_under(page, header, &columns, rows)?;
        if found.is_empty() {
            return Err(page.malformed(format!("the table \"{title}\" has no rows")));
        }
        if holders.replace(found).is_some() {
            return Err(page.malformed(format!("a second table \"{title}\"")));
        }
    }
    match (software, operators, other) {
        (software, Some(operators), _) => Ok((software, operators)),
        (_, None, Some(header)) => Err(unknown_table(page, &header)),
        (None, None, None) => Err(page.is_not(EXPECTED)),
        (Some(_), None, None) => {
            Err(not_the_tables(page, "a page without the table \"OPERATOR | URL\"".to_owned()))
        }
    }
}

/// Returns the holders of a table. It may repeat its header.
fn rows_under(
    page: &SurveyedPage<'_>,
    header: &Row<'_>,
    columns: &Columns,
    rows: &[Row<'_>],
) -> Result<Vec<Holder>, RegisterError> {
    let rows = rows.iter().filter(|row| header_of(row).is_none());
    let found = rows.filter_map(|row| holder(page, row, columns).transpose());
    // If only the two headers changed places, the header is what is wrong.
    let is_reversed = columns.url.is_some_and(|url| url < columns.holder);
    found.collect::<Result<_, _>>().map_err(|fault| match is_reversed {
        true => unknown_table(page, &header.quoted()),
        false => page.malformed(fault),
    })
}

/// Returns the holder of a row; `None` for a title or sum, a single cell under several columns.
fn holder(
    page: &SurveyedPage<'_>,
    row: &Row<'_>,
    columns: &Columns,
) -> Result<Option<Holder>, String> {
    let (found, count, text) = (row.columns(), columns.count, row.quoted());
    if row.0.len() == 1 && count > 1 {
        page.note_unknown(NameKind::Heading, &row.0[0].text, HEADINGS);
        return Ok(None);
    }
    if found != count {
        return Err(format!("the row {text} fills {found} columns; the table has {count}"));
    }
    if row.0.len() != count {
        return Err(format!("a cell of the row {text} fills several columns"));
    }
    let (name, cell) = (&row.0[columns.holder], columns.url.map(|at| &row.0[at]));
    let url = cell.map(|cell| cell.text.clone()).unwrap_or_default();
    if name.text.is_empty() {
        return Err(format!("no operator is beside the URL {}", quoted(&url)));
    }
    if is_no_name(&name.text) || is_beside_its_domain(&name.text, &url) {
        return Err(format!("the columns look swapped: the row {text} has no operator first"));
    }
    let listed = cell.map(|cell| page.domains_in(cell.element)).unwrap_or_default();
    // A heading among the operators looks like one without a site, but for the legal form.
    let may_be_heading = columns.url.is_some() || speaks_against(&name.text);
    if may_be_heading && listed.addresses.is_empty() && !is_company_name(&name.text) {
        page.note_unknown(NameKind::Heading, &name.text, HEADINGS);
    }
    let remarks = [page.name_cell_remark("Name", name), page.domains_remark("URL", &listed)];
    Ok(Some(Holder {
        name: page.plain_name(name),
        spelling: name.text.clone(),
        remarks: remarks.into_iter().flatten().chain(remarks_in(row, &columns.extras)).collect(),
        url,
        domains: domains_of(listed.addresses),
    }))
}

fn unknown_table(page: &SurveyedPage<'_>, header: &str) -> RegisterError {
    not_the_tables(page, format!("a table with the header {header}"))
}

fn not_the_tables(page: &SurveyedPage<'_>, found: String) -> RegisterError {
    page.fault(RegisterFault::NotTheRegister { expected: EXPECTED.to_owned(), found })
}
