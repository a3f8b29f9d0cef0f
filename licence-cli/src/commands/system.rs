//! `licence coverage`, `licence stats` and `licence health`.

use comfy_table::Color;
use licence_core::coverage::{CoverageReport, JurisdictionCoverage};
use licence_core::health::{HealthBody, HealthStatus};
use licence_core::stats::Stats;

use crate::args::OneForm;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output::cell::Cell;
use crate::output::layout::{card, card_rows, column, table_of};
use crate::output::style::{coloured, minute, or_dash, plain, status};

pub(crate) fn coverage(settings: &Settings, form: OneForm) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let body = service.coverage(now()?).await?;
        output::print_answer(form, &body, coverage_table)
    })
}

pub(crate) fn stats(settings: &Settings, form: OneForm) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let body = service.stats(now()?).await?;
        output::print_answer(form, &body, stats_tables)
    })
}

pub(crate) fn health(settings: &Settings, form: OneForm) -> Result<Exit, Failure> {
    settings.with_service(async |service| {
        let body = service.health(now()?).await?;
        output::answered(output::print_answer(form, &body, health_card))?;
        let health: HealthBody = serde_json::from_slice(&body)?;
        Ok(match health.status {
            HealthStatus::Ok => Exit::Done,
            HealthStatus::Unavailable => Exit::Failed,
        })
    })
}

fn coverage_table(report: &CoverageReport) -> String {
    table_of!(&report.jurisdictions, |register| {
        column("register") => register.0,
        column("coverage") => freshness(register.1.fresh),
        column("last read") =>
            register.1.last_successful_scrape.map_or_else(|| "never".to_owned(), minute),
        column("age (h)").optional(3) => or_dash(register.1.age_hours),
        column("target (h)").optional(2) => register.1.sla_hours,
        column("licences") => register.1.record_count,
        column("with domain").optional(1) => with_domain(register.1),
    })
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

fn stats_tables(stats: &Stats) -> String {
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

fn health_card(health: &HealthBody) -> String {
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
