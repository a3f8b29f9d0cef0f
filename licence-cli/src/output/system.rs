//! The service itself for a person.

use comfy_table::Color;
use licence_core::health::{HealthBody, HealthStatus};
use licence_core::stats::Stats;

use super::cell::Cell;
use super::layout::{card, card_rows, column, table_of};
use super::style::{coloured, minute, or_dash, plain, status};

/// Headline counts.
pub(crate) fn stats(stats: &Stats) -> String {
    let head = card(card_rows! {
        "counted at" => stats.counted_at,
        "licences" => stats.licences.total,
        "operators" => stats.operators,
        "linked domains" => stats.linked_domains,
        "with regulator proof" => stats.domains_with_regulator_proof,
        "trading names" => stats.brand_pages,
        "changes in 30 days" => stats.status_changes_30d,
        "withdrawn entries" => stats.withdrawn_events,
    });
    let by_status = table_of!(&stats.licences.by_status, |counted| {
        column("status") => status(*counted.0),
        column("licences") => counted.1,
    });
    let registers = table_of!(&stats.jurisdictions, |register| {
        column("register") => register.0,
        column("licences") => register.1.licences,
        column("last read") => or_dash(register.1.last_successful_scrape.map(minute)),
    });
    format!("{head}\n{by_status}\n{registers}")
}

/// Whether the service can do its work.
pub(crate) fn health(health: &HealthBody) -> String {
    let colour = match health.status {
        HealthStatus::Ok => Color::Green,
        HealthStatus::Unavailable => Color::Red,
    };
    card(card_rows! {
        "status" => coloured(health.status, colour),
        "database" => answers(health.checks.database),
        "cache" => answers(health.checks.cache),
        "version" => plain(&health.version),
        "at" => health.timestamp,
    })
}

fn answers(answers: bool) -> Cell {
    match answers {
        true => coloured("answers", Color::Green),
        false => coloured("does not answer", Color::Red),
    }
}
