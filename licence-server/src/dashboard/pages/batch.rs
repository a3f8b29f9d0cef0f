//! Many domains at once: pasted, then answered as a page or as a CSV file. Nothing is kept, so a
//! second run is charged again.

use askama::Template;
use licence_core::check::{BatchRow, MAX_BATCH_DOMAINS};
use licence_core::export::needs_guard;
use warp::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};

use crate::dashboard::charge::Charge;
use crate::dashboard::form::Form;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::endpoint::Endpoint;
use crate::problem::{Problem, ProblemKind};
use crate::reply::Response;

/// The longest list, in bytes and in domains.
const MAX_BYTES: usize = 1024 * 1024;
const MAX_ROWS: usize = 500;

#[derive(Template)]
#[template(path = "batch.html")]
struct BatchPage {
    layout: Layout,
    max_rows: usize,
    counts: Vec<(&'static str, usize)>,
    rows: Vec<BatchRow>,
}

/// `GET /batch`
pub(crate) fn form(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let layout = Layout::new(page_request, "Check many");
    page(&BatchPage { layout, max_rows: MAX_ROWS, counts: Vec::new(), rows: Vec::new() })
}

/// `POST /batch`
pub(crate) async fn run(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let form = Form::read_up_to(page_request.context, MAX_BYTES).await?;
    let fields = form.fields()?;
    let domains = fields.one("domains")?.unwrap_or_default();
    let domains: Vec<&str> =
        domains.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if !(1..=MAX_ROWS).contains(&domains.len()) {
        let error = format!("The list takes 1 to {MAX_ROWS} domains, not {}.", domains.len());
        let problem = Problem::new(ProblemKind::InvalidInput, error).in_field("domains");
        return Err(problem.suggesting("Longer lists: licence batch, or the API.").into());
    }
    let rows = check_in_blocks(page_request, &domains).await?;
    match fields.one("format")? {
        Some("csv") => Ok(csv_file(&rows)),
        _ => {
            let layout = Layout::new(page_request, "Check many");
            page(&BatchPage { layout, max_rows: MAX_ROWS, counts: counts(&rows), rows })
        }
    }
}

/// Checks the domains in the blocks that a request of the API takes; each is charged like one.
async fn check_in_blocks(
    page_request: &PageRequest<'_>,
    domains: &[&str],
) -> Result<Vec<BatchRow>, PageError> {
    let checker = page_request.store().checker().await.map_err(Problem::internal)?;
    let mut rows = Vec::with_capacity(domains.len());
    for block in domains.chunks(MAX_BATCH_DOMAINS) {
        let charge = Charge::lookup(page_request, Endpoint::CheckDomainBatch).await?;
        let result = checker.check_batch(block.iter().copied(), page_request.now);
        rows.extend(charge.settle(page_request, Ok::<_, PageError>(result)).await?.results);
    }
    Ok(rows)
}

fn counts(rows: &[BatchRow]) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for row in rows {
        let word = row.verdict.map_or("not a domain", |verdict| verdict.as_str());
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

fn csv_file(rows: &[BatchRow]) -> Response {
    let mut csv =
        "domain,verdict,confidence,operator,jurisdiction,license_number,status,detail\r\n"
            .to_owned();
    for row in rows {
        let matched = row.matched.as_ref();
        let text = |text: Option<&str>| csv_cell(text.unwrap_or_default());
        let cells = [
            text(row.query.domain.as_deref()),
            row.verdict.map_or("", |verdict| verdict.as_str()).to_owned(),
            row.confidence.to_string(),
            text(matched.map(|it| it.operator.as_str())),
            matched.and_then(|it| it.jurisdiction).map_or("", |code| code.as_str()).to_owned(),
            text(matched.and_then(|it| it.license_number.as_deref())),
            matched.and_then(|it| it.status).map_or("", |status| status.as_str()).to_owned(),
            text(row.verdict_detail.as_deref().or(row.error.map(|error| error.as_str()))),
        ];
        csv.push_str(&cells.join(","));
        csv.push_str("\r\n");
    }
    let mut response = Response::new(csv.into());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    let name = HeaderValue::from_static("attachment; filename=licence-checks.csv");
    headers.insert(CONTENT_DISPOSITION, name);
    response
}

/// Returns a cell of RFC 4180. An apostrophe keeps a spreadsheet from running it as a formula.
fn csv_cell(text: &str) -> String {
    let guard = if needs_guard(text) { "'" } else { "" };
    match text.contains(['"', ',', '\r', '\n']) {
        true => format!("\"{guard}{}\"", text.replace('"', "\"\"")),
        false => format!("{guard}{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_and_runs_as_no_formula() {
        for (text, cell) in [
            ("plain", "plain"),
            ("a, b", "\"a, b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=1+1", "'=1+1"),
            ("=1,\"2\"", "\"'=1,\"\"2\"\"\""),
        ] {
            assert_eq!(csv_cell(text), cell);
        }
    }
}
