//! The tables of a seal page that have an id: its licences, and its kinds of games.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::cells::{Printed, is_in_force};
use crate::register::html_page::selector;
use crate::register::html_table::{Cell, Row as Cells, rows_of};
use crate::register::layout::{Found, Names, note, remark};
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::text::{collapsed, quoted};

pub(super) const ROWS: Names<Row> = Names {
    fields: &[(Row::Websites, "website urls | website url"), (Row::Status, "status")],
    beside: "licence number | type | vertical | game type | licence type",
};

pub(super) const CAPTIONS: &str =
    "game types | licences | licence details | website urls | websites";

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Row {
    Websites,
    Status,
}

pub(super) fn licences(page: &SurveyedPage<'_>) -> Result<Vec<Printed>, RegisterError> {
    let mut licences = Vec::new();
    for table in page.all(selector!(r#"table[id$="tblLicenses"]"#)) {
        let (header, rows) = parts_of(page, table);
        for row in &rows {
            licences.push(licence(page, header.as_ref(), row)?);
        }
    }
    match licences.is_empty() {
        true => Err(page.malformed("the table tblLicenses has no licence")),
        false => Ok(licences),
    }
}

/// Returns the header of a table and its other rows. All headings must be known.
fn parts_of<'p>(
    page: &SurveyedPage<'_>,
    table: ElementRef<'p>,
) -> (Option<Cells<'p>>, Vec<Cells<'p>>) {
    let is_header = |row: &Cells<'_>| row.0.iter().all(|cell| cell.element.value().name() == "th");
    let (headers, rows): (Vec<_>, Vec<_>) = rows_of(table).into_iter().partition(is_header);
    for heading in headers.iter().flat_map(Cells::texts) {
        page.find(NameKind::Column, heading, &ROWS);
    }
    (headers.into_iter().next(), rows)
}

fn licence(
    page: &SurveyedPage<'_>,
    header: Option<&Cells<'_>>,
    row: &Cells<'_>,
) -> Result<Printed, RegisterError> {
    const CLASSES: [&str; 3] = ["cell-license-number", "cell-license-type", "cell-license-status"];
    let class_of = |cell: &Cell<'_>| {
        CLASSES.iter().position(|known| cell.element.value().classes().any(|it| it == *known))
    };
    let cells = [0, 1, 2].map(|at| row.0.iter().find(|cell| class_of(cell) == Some(at)));
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
    let others = remarks_beside(page, header, row, |cell| class_of(cell).is_some());
    note(&mut printed.status, marks.into_iter().flatten().chain(others));
    Ok(printed)
}

/// Returns the remarks in the cells of a row that no class declares, under the headings of its table.
fn remarks_beside(
    page: &SurveyedPage<'_>,
    header: Option<&Cells<'_>>,
    row: &Cells<'_>,
    is_declared: impl Fn(&Cell<'_>) -> bool,
) -> Vec<String> {
    let others = row.0.iter().enumerate();
    let others = others.filter(|(_, cell)| !cell.text.is_empty() && !is_declared(cell));
    let remarks = others.filter_map(|(at, cell)| {
        let heading = header.and_then(|header| header.0.get(at)).map_or("", |it| it.text.as_str());
        match page.find(NameKind::Column, heading, &ROWS) {
            Found::Remark => remark(heading, &cell.text),
            Found::Field(Row::Status) if !is_in_force(Some(&cell.text)) => {
                page.text_remark(heading, &cell.text)
            }
            Found::Field(_) | Found::Beside => None,
        }
    });
    remarks.collect()
}

/// Returns the kinds of games, and the remarks beside them.
pub(super) fn verticals(page: &SurveyedPage<'_>) -> (BTreeSet<String>, Vec<String>) {
    let (mut verticals, mut remarks) = (BTreeSet::new(), Vec::new());
    let is_vertical =
        |cell: &Cell<'_>| cell.element.value().classes().any(|it| it == "cell-game-type-vertical");
    for table in page.all(selector!(r#"table[id$="tblGameTypesTable"]"#)) {
        let (header, rows) = parts_of(page, table);
        for row in &rows {
            remarks.extend(remarks_beside(page, header.as_ref(), row, is_vertical));
            let texts = row.0.iter().filter(|cell| is_vertical(cell)).map(|cell| &cell.text);
            let points = texts.flat_map(|text| text.split('\u{2022}')).map(collapsed);
            verticals.extend(points.filter(|point| !point.is_empty()));
        }
    }
    (verticals, remarks)
}
