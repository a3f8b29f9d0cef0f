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
mod columns;
mod csv;
mod dataset;
mod filter;
mod format;
mod meta;
mod ndjson;
mod rows;
mod writer;

pub use cell::Cell;
pub use columns::{Column, ColumnKind, columns};
pub use csv::needs_guard;
pub use dataset::Dataset;
pub use filter::ExportFilter;
pub use format::ExportFormat;
pub use meta::ExportMeta;
pub use rows::{DomainRow, LicenceNumberKind, LicenceRow, OperatorLicence, OperatorRow};
pub use writer::RowWriter;

use crate::time::Timestamp;

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
