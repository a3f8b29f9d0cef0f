//! Many domains at once: pasted or as a CSV file, then answered as a page, as the same file with more
//! columns, or as lines of JSON. Nothing is kept, so a second run is charged again.

use std::time::Duration;

use askama::Template;
use licence_core::chart::grouped_number;
use licence_core::check::{BatchRow, MAX_BATCH_DOMAINS};
use licence_core::export::ExportFormat;
use licence_core::hostname::Hostname;
use licence_core::request::quoted;
use warp::http::header::CONTENT_TYPE;

use crate::dashboard::charge::{Charge, plan_refusal};
use crate::dashboard::csv_file::{self, Table};
use crate::dashboard::form::FormErrors;
use crate::dashboard::layout::{Layout, page_with};
use crate::dashboard::multipart;
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::attachment;
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::reply::ReplyResult;
use crate::request::given_twice;

/// The longest list, in bytes and in rows.
const MAX_BYTES: usize = 1024 * 1024;
const MAX_ROWS: usize = 5_000;
/// The most domains that are answered as a page.
const MAX_PAGE_ROWS: usize = 200;

/// The window of the plans' shortest limit.
const SECOND: Duration = Duration::from_secs(1);

const COLUMNS: [&str; 7] =
    ["verdict", "confidence", "operator", "jurisdiction", "license_number", "status", "detail"];

#[derive(Template)]
#[template(path = "batch.html")]
struct BatchPage {
    layout: Layout,
    /// Why the plan has no batches, if it has none.
    refusal: Option<PageError>,
    max_rows: u64,
    max_page_rows: usize,
    counts: Vec<(&'static str, usize)>,
    rows: Vec<BatchRow>,
    sent: SentBatch,
    errors: FormErrors,
}

#[derive(Default)]
struct SentBatch {
    domains: String,
    file: Vec<u8>,
    answer: Answer,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Answer {
    #[default]
    Page,
    Csv,
    JsonLines,
}

impl Answer {
    /// Parses the choice of the form, which is a page where it has none.
    fn parse(word: &str) -> Result<Self, Problem> {
        match word {
            "" | "page" => Ok(Self::Page),
            "csv" => Ok(Self::Csv),
            "ndjson" => Ok(Self::JsonLines),
            other => {
                let other = quoted(other);
                let error = format!("{other} is not a format; it is one of page, csv, ndjson.");
                Err(Problem::invalid_input(error).in_field("format"))
            }
        }
    }
}

/// `GET /batch`
pub(crate) async fn form(page_request: &PageRequest<'_>) -> PageResult {
    batch_page(page_request, SentBatch::default(), Vec::new(), FormErrors::default())
}

fn batch_page(
    page_request: &PageRequest<'_>,
    sent: SentBatch,
    rows: Vec<BatchRow>,
    errors: FormErrors,
) -> PageResult {
    let layout = Layout::new(page_request, "Check many");
    let (status, counts) = (errors.status(), counts(&rows));
    let shown = BatchPage {
        layout,
        refusal: plan_refusal(page_request, Endpoint::CheckDomainBatch)?,
        max_rows: MAX_ROWS as u64,
        max_page_rows: MAX_PAGE_ROWS,
        counts,
        rows,
        sent,
        errors,
    };
    page_with(status, &shown)
}

/// `POST /batch`
pub(crate) async fn run(page_request: &PageRequest<'_>) -> PageResult {
    let sent = SentBatch::read(page_request).await?;
    let table = match sent.table() {
        Ok(table) => table,
        Err(problem) => {
            return batch_page(page_request, sent, Vec::new(), FormErrors::new(problem)?);
        }
    };
    let rows = check_in_blocks(page_request, &table).await?;
    match sent.answer {
        Answer::Page => {
            let rows = rows.into_iter().flatten().collect();
            batch_page(page_request, SentBatch::default(), rows, FormErrors::default())
        }
        Answer::Csv => {
            let no_cells = || vec![String::new(); COLUMNS.len()];
            let added = rows.iter().map(|row| row.as_ref().map_or_else(no_cells, cells));
            Ok(csv_file::send_written("licence-checks.csv", table.with_columns(&COLUMNS, added)))
        }
        Answer::JsonLines => Ok(json_lines(rows.iter().flatten())?),
    }
}

/// Returns a file with a row of the API's answer in each line.
fn json_lines<'r>(rows: impl Iterator<Item = &'r BatchRow>) -> ReplyResult {
    let mut lines = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut lines, row).map_err(Problem::internal)?;
        lines.push(b'\n');
    }
    Ok(attachment("licence-checks.ndjson", ExportFormat::Json.content_type(), lines))
}

