//! CSV files: tables that are sent, protected against spreadsheet formulas, and a table of domains that
//! a member sends, which comes back with more columns.

use csv::{Terminator, Writer, WriterBuilder};
use licence_core::export::{ExportFormat, guard_formula};
use licence_core::request::{
    columns_named, free_column_name, is_header, read_table, require_even_rows,
};

use super::reply::attachment;
use crate::reply::Response;

/// Returns a table as a file of this name, which has no character that a header would need to quote.
pub(super) fn send(
    name: &str,
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> Response {
    let mut writer = writer(b',');
    // Writing to memory cannot fail.
    let _ = writer.write_record(columns);
    for row in rows {
        let _ = writer.write_record(row.into_iter().map(guard_formula));
    }
    send_written(name, writer)
}

/// Returns what was written as a file.
pub(super) fn send_written(name: &str, writer: Writer<Vec<u8>>) -> Response {
    let content = writer.into_inner().unwrap_or_default();
    attachment(name, ExportFormat::Csv.content_type(), content)
}

/// Returns a writer to memory. Rows may differ in length.
fn writer(delimiter: u8) -> Writer<Vec<u8>> {
    let mut builder = WriterBuilder::new();
    builder.delimiter(delimiter).terminator(Terminator::CRLF).flexible(true);
    builder.from_writer(Vec::new())
}

/// The column that holds the domains, in any case. Without it, the first column does.
const COLUMN: &str = "domain";
/// The most empty cells that are added to rows which are shorter than the longest.
const MAX_ADDED_CELLS: usize = 1_000_000;

/// Rows of cells, which may differ in length.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table {
    delimiter: u8,
    /// The names of the columns; `None` if the file does not name them.
    header: Option<Vec<String>>,
    rows: Vec<Vec<String>>,
    column: usize,
}

impl Table {
    /// Returns the table of pasted lines: one domain each.
    pub(super) fn from_lines(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let rows = lines.map(|line| vec![line.to_owned()]).collect();
        Self { delimiter: b',', header: Some(vec![COLUMN.to_owned()]), rows, column: 0 }
    }

    /// Reads CSV text. Its delimiter is detected. Rows that differ too much in length are refused,
    /// because [`with_columns`](Self::with_columns) makes them equally long.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = str::from_utf8(bytes).map_err(|_| "The file is not UTF-8 text.".to_owned())?;
        let text = text.trim_start_matches('\u{feff}');
        let (delimiter, mut rows) =
            read_table(text).map_err(|error| format!("The file is no CSV table: {error}."))?;
        require_even_rows(&rows, MAX_ADDED_CELLS)
            .map_err(|error| format!("The rows of the file differ too much: {error}."))?;
        let first = rows.first().map_or(&[][..], Vec::as_slice);
        let columns = columns_named(first, COLUMN);
        if columns.len() > 1 {
            let count = columns.len();
            return Err(format!("The file has {count} columns {COLUMN}; leave one of them."));
        }
        let column = columns.first().copied();
        let has_header = column.is_some() || is_header(first);
        let header = has_header.then(|| rows.remove(0));
        Ok(Self { delimiter, header, rows, column: column.unwrap_or(0) })
    }

    /// Returns the number of rows after the header, with and without a domain.
    pub(super) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the domain of each row, in their order; empty for a row without one.
    pub(super) fn domains(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row.get(self.column).map_or("", |cell| cell.trim()))
    }

    /// Returns the table with columns added at its end. No cell runs as a formula, as in exports, because
    /// another person than the sender may open the file.
    pub(super) fn with_columns(
        &self,
        names: &[&str],
        added: impl Iterator<Item = Vec<String>>,
    ) -> Writer<Vec<u8>> {
        let width = self.header.iter().chain(&self.rows).map(Vec::len).max().unwrap_or(0);
        let padded = |row: &Vec<String>| {
            let mut cells = row.clone();
            cells.resize(width, String::new());
            cells.into_iter().map(guard_formula)
        };
        let mut writer = writer(self.delimiter);
        // Writing to memory cannot fail.
        if let Some(header) = &self.header {
            let names = names.iter().map(|name| free_column_name(header, name));
            let _ = writer.write_record(padded(header).chain(names));
        }
        for (row, added) in self.rows.iter().zip(added) {
            let _ = writer.write_record(padded(row).chain(added.into_iter().map(guard_formula)));
        }
        writer
    }
}

#[cfg(test)]
mod tests;
