//! The spreadsheet of licence holders.

use serde_json::Value;

use super::entry::Entry;
use super::sheet_cells::{Row, visible_sheets};
use crate::register::{RegisterError, RegisterFault, SourceFile, archive};
use crate::text::{folded, shown};

/// The columns, in the order of the regulator; they are found by name.
const COLUMNS: [&str; 4] = ["Name", "Firm Status", "Initial Licence Date", "Licence Type"];

/// Titles may stand above the header.
const HEADER_WITHIN: usize = 20;

/// The spreadsheet whose name has the newest date.
pub(super) fn newest<'f>(
    files: &[&'f SourceFile],
) -> Result<Option<&'f SourceFile>, RegisterError> {
    let newest = files.iter().max_by_key(|file| (date_in(&file.name), &file.name, &file.bytes));
    let Some(newest) = newest else { return Ok(None) };
    let date = date_in(&newest.name);
    let is_rival = |file: &&&SourceFile| date_in(&file.name) == date && file.bytes != newest.bytes;
    match files.iter().find(is_rival) {
        Some(rival) => {
            let fault = format!("which is newer, this or {}? their names say no date", rival.name);
            Err(RegisterError::of_file(&newest.name, RegisterFault::Malformed(fault)))
        }
        None => Ok(Some(newest)),
    }
}

/// The last `YY-MM-DD` of a file name, as its digits; empty without one.
fn date_in(name: &str) -> &str {
    let is_date = |part: &[u8]| {
        let mut pairs = part.iter().enumerate();
        pairs.all(|(at, byte)| if at % 3 == 2 { *byte == b'-' } else { byte.is_ascii_digit() })
    };
    let at = name.as_bytes().windows(8).rposition(is_date);
    at.and_then(|at| name.get(at..at + 8)).unwrap_or_default()
}

/// The licensees of the spreadsheet.
pub(super) fn entries(file: &SourceFile) -> Result<Vec<Entry>, RegisterError> {
    let refused = |fault| RegisterError::of_file(&file.name, fault);
    archive::check(file)?;
    let sheets = visible_sheets(&file.bytes).map_err(refused)?;
    let mut tables = sheets.iter().filter_map(|rows| {
        let at = rows.iter().take(HEADER_WITHIN).position(|row| columns(row).is_some())?;
        Some((columns(&rows[at])?, &rows[at], &rows[at + 1..]))
    });
    let Some((columns, header, rows)) = tables.next() else {
        return Err(refused(no_table(&sheets)));
    };
    if tables.next().is_some() {
        let fault = format!("two sheets have the columns {}", COLUMNS.join(", "));
        return Err(refused(RegisterFault::Malformed(fault)));
    }
    let entries: Result<Vec<_>, _> = rows.iter().map(|row| entry(row, columns, header)).collect();
    let mut entries = entries.map_err(|fault| refused(RegisterFault::Malformed(fault)))?;
    if entries.is_empty() {
        return Err(refused(RegisterFault::Malformed("the table has no rows".to_owned())));
    }
    entries.sort_by_cached_key(Entry::order);
    entries.dedup_by_key(|entry| entry.order());
    Ok(entries)
}

/// Where the columns stand, when the row is the header.
fn columns(row: &Row) -> Option<[u32; 4]> {
    let place = |name: &str| {
        let wanted = folded(name);
        let mut cells = row.cells.iter();
        cells.find(|(_, cell)| folded(&cell.text) == wanted).map(|(column, _)| *column)
    };
    let [name, status, date, kind] = COLUMNS.map(place);
    Some([name?, status?, date?, kind?])
}

fn no_table(sheets: &[Vec<Row>]) -> RegisterFault {
    let first = sheets.iter().find_map(|rows| rows.first());
    let found = first.map_or("an empty workbook".to_owned(), |row| {
        let cells: Vec<_> = row.cells.values().take(8).map(|cell| cell.text.as_str()).collect();
        format!("a workbook that begins with {}", shown(&cells.join(" | ")))
    });
    let expected = format!("a sheet with the columns {}", COLUMNS.join(", "));
    RegisterFault::NotTheRegister { expected, found }
}

fn entry(row: &Row, columns: [u32; 4], header: &Row) -> Result<Entry, String> {
    let cells = columns.map(|column| row.cells.get(&column).cloned().unwrap_or_default());
    let [name, status, date, kind] = &cells;
    let called = format!("row {} of the sheet", row.number);
    for (column, cell) in COLUMNS.iter().zip(&cells).filter(|(c, _)| **c != COLUMNS[2]) {
        if !cell.is_text {
            return Err(format!("{called}: {column:?} is {}, no text", shown(&cell.text)));
        }
    }
    if status.text.is_empty() {
        return Err(format!("{called} ({}) has no {:?}", shown(&name.text), COLUMNS[1]));
    }
    let entry = Entry {
        name: name.text.clone(),
        status: status.text.clone(),
        kind: kind.text.clone(),
        from: date.date,
        remarks: remarks(row, columns, header),
        raw: COLUMNS
            .iter()
            .zip(&cells)
            .map(|(column, cell)| ((*column).to_owned(), Value::from(cell.text.clone())))
            .collect(),
        ..Entry::default()
    };
    entry.check(&called)?;
    Ok(entry)
}

/// The cells of other columns, with their headings.
fn remarks(row: &Row, columns: [u32; 4], header: &Row) -> Vec<(String, String)> {
    let others = row.cells.iter().filter(|(column, _)| !columns.contains(column));
    let heading = |column| header.cells.get(column).map_or(String::new(), |cell| cell.text.clone());
    others.map(|(column, cell)| (heading(column), cell.text.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_dated() {
        for (name, date) in [
            ("26-10-02-current-ogra-licence-holders.xlsx", "26-10-02"),
            ("/tmp/25-01-31/26-10-02-current.xlsx", "26-10-02"),
            ("2026-10-02.xlsx", "26-10-02"),
            ("licence-holders.xlsx", ""),
            ("é6-10-02", ""),
        ] {
            assert_eq!(date_in(name), date, "{name}");
        }
    }
}
