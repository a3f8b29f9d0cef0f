//! A batch of any length from a database of this machine.

use std::io::{self, Read, Write};

use licence_core::check::BatchRow;
use licence_store::Store;
use licence_store::service::MAX_LOOKED_UP;
use tokio::runtime::Runtime;

use super::line::Line;
use super::tally::Tally;
use crate::batch_pipeline::{self, Chunk};
use crate::clock::now;
use crate::exit::Failure;
use crate::output;
use crate::progress::domain_count;

/// Streams: nothing is held but the lines on their way. The first ones are looked up, so that a few
/// domains are answered before a catalogue could be built; more are worth one.
pub(super) fn rows(
    runtime: &Runtime,
    store: &Store,
    mut lines: impl Read + Send,
    is_ndjson: bool,
    is_quiet: bool,
    tally: &Tally,
) -> Result<(), Failure> {
    let progress = domain_count(is_quiet);
    let now = now()?;
    let mut stdout = io::stdout().lock();
    let mut emit = |chunk: &Chunk| {
        stdout.write_all(&chunk.bytes)?;
        stdout.flush()?;
        progress.inc(chunk.rows);
        Ok(())
    };
    let rendered = |line: &Line<'_>, mut row: BatchRow, out: &mut Vec<u8>| {
        tally.count(row.error.is_some());
        line.annotate(&mut row);
        render(&row, is_ndjson, out);
    };
    let rest = batch_pipeline::opening(&mut lines, MAX_LOOKED_UP, |texts| {
        let lines: Vec<Line<'_>> = texts.iter().map(|text| Line::parse(text)).collect();
        let hosts: Vec<&str> = lines.iter().map(Line::host).collect();
        let rows = runtime.block_on(store.check_rows_once(&hosts, now))?;
        let mut chunk = Chunk { bytes: Vec::new(), rows: rows.len() as u64 };
        for (line, row) in lines.iter().zip(rows) {
            rendered(line, row, &mut chunk.bytes);
        }
        Ok::<(), Failure>(emit(&chunk)?)
    })?;
    if let Some(rest) = rest {
        let checker = runtime.block_on(store.checker())?;
        let answer = |text: &str, out: &mut Vec<u8>| {
            let line = Line::parse(text);
            rendered(&line, checker.check_row(line.host(), now), out);
        };
        batch_pipeline::run(io::Cursor::new(rest).chain(lines), answer, emit)?;
    }
    progress.finish_and_clear();
    Ok(())
}

fn render(row: &BatchRow, is_ndjson: bool, out: &mut Vec<u8>) {
    match is_ndjson {
        // Writing to memory cannot fail, and a row has no map with other than text keys.
        true => drop(serde_json::to_writer(&mut *out, row)),
        false => out.extend_from_slice(output::verdict::line(row).as_bytes()),
    }
    out.push(b'\n');
}

/// One object with every row, as the REST API answers.
pub(super) fn whole(
    runtime: &Runtime,
    store: &Store,
    mut lines: impl Read,
    tally: &Tally,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    lines.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<Line<'_>> = lines.map(Line::parse).collect();
    let hosts: Vec<&str> = lines.iter().map(Line::host).collect();
    let now = now()?;
    let mut batch = runtime.block_on(store.check_batch_once(&hosts, now))?;
    for (line, row) in lines.iter().zip(&mut batch.results) {
        tally.count(row.error.is_some());
        line.annotate(row);
    }
    output::json(&batch)?;
    Ok(())
}
