//! The table that held the register until March 2026.

use std::collections::HashMap;

use scraper::ElementRef;
use serde_json::Value;

use super::record::{BESIDE, FIELDS, Record};
use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number::identity;
use crate::register::boilerplate::is_content;
use crate::register::html_page::{selector, text_in};
use crate::register::html_table::{Cell, Row, rows_of};
use crate::register::layout::{Names, company_key, is_one_of, key, remark, speaks_against};
use crate::register::marks::is_marked;
use crate::register::page_layout::{check_introduction, check_lists};
use crate::register::paging::check_paging;
use crate::register::survey::Extra;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError, RegisterFault};
use crate::text::folded;

const COLUMNS: Names<usize> = Names {
    fields: &[
        (
            0,
            "company | company name | operator | licensee | license holder | licence holder | \
            name",
        ),
        (1, "status | license status | licence status"),
        (2, "number | license number | licence number | license no | licence no"),
        (3, "type | license type | licence type"),
        (4, "issued | issue date | issued date | date issued | date of issue | issued on"),
        (
            5,
            "expiry | expiry date | expires | expiration | expiration date | expires on | \
            valid until",
        ),
        (
            6,
            "domains | domain | domain(s) | domain names | domain name | websites | website | \
            urls | url",
        ),
    ],
    beside: BESIDE.beside,
};

const HEADINGS: &str = "anjouan gaming | anjouan gaming board | gaming license register | \
    licence register | license register | licensees | public register | verify a licence";

const COMPANY: usize = 0;
const STATUS: usize = 1;
const NUMBER: usize = 2;
/// The columns by which a table is known for the register.
const TELLING: [usize; 2] = [COMPANY, NUMBER];

/// Returns the records of the table; `None` on a page without it.
pub(super) fn records(page: &SurveyedPage<'_>) -> Result<Option<Vec<Record>>, RegisterError> {
    let tables = page.tables().map(rows_of);
    let mut registers = tables.filter(|rows| rows.first().is_some_and(is_header));
    let Some(rows) = registers.next() else { return Ok(None) };
    if registers.next().is_some() {
        return Err(page.malformed("two tables have the columns of the register"));
    }
    check_paging(page)?;
    let Some((header, rows)) = rows.split_first() else { return Ok(None) };
    let columns = columns(header).map_err(|fault| page.fault(fault))?;
    let (headers, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| is_header(row));
    for other in headers.iter().filter(|other| folded(&other.text()) != folded(&header.text())) {
        page.note_unknown(NameKind::Heading, &other.text(), HEADINGS);
    }
    let extras = page.survey.extras(page.name(), used_headings(header, &rows), &COLUMNS);
    let rows = (1..).zip(&rows).map(|(position, row)| {
        let (width, found) = (header.0.len(), row.0.len());
        match found == width {
            true => Ok(record(page, row, columns, &extras)),
            false => Err(page.malformed(format!(
                "record {position} ({}) has {found} cells; the header has {width}",
                row.quoted()
            ))),
        }
    });
    rows.collect::<Result<_, _>>().map(Some)
}

/// Returns the headings of the columns with their places. A column without a heading is one only where
/// a cell of it holds anything, such as an icon.
fn used_headings<'r>(
    header: &'r Row<'_>,
    rows: &'r [&Row<'_>],
) -> impl Iterator<Item = (usize, &'r str)> {
    let is_used = |at: usize| {
        let mut cells = rows.iter().filter_map(|row| row.0.get(at)).chain(&header.0[at..=at]);
        cells.any(|cell| !cell.text.is_empty() || cell.element.child_elements().next().is_some())
    };
    let headings = header.0.iter().map(|heading| heading.text.as_str()).enumerate();
    headings.filter(move |(at, _)| is_used(*at))
}

/// Checks the headings and tables of the page. A page that was not saved by a browser has no table in
/// the place that a script fills with one (`#ag-licence-table`): no heading and no line before it may
/// speak against the licensees.
pub(super) fn check_tables(page: &SurveyedPage<'_>) {
    let is_list =
        |table: ElementRef<'_>| rows_of(table).first().is_some_and(is_header) || is_in_place(table);
    check_lists(page, HEADINGS, is_list);
    page.tables().filter(|table| is_list(*table)).for_each(|table| check_introduction(page, table));
    if let Some(place) = page.all(selector!("#ag-licence-table")).next() {
        check_introduction(page, place);
    }
    let headings = page.all(selector!("h1, h2, h3, h4, h5, h6, #ag-licence-table"));
    let headings = headings.take_while(|it| it.value().id() != Some("ag-licence-table"));
    let headings = headings.filter(|it| is_content(*it)).map(text_in);
    for heading in headings.filter(|heading| speaks_against(heading)) {
        page.note_unknown(NameKind::Heading, &heading, HEADINGS);
    }
}

