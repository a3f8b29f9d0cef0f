//! How fresh the registers are, and what a job did, for a person.

use comfy_table::Color;
use licence_core::coverage::CoverageReport;
use serde_json::Value;

use crate::output::cell::Cell;
use crate::output::layout::{card, column, table as table_of};
use crate::output::style::{coloured, minute};

/// One line a register.
pub(crate) fn table(report: &CoverageReport) -> String {
    let rows = report.jurisdictions.iter().map(|(code, coverage)| {
        let hours = |hours: Option<i64>| hours.map_or_else(|| "-".to_owned(), |h| h.to_string());
        let read = coverage.last_successful_scrape;
        let domains = coverage.domain_coverage;
        vec![
            Cell::new(code),
            freshness(coverage.fresh),
            Cell::new(read.map_or_else(|| "never".to_owned(), minute)),
            Cell::new(hours(coverage.age_hours)),
            Cell::new(coverage.sla_hours),
            Cell::new(coverage.record_count),
            Cell::new(format!("{}/{}", domains.operators_with_domain, domains.normative_operators)),
        ]
    });
    table_of(
        &[
            column("register"),
            column("coverage"),
            column("last read"),
            column("age (h)").optional(3),
            column("target (h)").optional(2),
            column("licences"),
            column("with domain").optional(1),
        ],
        rows,
    )
}

fn freshness(fresh: Option<bool>) -> Cell {
    match fresh {
        Some(true) => coloured("fresh", Color::Green),
        Some(false) => coloured("stale", Color::Yellow),
        None => Cell::new("never read"),
    }
}

/// What a job did: its counts.
pub(crate) fn job(done: &Value) -> String {
    let rows = done.as_object().into_iter().flatten().map(|(name, value)| {
        let value = match value {
            Value::Array(values) if values.is_empty() => "none".to_owned(),
            Value::Array(values) => {
                values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (name.as_str(), Cell::new(value))
    });
    card(rows.collect())
}
