//! A batch of any length from a database of this machine, or from a catalogue.

use std::io::{self, Read, Write};

use licence_core::check::BatchRow;
use licence_store::Checker;

use super::line::Line;
use super::summary::Tally;
use crate::batch_pipeline::{self, Chunk};
use crate::clock::now;
use crate::exit::Failure;
use crate::output;
use crate::progress::domain_count;

/// Streams: nothing is held but the lines on their way. Every line is answered from one catalogue.
pub(super) fn rows(
    checker: &Checker,
    lines: impl Read + Send,
    is_ndjson: bool,
    tally: &Tally,
) -> Result<(), Failure> {
    let (now, progress) = (now()?, domain_count());
    let answer = |text: &str, out: &mut Vec<u8>| {
        let line = Line::parse(text);
        let mut row = checker.check_row(line.host(), now);
        tally.count(row.error.is_some());
        line.annotate(&mut row);
        render(&row, is_ndjson, out);
    };
    let mut stdout = io::stdout().lock();
    let emit = |chunk: &Chunk| -> io::Result<()> {
        stdout.write_all(&chunk.bytes)?;
        stdout.flush()?;
        progress.inc(chunk.rows);
        Ok(())
    };
    batch_pipeline::run(lines, answer, emit)?;
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

/// Prints one object with every row, as the REST API answers, or nothing without a row.
pub(super) fn whole(checker: &Checker, mut lines: impl Read, tally: &Tally) -> Result<(), Failure> {
    let mut text = Vec::new();
    lines.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    // `str::lines` would leave a carriage return on a last line without a line feed.
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let lines = lines.filter(|line| !line.trim().is_empty());
    let lines: Vec<Line<'_>> = lines.map(Line::parse).collect();
    let mut batch = checker.check_batch(lines.iter().map(Line::host), now()?);
    for (line, row) in lines.iter().zip(&mut batch.results) {
        tally.count(row.error.is_some());
        line.annotate(row);
    }
    if !batch.results.is_empty() {
        output::json(&batch)?;
    }
    Ok(())
}
