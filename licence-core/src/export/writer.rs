//! Writes rows as bytes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Cell, Dataset, ExportFilter, ExportFormat, columns, csv, ndjson};
use crate::time::Timestamp;

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
    columns: &'static [&'static str],
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
                let _ = serde_json::to_writer(&mut *out, &BTreeMap::from([("_meta", meta)]));
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

/// What an export is (decisions 3, "JSON export's first line").
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExportMeta<'a> {
    /// The dataset.
    pub dataset: Dataset,
    /// When it was requested.
    pub generated_at: Timestamp,
    /// The oldest of the newest reads of the registers that the filter concerns, because no row is
    /// older. `None` when none of them was read yet.
    pub read_at: Option<Timestamp>,
    /// How many rows follow.
    pub row_count: u64,
    /// The filter of the request.
    pub filters: &'a ExportFilter,
    /// The keys of each row.
    pub columns: &'static [&'static str],
}

#[cfg(test)]
mod tests;
