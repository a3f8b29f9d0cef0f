//! A batch of a table: its rows come back with seven columns more.

use std::io;
use std::path::Path;

use licence_core::check::{BatchRow, Verdict};
use licence_core::hostname::Hostname;
use licence_store::Checker;
use serde::Deserialize;

use super::line::Line;
use super::remote::{LINE_BYTES, RequestSize, require_all};
use super::resume::{Answer, Answers, Question};
use super::summary::{INVALID, Summary};
use crate::args::Batch;
use crate::clock::now;
use crate::commands::catalogue;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::progress::row_bar;
use crate::service::Service;
use crate::table_file::{TableFile, TableForm};
use crate::whole_file;
use licence_core::hex::sha256_hex;
use licence_core::request::quoted;

/// The columns that a table gets.
const COLUMNS: [&str; 7] =
    ["verdict", "operator", "licence", "status", "source", "observed", "sentence"];

/// The rows of a batch body.
#[derive(Deserialize)]
struct Rows {
    results: Vec<BatchRow>,
}

/// What answers the rows.
enum Source {
    /// One state of the registers in memory, and the database that it is of.
    Catalogue { checker: Checker, state: String, database: Option<Service> },
    /// A server.
    Server(Service),
}

impl Source {
    fn open(settings: &Settings, file: Option<&Path>) -> Result<Self, Failure> {
        if let Some(file) = file {
            let catalogue = catalogue::open(file)?;
            let state = sha256_hex(catalogue.as_bytes());
            return Ok(Self::Catalogue { checker: catalogue.into(), state, database: None });
        }
        let service = settings.block_on(settings.lookup_service())?;
        let Service::Local(local) = &service else { return Ok(Self::Server(service)) };
        let checker = settings.block_on(local.store.checker())?;
        let state = checker.state_name().to_owned();
        Ok(Self::Catalogue { checker, state, database: Some(service) })
    }

    /// Returns the name of the state of the registers, if all rows are answered from one.
    fn state(&self) -> Option<String> {
        match self {
            Self::Catalogue { state, .. } => Some(state.clone()),
            Self::Server(_) => None,
        }
    }

    async fn finish(self) {
        match self {
            Self::Catalogue { database: None, .. } => {}
            Self::Catalogue { database: Some(service), .. } | Self::Server(service) => {
                service.finish().await;
            }
        }
    }
}

/// Checks the domains of a column.
pub(super) fn run(settings: &Settings, batch: &Batch, column: &str) -> Result<Exit, Failure> {
    let out = out(batch)?;
    let mut table = TableFile::read(&batch.input)?;
    let form = form(&table, out);
    // Before hours of checks, not after them.
    table.require_room(form)?;
    let column = table.column(column)?;
    let first = usize::from(column.has_header);
    let texts: Vec<String> =
        (first..table.rows.len()).map(|row| table.text(row, column.index)).collect();
    let source = Source::open(settings, batch.catalogue.as_deref())?;
    let question = Question {
        sha256: table.sha256.clone(),
        column: column.index,
        has_header: column.has_header,
        data_source: data_source(settings, batch),
        state: source.state(),
    };
    let mut answers = Answers::open(out, &question)?;
    answer_all(settings, &source, &texts, &mut answers)?;
    let summary = Summary::from_answers(&answers.rows);
    table.append(&COLUMNS, column, std::mem::take(&mut answers.rows));
    write(&table, form, out)?;
    answers.remove_file()?;
    settings.block_on(source.finish());
    summary.report(batch, settings.is_quiet)?;
    summary.tally.outcome("cell")
}

/// Returns the file of the table, unless it is standard output.
fn out(batch: &Batch) -> Result<Option<&Path>, Failure> {
    let out = batch.out.as_deref().filter(|path| !whole_file::is_stdout(path));
    if batch.json && out.is_none() {
        return Err(Failure::Usage("--json with --column takes --out FILE".to_owned()));
    }
    if out.is_some_and(|out| whole_file::is_same(out, &batch.input)) {
        let error = "--out names the input; give it another name, so that the input stays as it is";
        return Err(Failure::Usage(error.to_owned()));
    }
    Ok(out)
}

/// Returns the name of the database, server or catalogue file that answers.
fn data_source(settings: &Settings, batch: &Batch) -> String {
    match &batch.catalogue {
        Some(file) => file.display().to_string(),
        None => settings.data_source_name(),
    }
}