/// Adds to the records of the block, as remarks, what else a table of the page says of them: another
/// company or status, a mark, or a column beside those of the block.
pub(super) fn note_table(page: &SurveyedPage<'_>, records: &mut [Record]) {
    let mut by_number: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, record) in records.iter().enumerate() {
        by_number.entry(identity(An, &record.number)).or_default().push(at);
    }
    for table in page.tables() {
        let rows = rows_of(table);
        let Some((header, rows)) = rows.split_first().filter(|(header, _)| is_header(header))
        else {
            let is_in_force =
                |at: &usize| !(records[*at].is_out_of_force() || records[*at].is_expired());
            let is_against = |row: &&Row<'_>| {
                let numbers = row.0.iter().map(|cell| identity(An, &cell.text));
                let mut records = numbers.filter_map(|it| by_number.get(&it)).flatten();
                records.any(is_in_force) && speaks_against(&row.text())
            };
            for row in rows.iter().filter(|row| is_in_place(table) && is_against(row)) {
                page.note_unknown(NameKind::Table, &row.text(), "");
            }
            continue;
        };
        let rows: Vec<_> = rows.iter().collect();
        let extras = page.survey.extras(page.name(), used_headings(header, &rows), &COLUMNS);
        let places = [COMPANY, STATUS, NUMBER].map(|field| positions(header, field).next());
        for row in rows {
            let shown = Shown(places.map(|at| row.0.get(at?)));
            let number = shown.0[2].map(|cell| identity(An, &cell.text));
            let same = number.and_then(|number| by_number.get(&number)).into_iter().flatten();
            let same: Vec<_> = same.map(|at| (*at, shown.differences(&records[*at]))).collect();
            if row.0.len() != header.0.len() && speaks_against(&row.text()) {
                page.note_unknown(NameKind::Table, &row.text(), "");
            }
            if same.is_empty() {
                continue;
            }
            // A number that was renewed may have one row for each of its records.
            let has_equal = same.iter().any(|(_, differences)| differences.is_empty());
            let remarks = shown.remarks(page, row, &extras);
            for (at, differences) in same {
                if differences.is_empty() == has_equal {
                    let differences = differences.iter().filter_map(|text| remark("Table", text));
                    records[at].remarks.extend(differences.chain(remarks.iter().cloned()));
                }
            }
        }
    }
}

/// Returns whether an element is where a script of the page shows the block.
fn is_in_place(element: ElementRef<'_>) -> bool {
    let mut around = element.ancestors().filter_map(ElementRef::wrap);
    around.any(|element| element.value().id() == Some("ag-licence-table"))
}

/// The company, the status and the number in a row of a table beside the block.
struct Shown<'r, 'p>([Option<&'r Cell<'p>>; 3]);

impl<'r> Shown<'r, '_> {
    /// Returns the company and the status that are others than those of a record.
    fn differences(&self, record: &Record) -> Vec<&'r str> {
        // What the table shows for a licence in force.
        const IN_FORCE: &str = "active | licensed | valid";
        let [company, status, _] = self.0.map(|cell| cell.map(|cell| cell.text.as_str()));
        let is_in_force = |text: &str| {
            is_one_of(&key(text.trim_start_matches(['\u{2713}', '\u{2714}', ' '])), IN_FORCE)
        };
        let is_company = |text: &str| {
            let is_same = company_key(text) == company_key(&record.company) && !is_marked(text);
            is_same || folded(text) == folded(&record.company)
        };
        let is_status = |text: &str| {
            folded(text) == folded(&record.status)
                || (is_in_force(text) && is_in_force(&record.status))
        };
        let company = company.filter(|it| !is_company(it));
        company.into_iter().chain(status.filter(|it| !is_status(it))).collect()
    }

    /// Returns the marks on its cells and what its other columns say.
    fn remarks(&self, page: &SurveyedPage<'_>, row: &Row<'_>, extras: &[Extra]) -> Vec<String> {
        let marks = ["Company", "Status", "Number"].into_iter().zip(self.0);
        let marks = marks.filter_map(|(label, cell)| page.cell_remark(label, cell?));
        let columns =
            extras.iter().filter_map(|extra| extra.remark(&row.0.get(extra.at)?.with_unseen()));
        marks.chain(columns).collect()
    }
}

fn is_header(row: &Row<'_>) -> bool {
    TELLING.iter().all(|field| positions(row, *field).next().is_some())
}

fn positions<'r>(header: &'r Row<'_>, field: usize) -> impl Iterator<Item = usize> + 'r {
    let is_field = move |at: &usize| COLUMNS.field(&header.0[*at].text) == Some(field);
    (0..header.0.len()).filter(is_field)
}

fn columns(header: &Row<'_>) -> Result<[usize; 7], RegisterFault> {
    let mut columns = [0; 7];
    for ((field, place), column) in columns.iter_mut().enumerate().zip(FIELDS) {
        let mut found = positions(header, field);
        *place = found
            .next()
            .ok_or_else(|| RegisterFault::MissingColumn { column, header: header.quoted() })?;
        if found.next().is_some() {
            return Err(RegisterFault::DoubledColumn { column });
        }
    }
    Ok(columns)
}

fn record(page: &SurveyedPage<'_>, row: &Row<'_>, columns: [usize; 7], extras: &[Extra]) -> Record {
    let cells = columns.map(|column| &row.0[column]);
    let remarks = extras.iter().filter_map(|extra| extra.remark(&row.0[extra.at].with_unseen()));
    let marks =
        [("Company", cells[0]), ("Status", cells[1]), ("Number", cells[2]), ("Type", cells[3])];
    let marks = marks.iter().filter_map(|(label, cell)| page.cell_remark(label, cell));
    let kept = extras.iter().map(|extra| {
        let text = row.0[extra.at].text.as_str();
        (extra.heading.clone(), Value::from(text).to_string())
    });
    let texts = cells.map(|cell| cell.text.as_str());
    let listed = page.domains_in(cells[6].element);
    Record::parse(page, texts, listed, kept.collect(), remarks.chain(marks).collect())
}
