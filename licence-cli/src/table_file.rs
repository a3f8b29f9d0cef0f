//! Tables of the user: CSV in any usual form, and XLSX.

mod cell;
mod text;
mod workbook;
mod workbook_reader;

use std::io::Write;
use std::path::Path;

use crate::exit::Failure;
use crate::input;
pub(crate) use cell::{Cell, TableForm};
use licence_core::hex::sha256_hex;
use licence_core::request::{
    columns_named, free_column_name, is_header, quoted, require_even_rows,
};
use workbook::FirstSheet;
pub(crate) use workbook_reader::run_if_asked;

/// The largest table file, in bytes: a table is held in memory.
const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// The most empty cells that are added to rows which are shorter than the longest.
const MAX_ADDED_CELLS: usize = 50_000_000;

/// A table: rows of cells, which may differ in length.
#[derive(Debug)]
pub(crate) struct TableFile {
    pub(crate) form: TableForm,
    /// The SHA-256 of the file.
    pub(crate) sha256: String,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// The names of the sheets of a workbook. The rows are those of the first.
    pub(crate) sheets: Vec<String>,
}

/// The column that holds the domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DomainColumn {
    pub(crate) index: usize,
    /// Whether the first row names the columns.
    pub(crate) has_header: bool,
}

impl TableFile {
    /// Reads a table; its encoding, delimiter and byte order mark are detected.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let file = input::read(path, MAX_BYTES)?;
        Self::parse(&file.bytes).map_err(|error| Failure::in_file(path, error))
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (form, rows, sheets) = if bytes.starts_with(b"PK\x03\x04") {
            let FirstSheet { rows, sheets } = workbook_reader::read(bytes)?;
            (TableForm::Workbook, rows, sheets)
        } else {
            let (form, rows) = text::read(bytes)?;
            (form, rows, Vec::new())
        };
        Ok(Self { form, sha256: sha256_hex(bytes), rows, sheets })
    }

    /// Finds a column by its number from 1, else by its name in any case.
    pub(crate) fn column(&self, wanted: &str) -> Result<DomainColumn, Failure> {
        let Some(first) = self.rows.first() else {
            return Err(Failure::Usage("the table is empty".to_owned()));
        };
        let first: Vec<String> = first.iter().map(Cell::text).collect();
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let number = wanted.parse::<usize>().ok().filter(|number| number.to_string() == wanted);
        let number = number.filter(|number| (1..=width).contains(number));
        if let Some(number) = number {
            return Ok(DomainColumn { index: number - 1, has_header: is_header(&first) });
        }
        match columns_named(&first, wanted)[..] {
            [index] => Ok(DomainColumn { index, has_header: true }),
            [] => {
                let known: Vec<String> = first.iter().take(20).map(|name| quoted(name)).collect();
                Err(Failure::Usage(format!(
                    "the table has no column {}; its {width} columns are {}",
                    quoted(wanted),
                    known.join(", ")
                )))
            }
            ref several => Err(ambiguous(wanted, several)),
        }
    }

    /// Returns the text of a cell; empty if the row is too short.
    pub(crate) fn text(&self, row: usize, column: usize) -> String {
        self.rows.get(row).and_then(|row| row.get(column)).map(Cell::text).unwrap_or_default()
    }

    /// Appends columns to the rows: the names to a header, the cells to the rows after it. Rows
    /// are padded, so that the cells of each new column are aligned.
    pub(crate) fn append(&mut self, names: &[&str], column: DomainColumn, cells: Vec<Vec<String>>) {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let first: Vec<String> = self.rows.first().into_iter().flatten().map(Cell::text).collect();
        let names = names.iter().map(|name| free_column_name(&first, name)).collect();
        let header = column.has_header.then_some(names);
        for (row, added) in self.rows.iter_mut().zip(header.into_iter().chain(cells)) {
            row.resize(width, Cell::Text(String::new()));
            row.extend(added.into_iter().map(Cell::Text));
        }
    }

    /// Refuses a table that a form has no room for, and one whose rows differ too much in length.
    pub(crate) fn require_room(&self, form: TableForm) -> Result<(), Failure> {
        require_even_rows(&self.rows, MAX_ADDED_CELLS).map_err(|error| {
            Failure::Usage(format!("the rows of the table differ too much: {error}"))
        })?;
        match form {
            TableForm::Workbook => workbook::require_room(&self.rows),
            TableForm::Text { .. } => Ok(()),
        }
    }

    /// Writes the table in a form. The last `guarded` columns are ours: their text is written so
    /// that no spreadsheet runs it.
    pub(crate) fn write(
        &self,
        form: TableForm,
        guarded: usize,
        out: &mut (impl Write + Send),
    ) -> Result<(), Failure> {
        match form {
            TableForm::Workbook => workbook::write(&self.rows, out),
            TableForm::Text { delimiter, has_byte_order_mark } => {
                Ok(text::write(&self.rows, delimiter, has_byte_order_mark, guarded, out)?)
            }
        }
    }
}

/// Refuses a name that the columns at these positions have.
fn ambiguous(wanted: &str, positions: &[usize]) -> Failure {
    let numbers: Vec<String> = positions.iter().map(|index| (index + 1).to_string()).collect();
    let (count, numbers) = (numbers.len(), numbers.join(", "));
    let wanted = quoted(wanted);
    Failure::Usage(format!(
        "the table has {count} columns {wanted}; give the number of one: {numbers}"
    ))
}

#[cfg(test)]
mod tests;
