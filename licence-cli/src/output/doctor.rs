//! What the doctor found, for a person.

use comfy_table::Color;

use super::cell::Cell;
use super::layout::{column, table_of, wrapped};
use super::style::{coloured, plain};
use crate::finding::{Finding, FindingStatus};

/// One line a finding.
pub(crate) fn table(findings: &[Finding]) -> String {
    table_of!(findings, |finding| {
        column("") => status(finding.status),
        column("what") => &finding.what,
        wrapped("found") => plain(&finding.found),
        column("given by").optional(1) => finding.source.as_deref().unwrap_or_default(),
    })
}

fn status(status: FindingStatus) -> Cell {
    match status {
        FindingStatus::Ok => coloured("ok", Color::Green),
        FindingStatus::Warning => coloured("warning", Color::Yellow),
        FindingStatus::Failed => coloured("failed", Color::Red),
    }
}
