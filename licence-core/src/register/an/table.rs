//! The table that held the register until March 2026.

use super::record::{BESIDE, FIELDS, Record};
use crate::register::RegisterError;
use crate::register::html_page::selector;
use crate::register::html_table::Row;
use crate::register::introduction::check_introduction;
use crate::register::layout::Names;
use crate::register::list_table::{List, ListTable};
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::survey::ExtraKind;
use crate::register::surveyed_page::SurveyedPage;

const LICENCES: ListTable<&str> = ListTable {
    name: "the table of licences",
    columns: Names { fields: COLUMNS, beside: BESIDE.beside },
    required: &["company", "number"],
    headings: HEADINGS,
};

const COLUMNS: &[(&str, &str)] = &[
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
];

const HEADINGS: &str = "anjouan gaming | anjouan gaming board | gaming licence register | \
    gaming license register | licence holders | licence register | license holders | \
    license register | licensees | public register | search the register | verify a licence | \
    verify a license";

/// What remarks call the fields before the domains.
const LABELS: [&str; 6] = ["Company", "Status", "Number", "Type", "issued", "expiry"];

/// Checks the headings and tables of the page. With the block, every table is unknown. The headings over the
/// block, or over the element that a script fills with it, must be declared.
pub(super) fn check_headings(page: &SurveyedPage<'_>, has_block: bool) {
    let place = page.all(selector!("#ag-licence-table")).next();
    if let Some(place) = place {
        check_introduction(page, place);
    }
    let data = page.all(selector!("script#ag-licence-data")).next();
    let place = place.or(data).map(|it| it.id());
    check_lists(page, HEADINGS, |list| {
        place == Some(list.id()) || (!has_block && LICENCES.matches(list))
    });
}

/// Returns the records of the table; `None` on a page without it or without one of its columns.
pub(super) fn records(page: &SurveyedPage<'_>) -> Result<Option<Vec<Record>>, RegisterError> {
    let Some(list) = LICENCES.read(page)? else { return Ok(None) };
    check_paging(page)?;
    Ok(list.rows.iter().map(|row| record(page, &list, row)).collect())
}

fn record<'p>(page: &SurveyedPage<'_>, list: &List<'p, &str>, row: &Row<'p>) -> Option<Record> {
    let cells = FIELDS.into_iter().map(|column| list.cell(row, column));
    let cells = cells.collect::<Option<Vec<_>>>()?;
    let marks = LABELS.iter().zip(&cells).filter_map(|(label, cell)| page.cell_remark(label, cell));
    let others = list.extra_cells(row).filter(|(extra, _)| extra.kind != ExtraKind::Counter);
    let others = others.map(|(extra, cell)| (extra.heading.clone(), cell.text.as_str().into()));
    Some(Record {
        texts: std::array::from_fn(|at| cells[at].text.clone()),
        domains: page.domains_in(cells[6].element),
        remarks: list.remarks(row).chain(marks).collect(),
        others: others.collect(),
    })
}