impl SentBatch {
    /// Reads the form: with a file as `multipart/form-data`, without one in the usual way too.
    async fn read(page_request: &PageRequest<'_>) -> Result<Self, Problem> {
        let context = page_request.context;
        let media_type = context.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
        let media_type = media_type.filter(|it| it.starts_with("multipart/form-data"));
        let Some(media_type) = media_type else {
            let fields = page_request.form_up_to(MAX_BYTES).await?;
            let domains = fields.text("domains")?.to_owned();
            let answer = Answer::parse(fields.text("format")?)?;
            return Ok(Self { domains, file: Vec::new(), answer });
        };
        let body = context.bytes(MAX_BYTES).await?;
        let parts = multipart::parts(media_type, &body)
            .ok_or_else(|| Problem::invalid_input("The form is cut short."))?;
        let content = |name| {
            let mut contents = parts.iter().filter(|part| part.name == name);
            let content = contents.next().map(|part| part.content).unwrap_or_default();
            contents.next().map_or(Ok(content), |_| Err(given_twice(name)))
        };
        let text = |name| content(name).map(|content| String::from_utf8_lossy(content));
        Ok(Self {
            domains: text("domains")?.into_owned(),
            file: content("file")?.to_vec(),
            answer: Answer::parse(&text("format")?)?,
        })
    }

    /// Returns the table that was sent: the file, or else the pasted lines.
    fn table(&self) -> Result<Table, Problem> {
        if !self.file.is_empty() && !self.domains.trim().is_empty() {
            let error = "The form has a pasted list and a file. Send one of the two.";
            return Err(Problem::invalid_input(error).in_field("file"));
        }
        let (field, table) = match self.file.is_empty() {
            true => ("domains", Ok(Table::from_lines(&self.domains))),
            false => ("file", Table::parse(&self.file)),
        };
        let invalid = |error| Problem::invalid_input(error).in_field(field);
        let table = table.map_err(|error| {
            invalid(error).with_hint("Save the table as CSV in UTF-8, and send it again.")
        })?;
        let rows = table.row_count();
        if !(1..=MAX_ROWS).contains(&rows) {
            let [most, rows] = [MAX_ROWS, rows].map(|it| grouped_number(it as u64));
            return Err(invalid(format!("The list takes 1 to {most} rows, not {rows}."))
                .with_hint("Longer lists: licence batch, or the API."));
        }
        if !table.domains().any(|domain| domain.parse::<Hostname>().is_ok()) {
            let hint =
                "Write one host a line, such as lanternspin.example, or name the column domain.";
            let error = "No row of the list is a bare hostname.";
            return Err(invalid(error.to_owned()).with_hint(hint));
        }
        let count = table.domains().filter(|domain| !domain.is_empty()).count();
        if self.answer == Answer::Page && count > MAX_PAGE_ROWS {
            let count = grouped_number(count as u64);
            return Err(invalid(format!("A page takes {MAX_PAGE_ROWS} domains, not {count}."))
                .with_hint("Take the answer as a file."));
        }
        Ok(table)
    }
}

/// Checks the domains in the blocks that a request of the API takes; each is charged like one. A row
/// without a domain is not checked. All blocks are reserved before the first check, so that a list
/// beyond the quota is refused whole and is free.
async fn check_in_blocks(
    page_request: &PageRequest<'_>,
    table: &Table,
) -> PageResult<Vec<Option<BatchRow>>> {
    let checker = page_request.store().checker().await?;
    let domains: Vec<&str> = table.domains().filter(|domain| !domain.is_empty()).collect();
    let blocks = domains.chunks(MAX_BATCH_DOMAINS);
    let charges = reserve(page_request, blocks.len()).await?;
    let mut checked = Vec::with_capacity(domains.len());
    for (block, charge) in blocks.zip(charges) {
        let result = checker.check_batch(block.iter().copied(), page_request.now);
        checked.extend(charge.settle(page_request, Ok::<_, PageError>(result)).await?.results);
        // Other requests get their turn.
        tokio::task::yield_now().await;
    }
    let mut checked = checked.into_iter();
    let row = |domain: &str| if domain.is_empty() { None } else { checked.next() };
    Ok(table.domains().map(row).collect())
}

/// Reserves a request of the plan for each block. More than the plan takes in a second wait for the
/// next one.
async fn reserve(page_request: &PageRequest<'_>, blocks: usize) -> PageResult<Vec<Charge>> {
    let per_second = page_request.limits()?.requests_per_second.at_most();
    let per_second = per_second.and_then(|most| usize::try_from(most).ok());
    let mut charges = Vec::with_capacity(blocks);
    for number in 0..blocks {
        if number > 0 && per_second.is_some_and(|most| number.is_multiple_of(most)) {
            tokio::time::sleep(SECOND).await;
        }
        charges.push(Charge::lookup(page_request, Endpoint::CheckDomainBatch).await?);
    }
    Ok(charges)
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

fn cells(row: &BatchRow) -> Vec<String> {
    let matched = row.matched.as_ref();
    let refusal = row.refusal();
    let cells = [
        row.verdict_or_error(),
        &row.confidence.to_string(),
        matched.map_or("", |it| it.operator.as_str()),
        matched.and_then(|it| it.jurisdiction).map_or("", |code| code.as_str()),
        matched.and_then(|it| it.license_number.as_deref()).unwrap_or_default(),
        matched.and_then(|it| it.status).map_or("", |status| status.as_str()),
        row.verdict_detail.as_deref().or(refusal.as_deref()).unwrap_or_default(),
    ];
    cells.map(str::to_owned).to_vec()
}
