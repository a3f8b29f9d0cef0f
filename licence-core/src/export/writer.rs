//! Writes rows as bytes.

use super::meta::MetaLine;
use super::{Cell, Column, Dataset, ExportFormat, ExportMeta, columns, csv, ndjson};

/// Writes the rows of one dataset in one format.
///
/// ```
/// use licence_core::export::{Cell, Dataset, ExportFormat, RowWriter};
///
/// let mut out = Vec::new();
/// let writer = RowWriter::new(Dataset::Operators, ExportFormat::Csv);
/// writer.row(&mut out, &[Cell::Null, Cell::Text("=1+1"), Cell::Text("a,b"), Cell::Number(3)]);
/// assert_eq!(out, b",'=1+1,\"a,b\",3\r\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RowWriter {
    format: ExportFormat,
    columns: &'static [Column],
}

impl RowWriter {
    /// Returns a writer of a dataset.
    pub const fn new(dataset: Dataset, format: ExportFormat) -> Self {
        Self { format, columns: columns(dataset) }
    }

    /// Writes the first line: the header row in CSV, the description of the file in JSON.
    pub fn first_line(&self, out: &mut Vec<u8>, meta: &ExportMeta<'_>) {
        match self.format {
            ExportFormat::Csv => csv::header(out, self.columns),
            ExportFormat::Json => {
                // Texts, numbers and lists of them always serialise.
                let _ = serde_json::to_writer(&mut *out, &MetaLine(meta));
                out.push(b'\n');
            }
        }
    }

    /// Writes a row, its cells in the order of the columns.
    pub fn row(&self, out: &mut Vec<u8>, cells: &[Cell<'_>]) {
        match self.format {
            ExportFormat::Csv => csv::row(out, cells),
            ExportFormat::Json => ndjson::row(out, self.columns, cells),
        }
    }
}

#[cfg(test)]
mod tests;
