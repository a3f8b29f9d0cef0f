//! Where the registers are read.

use comfy_table::Color;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::sources::{RegisterPlan, without_credentials};
use licence_store::RegisterRun;
use serde::Serialize;

use crate::output::cell::Cell;
use crate::output::layout::{column, table_of, wrapped};
use crate::output::style::{coloured, minute, or_dash, plain};

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
    table_of!(rows(plans), |row| {
        column("register") => row.jurisdiction,
        column("read") => row.read.replace('_', " "),
        column("every").optional(2) => or_dash((!row.urls.is_empty()).then_some(row.every)),
        column("grace").optional(1) => row.grace,
        wrapped("addresses") => plain_lines(row.by_hand.unwrap_or(&row.urls.join("\n"))),
    })
}

/// How the last attempts went.
pub(crate) fn runs(runs: &[RegisterRun]) -> String {
    table_of!(runs, |run| {
        column("register") => run.jurisdiction,
        column("last read") => or_dash(run.last_successful_scrape.map(minute)),
        column("last attempt") => or_dash(run.started_at.map(minute)),
        wrapped("how it went") => outcome(run),
    })
}

fn outcome(run: &RegisterRun) -> Cell {
    match (&run.error, run.started_at, run.finished_at) {
        (Some(error), _, _) => coloured(plain(error), Color::Red),
        (None, Some(_), Some(_)) => coloured("read", Color::Green),
        (None, Some(_), None) => Cell::new("being read"),
        (None, None, _) => Cell::new("-"),
    }
}

fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}
