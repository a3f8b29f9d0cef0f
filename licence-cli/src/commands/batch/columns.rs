//! A batch of a table: its rows come back with seven columns more.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use licence_core::check::{BatchRow, Verdict};
use licence_core::hostname::Hostname;
use licence_store::Checker;
use licence_store::service::MAX_LOOKED_UP;
use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Runtime;

use super::resume::{Answer, Answers, Question};
use super::tally::Tally;
use crate::args::Batch;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::pasted::Pasted;
use crate::progress::row_bar;
use crate::service::Service;
use crate::table_file::{TableFile, TableForm};
use crate::whole_file;
use licence_core::request::quoted;

/// The columns that a table gets.
const COLUMNS: [&str; 7] =
    ["verdict", "operator", "licence", "status", "source", "observed", "sentence"];
/// The verdict column of a cell that is no domain.
const INVALID: &str = "invalid_hostname";
/// The rows of one request to a server (specification 8).
const ROWS: usize = 100;

/// The rows of a batch body.
#[derive(Deserialize)]
struct Rows {
    results: Vec<BatchRow>,
}

/// Checks the domains of a column.
pub(super) fn run(
    runtime: &Runtime,
    settings: &Settings,
    batch: &Batch,
    column: &str,
) -> Result<Exit, Failure> {
    let out = batch.out.as_deref().filter(|path| *path != Path::new("-"));
    if batch.json && out.is_none() {
        return Err(Failure::Usage("--json with --column takes --out FILE".to_owned()));
    }
    let mut table = TableFile::read(&batch.input)?;
    let column = table.column(column)?;
    let first = usize::from(column.has_header);
    let texts: Vec<String> =
        (first..table.rows.len()).map(|row| table.text(row, column.index)).collect();
    let service = runtime.block_on(settings.lookup_service())?;
    let mut answers = match out {
        Some(out) => {
            let data_source = settings.data_source_name();
            let question =
                Question { sha256: table.sha256.clone(), column: column.index, data_source };
            Answers::open(out, &question)?
        }
        None => Answers::in_memory(),
    };
    let is_quiet = settings.is_quiet;
    if !answers.rows.is_empty() && !is_quiet {
        eprintln!("an interrupted run left {} of {} rows", answers.rows.len(), texts.len());
    }
    let outcome = check_rest(runtime, &service, is_quiet, &texts, &mut answers);
    if let (Err(_), Some(path), false) = (&outcome, answers.path(), is_quiet) {
        let (kept, path) = (answers.rows.len(), path.display());
        eprintln!("{kept} of {} rows are kept in {path}; the same command goes on", texts.len());
    }
    outcome?;
    let summary = Summary::from_answers(&answers.rows);
    table.append(&COLUMNS, column, std::mem::take(&mut answers.rows));
    write(&table, out)?;
    answers.remove_file()?;
    summary.report(batch, is_quiet)?;
    summary.tally.outcome("cell")
}

/// Checks the rows that have no answer yet.
fn check_rest(
    runtime: &Runtime,
    service: &Service,
    is_quiet: bool,
    texts: &[String],
    answers: &mut Answers,
) -> Result<(), Failure> {
    let bar = row_bar(!is_quiet, Some(texts.len() as u64)).with_position(answers.rows.len() as u64);
    bar.reset_eta();
    let rest = texts.get(answers.rows.len()..).unwrap_or_default();
    // A few domains are looked up faster than a catalogue is built.
    let checker = match service {
        Service::Local(local) if rest.len() > MAX_LOOKED_UP => {
            Some(runtime.block_on(local.store.checker())?)
        }
        _ => None,
    };
    for texts in rest.chunks(ROWS) {
        let chunk = check_chunk(runtime, service, checker.as_ref(), texts)?;
        bar.inc(chunk.len() as u64);
        answers.extend(chunk)?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn check_chunk(
    runtime: &Runtime,
    service: &Service,
    checker: Option<&Checker>,
    texts: &[String],
) -> Result<Vec<Answer>, Failure> {
    let hosts: Vec<_> = texts.iter().map(|text| Pasted::parse(text).host(text)).collect();
    let asked: Vec<&str> =
        hosts.iter().map(AsRef::as_ref).filter(|host: &&str| !host.trim().is_empty()).collect();
    let now = now()?;
    let rows = match checker {
        Some(checker) => asked.iter().map(|host| checker.check_row(host, now)).collect(),
        None if asked.is_empty() => Vec::new(),
        None => {
            let body = runtime.block_on(service.check_batch(&asked, now))?;
            let rows: Rows = serde_json::from_slice(&body).map_err(Failure::UnknownForm)?;
            rows.results
        }
    };
    let mut rows = rows.iter();
    let answers = texts.iter().zip(&hosts).map(|(text, host)| match host.trim().is_empty() {
        true => vec![String::new(); COLUMNS.len()],
        false => rows.next().map_or_else(Vec::new, |row| answer(row, text, host)),
    });
    Ok(answers.collect())
}

/// Returns the cells of a row. The sentence says so if the host was read out of an address.
fn answer(row: &BatchRow, text: &str, host: &str) -> Answer {
    let matched = row.matched.as_ref();
    let sentence = match (&row.verdict_detail, host.parse::<Hostname>()) {
        (Some(detail), _) if host == text => detail.clone(),
        (Some(detail), _) => format!("Read as the host {host}. {detail}"),
        (None, Err(error)) => format!("{} is {error}.", quoted(text)),
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

/// Writes the table to a file that appears when it is whole, or as CSV to standard output.
fn write(table: &TableFile, out: Option<&Path>) -> Result<(), Failure> {
    let is_workbook = |path: &Path| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xlsx"))
    };
    let form = match table.form {
        _ if out.is_some_and(is_workbook) => TableForm::Workbook,
        TableForm::Workbook => TableForm::Text { delimiter: b',', has_byte_order_mark: true },
        text => text,
    };
    match out {
        Some(path) => whole_file::write(path, |file| table.write(form, COLUMNS.len(), file)),
        None => {
            let mut bytes = Vec::new();
            table.write(form, COLUMNS.len(), &mut bytes)?;
            Ok(output::write_all(&bytes)?)
        }
    }
}

/// The rows by verdict.
struct Summary {
    tally: Tally,
    blank: u64,
    verdicts: BTreeMap<String, u64>,
}

impl Summary {
    fn from_answers(answers: &[Answer]) -> Self {
        let mut summary = Self { tally: Tally::default(), blank: 0, verdicts: BTreeMap::new() };
        for answer in answers {
            match answer.first().map_or("", String::as_str) {
                "" => summary.blank += 1,
                verdict => {
                    summary.tally.count(verdict == INVALID);
                    *summary.verdicts.entry(verdict.to_owned()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// Prints the counts: as JSON to standard output, else for a person to standard error.
    fn report(&self, batch: &Batch, is_quiet: bool) -> Result<(), Failure> {
        let rows = self.verdicts.values().sum::<u64>() + self.blank;
        if batch.json {
            let verdicts = &self.verdicts;
            output::json(&json!({ "rows": rows, "blank": self.blank, "verdicts": verdicts }))?;
        } else if !is_quiet {
            let mut counts: Vec<_> = self.verdicts.iter().collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let blank = ("blank".to_owned(), self.blank);
            let blank = Some((&blank.0, &blank.1)).filter(|(_, count)| **count > 0);
            let mut text = format!("{rows} rows\n");
            for (verdict, count) in counts.into_iter().chain(blank) {
                text.push_str(&format!("{count:>9}  {verdict}\n"));
            }
            io::stderr().write_all(text.as_bytes())?;
        }
        Ok(())
    }
}
