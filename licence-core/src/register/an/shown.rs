//! The table that a script shows beside the data block, compared with the records of the block.

use std::collections::HashMap;

use super::record::Record;
use super::table::{COLUMNS, COMPANY, NUMBER, STATUS, is_header, is_in_place, used_headings};
use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number::identity;
use crate::register::NameKind;
use crate::register::html_table::{Cell, Row, rows_of};
use crate::register::layout::{company_key, is_one_of, key, remark, speaks_against};
use crate::register::marks::is_marked;
use crate::register::surveyed_page::{SurveyedPage, remarks_in};
use crate::text::folded;

/// Adds to the records of the block, as remarks, what else a table of the page says of them: another
/// company or status, a mark, or a column beside those of the block.
pub(super) fn note_table(page: &SurveyedPage<'_>, records: &mut [Record]) {
    let mut by_number: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, record) in records.iter().enumerate() {
        by_number.entry(identity(An, &record.number)).or_default().push(at);
    }
    for table in page.tables() {
        let rows = rows_of(table);
        match rows.split_first() {
            Some((header, rows)) if is_header(header) => {
                note_rows(page, header, &rows.iter().collect::<Vec<_>>(), &by_number, records);
            }
            _ if is_in_place(table) => note_rows_against(page, &rows, &by_number, records),
            _ => {}
        }
    }
}

/// Adds what rows under a known header say of the records.
fn note_rows(
    page: &SurveyedPage<'_>,
    header: &Row<'_>,
    rows: &[&Row<'_>],
    by_number: &HashMap<String, Vec<usize>>,
    records: &mut [Record],
) {
    let extras = page.survey.extras(page.name(), used_headings(header, rows), &COLUMNS);
    let places = [COMPANY, STATUS, NUMBER].map(|field| header.places(&COLUMNS, field).next());
    for row in rows {
        let cells = places.map(|at| row.0.get(at?));
        let has_number = cells[2].is_some_and(|cell| !cell.text.is_empty());
        let is_heading = row.0.len() != header.0.len() || !has_number;
        if is_heading && speaks_against(&row.text()) {
            page.note_unknown(NameKind::Table, &row.text(), "");
        }
        let number = cells[2].map(|cell| identity(An, &cell.text));
        let Some(same) = number.and_then(|number| by_number.get(&number)) else { continue };
        let same: Vec<_> = same.iter().map(|at| (*at, differences(cells, &records[*at]))).collect();
        // A number that was renewed may have one row for each of its records.
        let has_equal = same.iter().any(|(_, differences)| differences.is_empty());
        let marks = ["Company", "Status", "Number"].into_iter().zip(cells);
        let marks = marks.filter_map(|(label, cell)| page.cell_remark(label, cell?));
        let remarks: Vec<_> = marks.chain(remarks_in(row, &extras)).collect();
        for (at, differences) in same.iter().filter(|(_, it)| it.is_empty() == has_equal) {
            let differences = differences.iter().filter_map(|text| remark("Table", text));
            records[*at].remarks.extend(differences.chain(remarks.iter().cloned()));
        }
    }
}

/// Notes the rows without a known header that speak against a record in force.
fn note_rows_against(
    page: &SurveyedPage<'_>,
    rows: &[Row<'_>],
    by_number: &HashMap<String, Vec<usize>>,
    records: &[Record],
) {
    let is_in_force = |at: &usize| !(records[*at].is_out_of_force() || records[*at].is_expired());
    for row in rows.iter().filter(|row| speaks_against(&row.text())) {
        let numbers = row.0.iter().map(|cell| identity(An, &cell.text));
        if numbers.filter_map(|number| by_number.get(&number)).flatten().any(is_in_force) {
            page.note_unknown(NameKind::Table, &row.text(), "");
        }
    }
}

/// Returns the company and the status in the cells of a row that are others than those of a record.
fn differences<'r>(cells: [Option<&'r Cell<'_>>; 3], record: &Record) -> Vec<&'r str> {
    // What the table shows for a licence in force.
    const IN_FORCE: &str = "active | licensed | valid";
    let [company, status, _] = cells.map(|cell| cell.map(|cell| cell.text.as_str()));
    let is_in_force = |text: &str| {
        is_one_of(&key(text.trim_start_matches(['\u{2713}', '\u{2714}', ' '])), IN_FORCE)
    };
    let is_company = |text: &str| {
        let is_same = company_key(text) == company_key(&record.company) && !is_marked(text);
        is_same || folded(text) == folded(&record.company)
    };
    let is_status = |text: &str| {
        folded(text) == folded(&record.status) || (is_in_force(text) && is_in_force(&record.status))
    };
    let company = company.filter(|it| !is_company(it));
    company.into_iter().chain(status.filter(|it| !is_status(it))).collect()
}