/// Checks the rows that have no answer yet, and prints what an interrupted run has kept.
fn answer_all(
    settings: &Settings,
    source: &Source,
    texts: &[String],
    answers: &mut Answers,
) -> Result<(), Failure> {
    let (kept, all) = (answers.rows.len(), texts.len());
    if kept > 0 && !settings.is_quiet {
        notes::print(format_args!("an interrupted run left {kept} of {all} rows"));
    }
    let outcome = check_rest(settings, source, texts, answers);
    if let (Err(_), Some(path), false) = (&outcome, answers.path(), settings.is_quiet) {
        let (kept, path) = (answers.rows.len(), path.display());
        let note = format!("{kept} of {all} rows are kept in {path}; the same command goes on");
        notes::print(note);
    }
    outcome
}

/// Checks the rows that have no answer yet.
fn check_rest(
    settings: &Settings,
    source: &Source,
    texts: &[String],
    answers: &mut Answers,
) -> Result<(), Failure> {
    let bar = row_bar(!settings.is_quiet, Some(texts.len() as u64))
        .with_position(answers.rows.len() as u64);
    bar.reset_eta();
    let rest = texts.get(answers.rows.len()..).unwrap_or_default();
    let lines: Vec<Line<'_>> = rest.iter().map(|text| Line::parse(text)).collect();
    let mut lines = lines.as_slice();
    while !lines.is_empty() {
        let (chunk, later) = lines.split_at(chunk_len(lines)?);
        answers.extend(check_chunk(settings, source, chunk)?)?;
        bar.inc(chunk.len() as u64);
        lines = later;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Returns how many of the lines one request to a server takes.
fn chunk_len(lines: &[Line<'_>]) -> io::Result<usize> {
    let mut size = RequestSize::default();
    for line in lines {
        if !size.has_room() {
            break;
        }
        size.add(asked_host(line))?;
    }
    Ok(size.domains)
}

/// Returns as much of the host of a line as a request has of it.
fn asked_host<'l>(line: &'l Line<'_>) -> &'l str {
    let host = line.host().trim();
    &host[..host.floor_char_boundary(LINE_BYTES)]
}

fn check_chunk(
    settings: &Settings,
    source: &Source,
    lines: &[Line<'_>],
) -> Result<Vec<Answer>, Failure> {
    let asked: Vec<&str> = lines.iter().map(asked_host).filter(|host| !host.is_empty()).collect();
    let now = now()?;
    let rows = match source {
        Source::Catalogue { checker, .. } => {
            asked.iter().map(|host| checker.check_row(host, now)).collect()
        }
        Source::Server(_) if asked.is_empty() => Vec::new(),
        Source::Server(service) => {
            let body = settings.block_on(service.check_batch(&asked, now))?;
            let rows: Rows = serde_json::from_slice(&body)?;
            require_all(asked.len(), rows.results.len())?;
            rows.results
        }
    };
    let mut rows = rows.iter();
    let answers = lines.iter().map(|line| match asked_host(line).is_empty() {
        true => vec![String::new(); COLUMNS.len()],
        false => rows.next().map_or_else(Vec::new, |row| answer(row, line)),
    });
    Ok(answers.collect())
}

/// Returns the cells of a row. The sentence says so if the host was read out of an address.
fn answer(row: &BatchRow, line: &Line<'_>) -> Answer {
    let matched = row.matched.as_ref();
    let sentence = match (&row.verdict_detail, line.host().parse::<Hostname>()) {
        (Some(detail), _) => line.sentence(detail),
        (None, Err(error)) => format!("{} is {error}.", quoted(line.host())),
        (None, Ok(_)) => String::new(),
    };
    let or_empty = |value: Option<String>| value.unwrap_or_default();
    vec![
        row.verdict.map_or(INVALID, Verdict::as_str).to_owned(),
        or_empty(matched.map(|it| it.operator.clone())),
        or_empty(matched.and_then(|it| it.license_number.clone())),
        or_empty(matched.and_then(|it| it.status).map(|status| status.to_string())),
        or_empty(matched.and_then(|it| it.status_source_url.clone())),
        or_empty(matched.and_then(|it| it.status_observed_at).map(|at| at.to_string())),
        sentence,
    ]
}

/// Returns the form that the table is written in.
fn form(table: &TableFile, out: Option<&Path>) -> TableForm {
    let is_workbook = |path: &Path| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xlsx"))
    };
    match table.form {
        _ if out.is_some_and(is_workbook) => TableForm::Workbook,
        TableForm::Workbook => TableForm::Text { delimiter: b',', has_byte_order_mark: true },
        text => text,
    }
}

/// Writes the table to a file that appears when it is whole, or as CSV to standard output.
fn write(table: &TableFile, form: TableForm, out: Option<&Path>) -> Result<(), Failure> {
    match out {
        Some(path) => whole_file::write(path, |file| table.write(form, COLUMNS.len(), file)),
        None => {
            let mut bytes = Vec::new();
            table.write(form, COLUMNS.len(), &mut bytes)?;
            Ok(output::write_all(&bytes)?)
        }
    }
}
