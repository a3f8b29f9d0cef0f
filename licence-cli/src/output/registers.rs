//! Registers for a person: where they are read, what a reader does not know, and what a reading did.

use comfy_table::Color;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::sources::{RegisterPlan, without_credentials};
use licence_core::register::{Accepted, Explanation, NameKind, Unknown};
use licence_store::{ReadingPreview, ReadingSummary, RegisterRun};
use serde::Serialize;

use super::cell::Cell;
use super::layout::{card, card_rows, column, prose, table_of, wrapped};
use super::licences::transition;
use super::style::{coloured, minute, or_dash, plain};
use crate::exit::shorten;

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

pub(crate) fn source_rows(plans: &[RegisterPlan]) -> Vec<SourceRow<'_>> {
    plans.iter().map(source_row).collect()
}

fn source_row(plan: &RegisterPlan) -> SourceRow<'_> {
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

pub(crate) fn source_table(plans: &[RegisterPlan]) -> String {
    table_of!(source_rows(plans), |row| {
        column("register") => row.jurisdiction,
        column("read") => row.read.replace('_', " "),
        column("every").optional(2) => or_dash((!row.urls.is_empty()).then_some(row.every)),
        column("grace").optional(1) => row.grace,
        wrapped("addresses") => plain_lines(row.by_hand.unwrap_or(&row.urls.join("\n"))),
    })
}

/// Returns how the last attempts went.
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

/// A name of `licence registers read --explain --json`.
#[derive(Debug, Serialize)]
pub(crate) struct UnknownRow<'e> {
    place: NameKind,
    name: &'e str,
    file: &'e str,
    /// Whether the name alone refuses the register.
    refuses: bool,
}

/// Returns one row for each name.
pub(crate) fn unknown_rows(explanation: &Explanation) -> Vec<UnknownRow<'_>> {
    let rows = explanation.unknown.iter().map(|unknown| UnknownRow {
        place: unknown.kind,
        name: &unknown.name,
        file: &unknown.file,
        refuses: unknown.refuses(),
    });
    rows.collect()
}

/// Returns one line for each name, and the line of the configuration file that accepts them all.
pub(crate) fn unknown_text(
    code: JurisdictionCode,
    accepted: &Accepted,
    explanation: &Explanation,
) -> String {
    match (explanation.unknown.is_empty(), &explanation.fault) {
        (true, None) => return "everything in these files is known\n".to_owned(),
        (true, Some(_)) => return String::new(),
        (false, _) => {}
    }
    let line = |unknown: &Unknown| {
        let effect = if unknown.refuses() { "" } else { "; what is beside it is not in force" };
        format!("{}: {unknown}{effect}\n", shorten(&unknown.file))
    };
    let lines: String = explanation.unknown.iter().map(line).collect();
    let mut names = accepted.0.clone();
    for unknown in &explanation.unknown {
        if !names.contains(&unknown.name) {
            names.push(unknown.name.clone());
        }
    }
    // A basic string of TOML is a string of JSON.
    let names = serde_json::to_string(&names).unwrap_or_default();
    format!("{lines}# to accept all of these:\n[registers.{code}]\naccept = {names}\n")
}

pub(crate) fn counts(applied: &ReadingSummary) -> String {
    let outcome = if applied.applied { "applied" } else { "the same as before; times refreshed" };
    card_of_counts(applied, outcome)
}

fn card_of_counts(applied: &ReadingSummary, outcome: &str) -> String {
    card(card_rows! {
        "register" => applied.jurisdiction,
        "read at" => applied.read_at,
        "snapshot" => &applied.snapshot_sha256,
        "outcome" => coloured(outcome, Color::Green),
        "created" => applied.created,
        "changed" => applied.changed,
        "unchanged" => applied.unchanged,
        "missing" => applied.missing,
        "delisted" => applied.delisted,
        "actions added" => applied.actions_added,
        "events" => applied.events,
    })
}

/// Returns what a reading would change, line by line, and the counts.
pub(crate) fn preview(preview: &ReadingPreview) -> String {
    let changes = table_of!(&preview.changes, |change| {
        column("licence") => plain(&change.license_number),
        column("change").optional(1) => change.change_type,
        column("status") => transition(change.previous_status, change.new_status),
        prose("what the register shows") => plain(&change.note),
    });
    let outcome = match preview.repeats_the_last {
        false => "nothing was applied (--dry-run)",
        true => "nothing was applied (--dry-run); the reading is the same as the last one",
    };
    format!("{changes}\n{}", card_of_counts(&preview.summary, outcome))
}
