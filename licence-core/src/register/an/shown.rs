//! The table that a script shows beside the data block, compared with the records of the block.

use std::collections::HashMap;

use super::record::{Record, is_more_than_a_number, plain_number};
use super::table::{COLUMNS, has_columns, is_header, is_in_place, used_headings};
use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number::{identifies, identity};
use crate::register::NameKind;
use crate::register::domain_cell::site_key;
use crate::register::html_table::{Cell, Row, rows_of};
use crate::register::layout::{STRUCK_OUT, company_key, is_one_of, key, remark, speaks_against};
use crate::register::marks::is_marked;
use crate::register::surveyed_page::{SurveyedPage, remarks_in};
use crate::text::folded;

/// The places of the records by their number and by their company.
struct Places {
    by_number: HashMap<String, Vec<usize>>,
    by_company: HashMap<String, Vec<usize>>,
}

impl Places {
    fn new(records: &[Record]) -> Self {
        let mut places = Self { by_number: HashMap::new(), by_company: HashMap::new() };
        for (at, record) in records.iter().enumerate() {
            places.by_number.entry(identity(An, &record.number)).or_default().push(at);
            places.by_company.entry(company_key(&record.company)).or_default().push(at);
        }
        places
    }

    /// Returns the places of the records whose number a text is or holds, also inside a word
    /// (`SuspendedALSI-202601001-FI1`).
    fn of_number(&self, text: &str) -> &[usize] {
        let text = identity(An, plain_number(text));
        let places = || text.char_indices().map(|(at, _)| at);
        let parts = places().map(|at| &text[at..]).chain(places().map(|at| &text[..at]));
        let mut parts = parts.filter(|part| *part == text || identifies(An, part));
        let found = parts.find_map(|part| self.by_number.get(part));
        found.map(Vec::as_slice).unwrap_or_default()
    }

