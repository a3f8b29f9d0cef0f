//! How fresh and how deep the registers are.

use askama::Template;
use licence_core::coverage::{CoverageStatus, JurisdictionCoverage};
use licence_core::jurisdiction::JurisdictionCode;

use crate::dashboard::html::{Moment, count};
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::visit::Visit;
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "coverage.html")]
struct CoveragePage {
    layout: Layout,
    is_healthy: bool,
    rows: Vec<Row>,
    now: Moment,
}

struct Row {
    code: JurisdictionCode,
    regulator: &'static str,
    read_at: Option<Moment>,
    records: String,
    coverage: JurisdictionCoverage,
}

/// `GET /coverage`
pub(crate) async fn show(visit: &Visit<'_>) -> Result<Response, PageError> {
    let context = visit.context;
    let _slot = context.state().keyless.request(context.client_network()).await?;
    let report = visit.store().coverage(visit.now).await.map_err(Problem::internal)?;
    let row = |(code, coverage): (JurisdictionCode, JurisdictionCoverage)| Row {
        code,
        regulator: code.jurisdiction().name,
        read_at: coverage.last_successful_scrape.map(|at| Moment::ago(at, visit.now)),
        records: count(coverage.record_count as u64),
        coverage,
    };
    page(&CoveragePage {
        layout: Layout::new(visit, "Coverage"),
        is_healthy: report.status == CoverageStatus::Healthy,
        rows: report.jurisdictions.into_iter().map(row).collect(),
        now: Moment::new(visit.now),
    })
}
