//! A batch of a table: its rows come back with seven columns more.

use std::path::Path;

use licence_core::request::quoted;

use super::line::Line;
use super::resume::{Answers, Question};
use super::source::{COLUMNS, Source, chunk_len};
use super::summary::Summary;
use crate::args::Batch;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::progress::row_bar;
use crate::table_file::{TableFile, TableForm};
use crate::whole_file;

pub(super) fn run(settings: &Settings, batch: &Batch, column: &str) -> Result<Exit, Failure> {
    let out = out(batch)?;
    let mut table = TableFile::read(&batch.input)?;
    note_other_sheets(&table.sheets);
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
    summary.report(batch)?;
    summary.tally.outcome("cell")
}

/// Returns the file of the table, unless it is standard output. One that may not be written is refused
/// before the checks.
fn out(batch: &Batch) -> Result<Option<&Path>, Failure> {
    let out = batch.out.as_deref().filter(|path| !whole_file::is_stdout(path));
    if batch.json && out.is_none() {
        return Err(Failure::Usage("--json with --column takes --out FILE".to_owned()));
    }
    if out.is_some_and(|out| whole_file::is_same(out, &batch.input)) {
        let error = "--out names the input; give it another name, so that the input stays as it is";
        return Err(Failure::Usage(error.to_owned()));
    }
    if let Some(folder) = out.filter(|out| out.is_dir()) {
        return Err(Failure::in_file(folder, "--out names a folder; name a file"));
    }
    out.map(whole_file::place).transpose()?;
    Ok(out)
}

/// Prints which sheets of a workbook are not read.
fn note_other_sheets(sheets: &[String]) {
    let Some((first, others)) = sheets.split_first().filter(|(_, others)| !others.is_empty())
    else {
        return;
    };
    let others: Vec<String> = others.iter().map(|sheet| quoted(sheet)).collect();
    let (first, others) = (quoted(first), others.join(", "));
    notes::note(format_args!("only the sheet {first} is read, not {others}"));
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
    if kept > 0 {
        notes::note(format_args!("an interrupted run left {kept} of {all} rows"));
    }
    let outcome = check_rest(settings, source, texts, answers);
    if let (Err(_), Some(path)) = (&outcome, answers.path()) {
        let (kept, path) = (answers.rows.len(), path.display());
        let note =
            format!("{kept} of {all} rows are kept in {path}; repeat the command to continue");
        notes::note(note);
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
    let bar = row_bar(true, Some(texts.len() as u64)).with_position(answers.rows.len() as u64);
    bar.reset_eta();
    let rest = texts.get(answers.rows.len()..).unwrap_or_default();
    let lines: Vec<Line<'_>> = rest.iter().map(|text| Line::parse(text)).collect();
    let mut lines = lines.as_slice();
    while !lines.is_empty() {
        let (chunk, later) = lines.split_at(chunk_len(lines)?);
        answers.extend(source.check(settings, chunk)?)?;
        bar.inc(chunk.len() as u64);
        lines = later;
    }
    bar.finish_and_clear();
    Ok(())
}

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
