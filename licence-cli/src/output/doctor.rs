//! What the doctor found, for a person.

use comfy_table::Color;

use super::cell::Cell;
use super::layout::{column, table as table_of, wrapped};
use super::style::{coloured, plain};
use crate::finding::{Finding, FindingStatus};

/// One line a finding.
pub(crate) fn table(findings: &[Finding]) -> String {
    let rows = findings.iter().map(|finding| {
        let status = match finding.status {
            FindingStatus::Ok => coloured("ok", Color::Green),
            FindingStatus::Warning => coloured("warning", Color::Yellow),
            FindingStatus::Failed => coloured("failed", Color::Red),
        };
        let source = finding.source.as_deref().unwrap_or_default();
        vec![status, Cell::new(&finding.what), Cell::new(plain(&finding.found)), Cell::new(source)]
    });
    table_of(&[column(""), column("what"), wrapped("found"), column("given by").optional(1)], rows)
}
