//! The two tables of the page, recognised by their headers.

use crate::register::domain_list::domains_of;
use crate::register::html_table::Row;
use crate::register::layout::{Names, speaks_against};
use crate::register::list_table::{List, ListTable};
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::reading::ListedDomain;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::swapped::{is_beside_its_domain, is_no_name};
use crate::register::{NameKind, RegisterError};
use crate::regulatory_action::is_company_name;
use crate::text::quoted;

#[derive(Clone, Copy, PartialEq)]
enum Column {
    Holder,
    Url,
}

const BESIDE: &str = "no | #";

const SOFTWARE: ListTable<Column> = ListTable {
    name: "the table \"CASINO SOFTWARE PROVIDER …\"",
    columns: Names {
        fields: &[(
            Column::Holder,
            "casino software provider authorization holder | \
             casino software provider authorization holders | \
             casino software provider authorization holder (cspa) | \
             casino software provider authorization holders (cspa)",
        )],
        beside: BESIDE,
    },
    required: &[Column::Holder],
    headings: HEADINGS,
};

const OPERATORS: ListTable<Column> = ListTable {
    name: "the table \"OPERATOR | URL\"",
    columns: Names {
        fields: &[(Column::Holder, "operator | operators"), (Column::Url, "url | urls")],
        beside: BESIDE,
    },
    required: &[Column::Holder, Column::Url],
    headings: HEADINGS,
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

/// Returns the holders in the table of software providers, if the page has one, and the operators.
pub(super) fn holders(
    page: &SurveyedPage<'_>,
) -> Result<(Option<Vec<Holder>>, Vec<Holder>), RegisterError> {
    check_lists(page, HEADINGS, |table| SOFTWARE.matches(table) || OPERATORS.matches(table));
    check_paging(page)?;
    let software = SOFTWARE.read(page)?.map(|list| holders_in(page, &list)).transpose()?;
    let operators = OPERATORS.read(page)?.ok_or_else(|| page.is_not(EXPECTED))?;
    Ok((software, holders_in(page, &operators)?))
}

fn holders_in(
    page: &SurveyedPage<'_>,
    list: &List<'_, Column>,
) -> Result<Vec<Holder>, RegisterError> {
    let holders = list.rows.iter().map(|row| holder(page, list, row));
    holders.collect::<Result<_, _>>().map_err(|fault: String| page.malformed(fault))
}

fn holder<'p>(
    page: &SurveyedPage<'_>,
    list: &List<'p, Column>,
    row: &Row<'p>,
) -> Result<Holder, String> {
    let cell = list.cell(row, Column::Url);
    let url = cell.map(|cell| cell.text.clone()).unwrap_or_default();
    let name = list.cell(row, Column::Holder).filter(|name| !name.text.is_empty());
    let name = name.ok_or_else(|| format!("no operator is beside the URL {}", quoted(&url)))?;
    if is_no_name(&name.text) || is_beside_its_domain(&name.text, &url) {
        let row = row.quoted();
        return Err(format!("the columns look swapped: the row {row} has no operator first"));
    }
    let listed = cell.map(|cell| page.domains_in(cell.element)).unwrap_or_default();
    // A heading among the operators looks like one without a site, but for the legal form.
    let may_be_heading = cell.is_some() || speaks_against(&name.text);
    if may_be_heading && listed.addresses.is_empty() && !is_company_name(&name.text) {
        page.note_unknown(NameKind::Heading, &name.text, HEADINGS);
    }
    let remarks = [page.name_cell_remark("Name", name), page.domains_remark("URL", &listed)];
    Ok(Holder {
        name: page.plain_name(name),
        spelling: name.text.clone(),
        remarks: remarks.into_iter().flatten().chain(list.remarks(row)).collect(),
        url,
        domains: domains_of(listed.addresses),
    })
}
