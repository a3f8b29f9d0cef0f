//! Where the registers are read.

use comfy_table::Color;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::sources::{RegisterPlan, without_credentials};
use licence_core::time::Timestamp;
use licence_store::RegisterRun;
use serde::Serialize;

use crate::output::cell::Cell;
use crate::output::layout::{column, table as table_of, wrapped};
use crate::output::style::{coloured, minute, plain};

/// A register of `licence registers sources --json`.
#[derive(Debug, Serialize)]
pub(crate) struct SourceRow<'p> {
    jurisdiction: JurisdictionCode,
    urls: Vec<String>,
    every: Period,
    grace: Period,
    /// `automatic`, `by_hand` or `never`
    read: &'static str,
    /// Why by hand, and how.
    by_hand: Option<&'p str>,
}

/// One row a register.
pub(crate) fn rows(plans: &[RegisterPlan]) -> Vec<SourceRow<'_>> {
    plans.iter().map(row).collect()
}

fn row(plan: &RegisterPlan) -> SourceRow<'_> {
    SourceRow {
        jurisdiction: plan.code,
        urls: plan.urls.iter().map(|url| without_credentials(url)).collect(),
        every: plan.every,
        grace: plan.grace,
        read: match (plan.urls.is_empty(), plan.by_hand) {
            (false, _) => "automatic",
            (true, Some(_)) => "by_hand",
            (true, None) => "never",
        },
        by_hand: plan.by_hand,
    }
}

/// A table for people.
pub(crate) fn table(plans: &[RegisterPlan]) -> String {
    let rows = plans.iter().map(|plan| {
        let row = row(plan);
        let addresses = row.by_hand.map_or_else(|| row.urls.join("\n"), str::to_owned);
        vec![
            Cell::new(row.jurisdiction),
            Cell::new(row.read.replace('_', " ")),
            Cell::new(if row.urls.is_empty() { "-".to_owned() } else { row.every.to_string() }),
            Cell::new(row.grace),
            Cell::new(plain_lines(&addresses)),
        ]
    });
    table_of(
        &[
            column("register"),
            column("read"),
            column("every").optional(2),
            column("grace").optional(1),
            wrapped("addresses"),
        ],
        rows,
    )
}

/// How the last attempts went.
pub(crate) fn runs(runs: &[RegisterRun]) -> String {
    let time = |at: Option<Timestamp>| at.map_or_else(|| "-".to_owned(), minute);
    let rows = runs.iter().map(|run| {
        let outcome = match (&run.error, run.started_at, run.finished_at) {
            (Some(error), _, _) => coloured(plain(error), Color::Red),
            (None, Some(_), Some(_)) => coloured("read", Color::Green),
            (None, Some(_), None) => Cell::new("being read"),
            (None, None, _) => Cell::new("-"),
        };
        vec![
            Cell::new(run.jurisdiction),
            Cell::new(time(run.last_successful_scrape)),
            Cell::new(time(run.started_at)),
            outcome,
        ]
    });
    table_of(
        &[column("register"), column("last read"), column("last attempt"), wrapped("how it went")],
        rows,
    )
}

fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}
