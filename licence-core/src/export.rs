//! Whole datasets as a file (specification 2.15 and 4.2): their names, rows, columns and
//! formats.
//!
//! Every rule of the two formats is here, once: a database returns values and never text.
//!
//! ```
//! use licence_core::export::{Dataset, ExportFormat, file_name};
//!
//! let generated_at = "2026-11-01T06:00:00Z".parse()?;
//! assert_eq!(
//!     file_name(Dataset::Licences, ExportFormat::Json, generated_at),
//!     "licence-licences-2026-11-01.ndjson"
//! );
//! # Ok::<(), licence_core::time::InvalidTimestamp>(())
//! ```

mod cell;
mod csv;
mod filter;
mod ndjson;
mod rows;
mod writer;

pub use cell::Cell;
pub use csv::guard_formula;
pub use filter::ExportFilter;
pub use rows::{DomainRow, LicenceNumberKind, LicenceRow, OperatorLicence, OperatorRow, columns};
pub use writer::{ExportMeta, RowWriter};

use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// A dataset that can be exported (specification 2.15).
    pub enum Dataset: "dataset" {
        /// One row for each licence.
        Licences = "licences",
        /// One row for each legal entity.
        Operators = "operators",
        /// One row for each link of a domain to an operator, that is a domain on record for a
        /// licence.
        Domains = "domains",
    }
}

wire_enum! {
    /// How the rows are written (specification 4.2, `format`).
    pub enum ExportFormat: "format" {
        /// RFC 4180 with a header row.
        Csv = "csv",
        /// One JSON object a line, after a line that describes the file.
        Json = "json",
    }
}

impl Default for ExportFormat {
    /// CSV, if a request names no format.
    fn default() -> Self {
        Self::Csv
    }
}

impl ExportFormat {
    /// Returns the extension of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "ndjson",
        }
    }

    /// Returns its media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/x-ndjson",
        }
    }
}

/// What is to be exported, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportRequest {
    /// Which rows.
    pub dataset: Dataset,
    /// How they are written.
    pub format: ExportFormat,
    /// Which of them.
    pub filter: ExportFilter,
}

/// Returns the file's name (decisions 3): `licence-<dataset>-<YYYY-MM-DD>.<csv|ndjson>`, of the UTC
/// day on which it was generated.
pub fn file_name(dataset: Dataset, format: ExportFormat, generated_at: Timestamp) -> String {
    format!("licence-{dataset}-{}.{}", generated_at.date(), format.extension())
}
