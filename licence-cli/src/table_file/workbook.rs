//! XLSX: the first sheet of a workbook.

use std::fmt::Display;
use std::io::{self, Cursor, Write};

use calamine::{Data, Reader, Xlsx};
use rust_xlsxwriter::{Workbook, XlsxError};
use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use super::cell::Cell;
use crate::exit::Failure;

/// The most rows of a sheet.
const MAX_ROWS: usize = 1_048_576;
const MAX_COLUMNS: usize = 16_384;
/// The most characters of a cell, counted as UTF-16.
const MAX_CELL_CHARS: usize = 32_767;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FirstSheet {
    pub(super) rows: Vec<Vec<Cell>>,
    /// The names of all sheets, in their order.
    pub(super) sheets: Vec<String>,
}

/// Reads the first sheet. Dates become text as `YYYY-MM-DD`.
pub(super) fn read(bytes: &[u8]) -> Result<FirstSheet, String> {
    let archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|_| unreadable("the file is cut off or damaged; save it again"))?;
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    require_checksums(archive)?;
    let sheet =
        book.worksheet_range_at(0).ok_or("the workbook has no sheet")?.map_err(unreadable)?;
    // The library leaves out the empty columns before the first used one, and `--column 2` is B.
    let empty = sheet.start().map_or(0, |(_, column)| column as usize);
    let before = || std::iter::repeat_n(Cell::Text(String::new()), empty);
    let rows = sheet.rows().map(|row| before().chain(row.iter().map(cell)).collect()).collect();
    Ok(FirstSheet { rows, sheets: book.sheet_names() })
}

/// Unpacks every part to its end, where its checksum is compared. The library that reads the cells stops
/// before.
fn require_checksums(mut archive: ZipArchive<Cursor<&[u8]>>) -> Result<(), String> {
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(unreadable)?;
        io::copy(&mut part, &mut io::sink()).map_err(unreadable)?;
    }
    Ok(())
}

fn unreadable(error: impl Display) -> String {
    format!("not a workbook that can be read: {error}")
}

fn cell(data: &Data) -> Cell {
    match data {
        Data::Float(number) => Cell::Number(*number),
        Data::Int(number) => Cell::Number(*number as f64),
        Data::Bool(value) => Cell::Boolean(*value),
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
            let day = format!("{year:04}-{month:02}-{day:02}");
            Cell::Text(match (hour, minute, second) {
                (0, 0, 0) => day,
                _ => format!("{day} {hour:02}:{minute:02}:{second:02}"),
            })
        }
        other => Cell::Text(other.to_string()),
    }
}

/// Refuses rows that a sheet has no room for.
pub(super) fn require_room(rows: &[Vec<Cell>]) -> Result<(), Failure> {
    let refused = |error: String| Err(Failure::Usage(format!("{error}; write it as CSV")));
    if rows.len() > MAX_ROWS {
        let rows = rows.len();
        return refused(format!("a sheet has at most {MAX_ROWS} rows, and this table {rows}"));
    }
    for (row, cells) in (1..).zip(rows) {
        if cells.len() > MAX_COLUMNS {
            let columns = cells.len();
            let limit = format!("a sheet has at most {MAX_COLUMNS} columns");
            return refused(format!("{limit}, and row {row} has {columns}"));
        }
        let lengths = cells.iter().map(|cell| cell.text().encode_utf16().count());
        if let Some(length) = lengths.filter(|length| *length > MAX_CELL_CHARS).max() {
            let limit = format!("a cell of a sheet has at most {MAX_CELL_CHARS} characters");
            return refused(format!("{limit}, and one of row {row} has {length}"));
        }
    }
    Ok(())
}

/// Writes a workbook of one sheet. Text is written as text, so that a spreadsheet runs none of it as a formula.
pub(super) fn write(rows: &[Vec<Cell>], out: &mut (impl Write + Send)) -> Result<(), Failure> {
    require_room(rows)?;
    let failed = |error: XlsxError| Failure::Usage(format!("the workbook: {error}"));
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, cells) in (0u32..).zip(rows) {
        for (column, cell) in (0u16..).zip(cells) {
            match cell {
                Cell::Number(number) => sheet.write_number(row, column, *number),
                Cell::Boolean(value) => sheet.write_boolean(row, column, *value),
                Cell::Text(text) if text.is_empty() => continue,
                Cell::Text(text) => sheet.write_string(row, column, text),
            }
            .map_err(failed)?;
        }
    }
    book.save_to_writer(out).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workbook_keeps_its_cells() {
        let text = |text: &str| Cell::Text(text.to_owned());
        let rows = vec![
            vec![text("site"), text("share"), text("live")],
            vec![text("=1+1"), Cell::Number(0.25), Cell::Boolean(true)],
        ];
        let mut file = Vec::new();
        write(&rows, &mut file).unwrap();
        let read_back = read(&file).unwrap();
        assert_eq!((read_back.rows, read_back.sheets), (rows, vec!["Sheet1".to_owned()]));
        let second = vec![vec![text(""), text("site")], vec![text(""), text("a.example")]];
        let mut shifted = Vec::new();
        write(&second, &mut shifted).unwrap();
        assert_eq!(read(&shifted).unwrap().rows, second, "its second column is still its second");
        for cut in [&file[..file.len() / 2], b"PK\x03\x04 and then nothing"] {
            let error = read(cut).unwrap_err();
            assert!(error.ends_with(": the file is cut off or damaged; save it again"), "{error}");
        }
    }

    #[test]
    fn a_workbook_with_a_wrong_checksum_is_refused() {
        const SHEET: &[u8] = b"xl/worksheets/sheet1.xml";
        /// The bytes from the checksum to the name in an entry of the directory, which comes last.
        const CHECKSUM_BEFORE_NAME: usize = 30;
        let mut file = Vec::new();
        write(&[vec![Cell::Text("site".to_owned())]], &mut file).unwrap();
        let name = file.windows(SHEET.len()).rposition(|part| part == SHEET).unwrap();
        file[name - CHECKSUM_BEFORE_NAME] ^= 1;
        let error = read(&file).unwrap_err();
        assert!(error.starts_with("not a workbook that can be read: "), "{error}");
    }
}
