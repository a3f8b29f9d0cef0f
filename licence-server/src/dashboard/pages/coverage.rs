//! How fresh and how deep the registers are.

use std::time::Duration;

use askama::Template;
use askama::filters::HtmlSafeOutput;
use licence_core::chart::{freshness_bar, grouped_number, reading_strip};
use licence_core::coverage::{
    AppliedReading, CoverageStatus, JurisdictionCoverage, ReadFailure, RegisterFreshness,
};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use licence_store::RegisterRun;

use crate::dashboard::html::Picture;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;

/// The days of readings that the page shows.
const DAYS: u32 = 30;

#[derive(Template)]
#[template(path = "coverage.html")]
struct CoveragePage {
    layout: Layout,
    is_healthy: bool,
    rows: Vec<Row>,
}

struct Row {
    code: JurisdictionCode,
    regulator: &'static str,
    records: String,
    coverage: JurisdictionCoverage,
    /// Its age against its target.
    age: Picture,
    /// The readings of the last days.
    strip: Picture,
    sha256: Option<String>,
    /// Whether the newest reading has a part of the register alone.
    is_partial: bool,
    /// When the last attempt to read the register failed, and why.
    failed: Option<(Timestamp, ReadFailure)>,
    next: NextRead,
}

enum NextRead {
    /// The operator of the service reads it by hand.
    ByHand,
    /// It is due.
    Now,
    /// Not before this instant.
    At(Timestamp),
}

/// `GET /coverage`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let context = page_request.context;
    let _slot = context.state().keyless.request(context.client_network()).await?;
    let report = page_request.store().coverage(page_request.now).await?;
    let since = page_request.now.earlier_by(Duration::from_secs(u64::from(DAYS) * 86_400));
    let readings = page_request.store().all_readings(since).await?;
    let runs = page_request.store().register_runs().await?;
    let row = |(code, coverage)| {
        let readings = readings.get(&code).map_or(&[][..], Vec::as_slice);
        let run = runs.iter().find(|run| run.jurisdiction == code);
        Row::new(page_request, (code, coverage), readings, run)
    };
    let rows = report.jurisdictions.into_iter().map(row).collect();
    page(&CoveragePage {
        layout: Layout::new(page_request, "Coverage"),
        is_healthy: report.status == CoverageStatus::Healthy,
        rows,
    })
}

impl Row {
    fn new(
        page_request: &PageRequest<'_>,
        (code, coverage): (JurisdictionCode, JurisdictionCoverage),
        readings: &[AppliedReading],
        run: Option<&RegisterRun>,
    ) -> Self {
        let read_at: Vec<_> = readings.iter().map(|reading| reading.read_at).collect();
        let (read, now) = (coverage.last_successful_scrape, page_request.now);
        let age = freshness_bar(&format!("age-{code}"), &RegisterFreshness::at(code, read, now));
        let strip = reading_strip(&format!("readings-{code}"), &read_at, DAYS, page_request.now);
        Self {
            code,
            regulator: code.jurisdiction().name,
            records: grouped_number(coverage.record_count as u64),
            coverage,
            age: HtmlSafeOutput(age),
            strip: HtmlSafeOutput(strip),
            sha256: readings.last().map(|newest| newest.snapshot_sha256.clone()),
            is_partial: readings.last().is_some_and(|newest| !newest.complete),
            failed: run.and_then(|run| run.started_at.zip(run.failure)),
            next: NextRead::new(page_request, code, run),
        }
    }
}

impl NextRead {
    fn new(
        page_request: &PageRequest<'_>,
        code: JurisdictionCode,
        run: Option<&RegisterRun>,
    ) -> Self {
        let plans = &page_request.context.state().register_plans;
        let Some(plan) = plans.iter().find(|plan| plan.code == code) else { return Self::ByHand };
        let due_at = run.and_then(|run| plan.due_at(run.started_at, run.last_successful_scrape));
        due_at.filter(|due_at| *due_at > page_request.now).map_or(Self::Now, Self::At)
    }
}
