//! How fresh the registers are, and what a job did, for a person.

use comfy_table::Color;
use licence_core::coverage::{CoverageReport, JurisdictionCoverage};
use serde_json::Value;

use crate::output::cell::Cell;
use crate::output::layout::{card, column, table_of};
use crate::output::style::{coloured, minute, or_dash};

/// One line a register.
pub(crate) fn table(report: &CoverageReport) -> String {
    table_of!(&report.jurisdictions, |register| {
        column("register") => register.0,
        column("coverage") => freshness(register.1.fresh),
        column("last read") => last_read(register.1),
        column("age (h)").optional(3) => or_dash(register.1.age_hours),
        column("target (h)").optional(2) => register.1.sla_hours,
        column("licences") => register.1.record_count,
        column("with domain").optional(1) => with_domain(register.1),
    })
}

fn last_read(coverage: &JurisdictionCoverage) -> String {
    coverage.last_successful_scrape.map_or_else(|| "never".to_owned(), minute)
}

fn with_domain(coverage: &JurisdictionCoverage) -> String {
    let domains = coverage.domain_coverage;
    format!("{}/{}", domains.operators_with_domain, domains.normative_operators)
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