    fn of_company(&self, company: &str) -> &[usize] {
        self.by_company.get(&company_key(company)).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Adds to the records of the block, as remarks, what else a table of the page says of them: another
/// company or status, a mark, or a column beside those of the block. Where a script shows the block, a
/// table of companies and statuses needs no numbers.
pub(super) fn note_table(page: &SurveyedPage<'_>, records: &mut [Record]) {
    let places = Places::new(records);
    for table in page.tables() {
        let rows = rows_of(table);
        match rows.split_first() {
            Some((header, rows))
                if is_header(header)
                    || (is_in_place(table) && has_columns(header, ["company", "status"])) =>
            {
                note_rows(page, header, &rows.iter().collect::<Vec<_>>(), &places, records);
            }
            _ if is_in_place(table) => note_rows_against(page, &rows, &places, records),
            _ => {}
        }
    }
}

/// Adds what rows under a known header say of the records.
fn note_rows(
    page: &SurveyedPage<'_>,
    header: &Row<'_>,
    rows: &[&Row<'_>],
    places: &Places,
    records: &mut [Record],
) {
    let extras = page.survey.extras(page.name(), used_headings(header, rows), &COLUMNS);
    let columns = ["company", "status", "number", "type", "domains"];
    let columns = columns.map(|field| header.places(&COLUMNS, field).next());
    for row in rows {
        let [company, status, number, kind, domains] = columns.map(|at| row.0.get(at?));
        let of_number = number.map(|cell| places.of_number(&cell.text)).unwrap_or_default();
        let same = match company {
            Some(company) if of_number.is_empty() => places.of_company(&page.plain_name(company)),
            _ => of_number,
        };
        let fits = row.0.len() == header.0.len() && row.columns() == header.columns();
        let is_of_none = row.0.len() != header.0.len() || (number.is_some() && same.is_empty());
        // In a row of other columns than the header, the cells are not under their headings.
        if (!fits && row.0.len() > 1) || (is_of_none && speaks_against(&row.text())) {
            page.note_unknown(NameKind::Table, &row.text(), "");
        }
        if same.is_empty() {
            continue;
        }
        let marks = [("Company", company), ("Status", status), ("Number", number)];
        let marks = marks.into_iter().filter_map(|(label, cell)| page.cell_remark(label, cell?));
        let marks = marks.chain(kind.and_then(|cell| page.type_cell_remark("Type", cell)));
        let remarks: Vec<_> = marks.chain(remarks_in(row, &extras)).collect();
        let is_mark = |text: &str| match of_number.is_empty() {
            true => speaks_against(text),
            false => is_more_than_a_number(text),
        };
        let mark = number.filter(|cell| is_mark(&cell.text));
        let mark = mark.and_then(|cell| page.text_remark("Number", &cell.text));
        let mark = mark.filter(|mark| !remarks.contains(mark));
        let closest = closest(same, [company, status], records);
        let is_only = closest.len() == 1;
        for (at, differences) in closest {
            let differences = differences.into_iter().filter_map(|text| remark("Table", text));
            records[at].remarks.extend(differences.chain(remarks.iter().cloned()));
            // The block may have the same mark.
            let mark = mark.clone().filter(|mark| !records[at].remarks.contains(mark));
            records[at].remarks.extend(mark);
            if let Some(cell) = domains.filter(|_| is_only) {
                note_domains(page, &mut records[at], cell);
            }
        }
    }
}

/// Returns the places of the records that a row is about, with what it says otherwise. A number that was
/// renewed may have one row for each of its records.
fn closest<'r>(
    same: &[usize],
    cells: [Option<&'r Cell<'_>>; 2],
    records: &[Record],
) -> Vec<(usize, Vec<&'r str>)> {
    let mut same: Vec<_> = same.iter().map(|at| (*at, differences(cells, &records[*at]))).collect();
    if same.iter().any(|(_, differences)| differences.is_empty()) {
        same.retain(|(_, differences)| differences.is_empty());
    }
    same
}

/// Adds to the domains of a record the words beside them in the table, or that they are struck out there.
fn note_domains(page: &SurveyedPage<'_>, record: &mut Record, cell: &Cell<'_>) {
    let shown = page.domains_in(cell.element);
    record.remarks.extend(page.domains_remark("Table", &shown));
    for address in &mut record.domains {
        let site = site_key(&address.text);
        let same: Vec<_> = shown.addresses.iter().filter(|it| site_key(&it.text) == site).collect();
        let words = same.iter().find_map(|it| it.words.clone());
        // A struck-out address is in the cell, and not among its addresses.
        let is_struck = cell.is_struck && same.is_empty() && cell.text.contains(&address.text);
        let struck = is_struck.then(|| STRUCK_OUT.to_owned());
        address.words = address.words.take().or(words).or(struck);
    }
}

/// Notes the rows without a known header that speak against a record in force: by its number, or by a
/// company whose records are all in force.
fn note_rows_against(
    page: &SurveyedPage<'_>,
    rows: &[Row<'_>],
    places: &Places,
    records: &[Record],
) {
    let is_in_force = |at: &usize| !(records[*at].is_out_of_force() || records[*at].is_expired());
    let is_against = |text: &str| {
        let of_company = places.of_company(text);
        places.of_number(text).iter().any(is_in_force)
            || (!of_company.is_empty() && of_company.iter().all(is_in_force))
    };
    for row in rows.iter().filter(|row| speaks_against(&row.text())) {
        if row.texts().any(is_against) {
            page.note_unknown(NameKind::Table, &row.text(), "");
        }
    }
}

/// Returns the company and the status in the cells of a row that are others than those of a record.
fn differences<'r>(cells: [Option<&'r Cell<'_>>; 2], record: &Record) -> Vec<&'r str> {
    // What the table shows for a licence in force.
    const IN_FORCE: &str = "active | licensed | valid";
    let [company, status] = cells.map(|cell| cell.map(|cell| cell.text.as_str()));
    let is_in_force = |text: &str| {
        let text = text.trim_start_matches(['\u{2713}', '\u{2714}', ' ']);
        // The key has no signs at its end, which may be those of a footnote.
        is_one_of(&key(text), IN_FORCE) && !text.contains(['*', '?', '!'])
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
