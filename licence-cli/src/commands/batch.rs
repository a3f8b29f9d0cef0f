//! `licence batch`.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use licence_core::check::BatchRow;
use licence_store::Checker;
use tokio::runtime::Runtime;

use crate::args::Batch;
use crate::batch_pipeline::{self, Chunk};
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::{input, output};

/// Checks domains, one a line.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, batch: &Batch) -> Result<Exit, Failure> {
    let name = batch.input.display();
    let lines =
        input::open(&batch.input).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let store = runtime.block_on(settings.open_store())?;
    let checker = runtime.block_on(store.checker())?;
    if batch.json {
        whole(&checker, lines)?;
    } else if batch.ndjson || !io::stdout().is_terminal() {
        rows(&checker, lines, |row, out| {
            // Writing to memory cannot fail, and a row has no map with other than text keys.
            let _ = serde_json::to_writer(&mut *out, row);
        })?;
    } else {
        rows(&checker, lines, |row, out| {
            out.extend_from_slice(output::verdict::line(row).as_bytes())
        })?;
    }
    Ok(Exit::Done)
}

/// Streams: nothing is held but the lines on their way.
fn rows(
    checker: &Checker,
    lines: impl io::Read + Send,
    render: impl Fn(&BatchRow, &mut Vec<u8>) + Sync,
) -> Result<(), Failure> {
    let progress = progress();
    let mut stdout = io::stdout().lock();
    let render_line = |raw: &str, out: &mut Vec<u8>| {
        render(&checker.check_row(raw), out);
        out.push(b'\n');
    };
    batch_pipeline::run(lines, render_line, |chunk: &Chunk| {
        stdout.write_all(&chunk.bytes)?;
        stdout.flush()?;
        progress.inc(chunk.rows);
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(())
}

/// One object with every row, as the REST API answers.
fn whole(checker: &Checker, mut lines: impl io::Read) -> Result<(), Failure> {
    let mut text = Vec::new();
    lines.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let domains = text.lines().filter(|line| !line.trim().is_empty());
    output::json(&checker.check_batch(domains, super::now()?))?;
    Ok(())
}

/// A count on standard error, for a person who sends the rows elsewhere.
fn progress() -> ProgressBar {
    let progress = ProgressBar::no_length();
    let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    if !is_watched {
        progress.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} domains, {per_sec}") {
        progress.set_style(style);
    }
    progress
}
