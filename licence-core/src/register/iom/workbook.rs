//! The library that reads workbooks.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::panic::catch_unwind;

use calamine::{DataRef, Font, Reader, SheetType, SheetVisible, Style, Xlsx};
use chrono::Days;

use super::sheet_cells::{Cell, Row, Sheet};
use crate::register::RegisterFault;
use crate::text::collapsed;
use crate::time::Date;
use crate::written_date;

/// The most columns that are read. Titles and notes may be beside the table.
const MAX_COLUMNS: u32 = 64;

fn illegible(why: impl std::fmt::Display) -> RegisterFault {
    RegisterFault::Malformed(format!("the workbook cannot be read: {why}"))
}

/// Returns the sheets of a workbook that are shown. The library panics on some files.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Sheet>, RegisterFault> {
    let caught = catch_unwind(|| parsed(bytes));
    caught.unwrap_or_else(|_| Err(illegible("the library for workbooks gave up on it")))
}

fn parsed(bytes: &[u8]) -> Result<Vec<Sheet>, RegisterFault> {
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(illegible)?;
    let is_shown = |sheet: &&calamine::Sheet| {
        sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible
    };
    let shown = workbook.sheets_metadata().iter().filter(is_shown);
    let names: Vec<_> = shown.map(|sheet| sheet.name.clone()).collect();
    let sheet = |name: String| Ok(Sheet { rows: rows(&mut workbook, &name)?, name });
    names.into_iter().map(sheet).collect()
}

fn rows(workbook: &mut Xlsx<Cursor<&[u8]>>, sheet: &str) -> Result<Vec<Row>, RegisterFault> {
    // Day zero of the serial numbers by which spreadsheets store dates.
    let epoch = if workbook.has_1904_epoch() { (1904, 1, 1) } else { (1899, 12, 30) };
    let epoch = Date::from_ymd_opt(epoch.0, epoch.1, epoch.2);
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(illegible)?;
    let mut rows = BTreeMap::<u32, Row>::new();
    let is_struck = |style: &Style| style.font.as_ref().is_some_and(Font::has_strikethrough);
    let struck: Vec<_> = cells.styles().iter().map(is_struck).collect();
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(illegible)? {
        let (row, column) = cell.get_position();
        let mut read = cell_of(cell.get_value(), epoch);
        read.is_struck = struck.get(style).copied().unwrap_or_default();
        if read.text.is_empty() || column >= MAX_COLUMNS {
            continue;
        }
        let number = row.saturating_add(1);
        let row = rows.entry(row).or_insert_with(|| Row { number, ..Row::default() });
        row.cells.insert(column, read);
    }
    Ok(rows.into_values().collect())
}

fn cell_of(value: &DataRef<'_>, epoch: Option<Date>) -> Cell {
    let text = |text: &str| Cell {
        date: written_date::whole(text),
        text: collapsed(text),
        ..Cell::default()
    };
    match value {
        DataRef::Empty => Cell::default(),
        DataRef::String(written) => text(written),
        DataRef::SharedString(written) => text(written),
        DataRef::DateTime(day) => serial(day.as_f64(), epoch),
        DataRef::Float(number) => serial(*number, epoch),
        DataRef::Int(number) => serial(*number as f64, epoch),
        DataRef::DateTimeIso(written) => {
            let cell = text(written);
            Cell { date: written_date::first_in(&cell.text), is_value: true, ..cell }
        }
        DataRef::DurationIso(written) => Cell { is_value: true, ..text(written) },
        DataRef::Bool(value) => Cell { is_value: true, ..text(&value.to_string()) },
        DataRef::Error(error) => Cell { is_value: true, ..text(&error.to_string()) },
    }
}

/// Returns the cell of a number that may be a date; its column decides whether it is one.
fn serial(number: f64, epoch: Option<Date>) -> Cell {
    // From March 1900, before which the count is off by a day, to the year 9999.
    let is_day = (61.0..2_958_466.0).contains(&number);
    let day =
        epoch.filter(|_| is_day).and_then(|day| day.checked_add_days(Days::new(number as u64)));
    let text = day.map_or_else(|| number.to_string(), |day| day.to_string());
    Cell { text, date: day, is_value: true, is_struck: false }
}
