//! The tables of a seal page that have an id: its licences, and its kinds of games.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::cells::Printed;
use crate::register::html_page::{elements_around, is_hidden, selector};
use crate::register::html_table::{Cell, Row, rows_of};
use crate::register::layout::{HIDDEN, note};
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::text::{collapsed, quoted};

/// The headings of both tables, whose cells are found by their classes.
const COLUMNS: &str = "game type | game types | licence class | licence number | licence status | licence type | \
    status | type | vertical | verticals";

const NUMBER: &str = "cell-license-number";
const KIND: &str = "cell-license-type";
const STATUS: &str = "cell-license-status";
const VERTICAL: &str = "cell-game-type-vertical";

pub(super) fn licences(page: &SurveyedPage<'_>) -> Result<Vec<Printed>, RegisterError> {
    let tables = page.all(selector!(r#"table[id$="tblLicenses"]"#));
    let rows = tables.flat_map(|table| rows_under_header(page, table));
    let licences = rows.map(|row| licence(page, &row)).collect::<Result<Vec<_>, _>>()?;
    match licences.is_empty() {
        true => Err(page.malformed("the table tblLicenses has no licence")),
        false => Ok(licences),
    }
}

fn licence(page: &SurveyedPage<'_>, row: &Row<'_>) -> Result<Printed, RegisterError> {
    let of_class = |class: &str| row.0.iter().find(|cell| has_class(cell, class));
    let cells = [NUMBER, KIND, STATUS].map(of_class);
    let [Some(number), Some(kind), Some(status)] = cells else {
        return Err(page.malformed(format!(
            "the licence row {} lacks one of the cells cell-license-number, -type, -status",
            quoted(&row.text().replace(" | ", " "))
        )));
    };
    let plain = page.plain_number(number);
    let mut printed =
        Printed::parse(&plain, &kind.text, &status.text).map_err(|fault| page.malformed(fault))?;
    let marks = [
        page.number_cell_remark("Number", number),
        page.type_cell_remark("Type", kind),
        page.cell_remark("Status", status),
    ];
    let others =
        row.0.iter().filter(|cell| ![NUMBER, KIND, STATUS].iter().any(|it| has_class(cell, it)));
    let others = others.filter_map(|cell| page.text_remark("Text", &cell.text_with_pictures()));
    let hidden = is_unseen(row).then(|| HIDDEN.to_owned());
    note(&mut printed.status, marks.into_iter().flatten().chain(others).chain(hidden));
    Ok(printed)
}

/// Returns whether a row or its table is hidden.
pub(super) fn is_unseen(row: &Row<'_>) -> bool {
    let table = row.0.first().and_then(|cell| {
        elements_around(*cell.element).find(|around| around.value().name() == "table")
    });
    row.is_hidden() || table.is_some_and(is_hidden)
}

/// Returns the kinds of games, and what else their table says.
pub(super) fn verticals(page: &SurveyedPage<'_>) -> (BTreeSet<String>, Vec<String>) {
    let tables = page.all(selector!(r#"table[id$="tblGameTypesTable"]"#));
    let cells = tables.flat_map(|table| rows_under_header(page, table)).flat_map(|row| row.0);
    let (verticals, others): (Vec<_>, Vec<_>) = cells.partition(|cell| has_class(cell, VERTICAL));
    let points = verticals.iter().flat_map(|cell| cell.text.split('\u{2022}')).map(collapsed);
    let others =
        others.iter().filter_map(|cell| page.text_remark("Text", &cell.text_with_pictures()));
    (points.filter(|point| !point.is_empty()).collect(), others.collect())
}

/// Returns the rows of a table without its headers, which must be known.
fn rows_under_header<'p>(page: &SurveyedPage<'_>, table: ElementRef<'p>) -> Vec<Row<'p>> {
    let is_header = |row: &Row<'_>| row.0.iter().all(|cell| cell.element.value().name() == "th");
    let (headers, rows): (Vec<_>, Vec<_>) = rows_of(table).into_iter().partition(is_header);
    for heading in headers.iter().flat_map(Row::texts) {
        page.note_unknown(NameKind::Column, heading, COLUMNS);
    }
    rows
}

fn has_class(cell: &Cell<'_>, class: &str) -> bool {
    cell.element.value().classes().any(|it| it == class)
}
