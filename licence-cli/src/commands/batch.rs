//! `licence batch`.

use std::io::{self, IsTerminal, Read, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use licence_core::check::BatchRow;
use licence_store::{MAX_LOOKED_UP, Store};
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
    if batch.json {
        whole(runtime, &store, lines)?;
    } else if batch.ndjson || !io::stdout().is_terminal() {
        rows(runtime, &store, lines, |row, out| {
            // Writing to memory cannot fail, and a row has no map with other than text keys.
            let _ = serde_json::to_writer(&mut *out, row);
        })?;
    } else {
        rows(runtime, &store, lines, |row, out| {
            out.extend_from_slice(output::verdict::line(row).as_bytes())
        })?;
    }
    Ok(Exit::Done)
}

/// Streams: nothing is held but the lines on their way. The first ones are looked up, so that a few
/// domains are answered before a catalogue could be built; more are worth one.
fn rows(
    runtime: &Runtime,
    store: &Store,
    mut lines: impl io::Read + Send,
    render: impl Fn(&BatchRow, &mut Vec<u8>) + Sync,
) -> Result<(), Failure> {
    let progress = progress();
    let mut stdout = io::stdout().lock();
    let render_line = |row: &BatchRow, out: &mut Vec<u8>| {
        render(row, out);
        out.push(b'\n');
    };
    let mut emit = |chunk: &Chunk| {
        stdout.write_all(&chunk.bytes)?;
        stdout.flush()?;
        progress.inc(chunk.rows);
        Ok(())
    };
    let rest = batch_pipeline::opening(&mut lines, MAX_LOOKED_UP, |domains| {
        let rows = runtime.block_on(store.check_rows_once(domains))?;
        let mut chunk = Chunk { bytes: Vec::new(), rows: rows.len() as u64 };
        rows.iter().for_each(|row| render_line(row, &mut chunk.bytes));
        Ok::<(), Failure>(emit(&chunk)?)
    })?;
    if let Some(rest) = rest {
        let checker = runtime.block_on(store.checker())?;
        let render = |raw: &str, out: &mut Vec<u8>| render_line(&checker.check_row(raw), out);
        batch_pipeline::run(io::Cursor::new(rest).chain(lines), render, emit)?;
    }
    progress.finish_and_clear();
    Ok(())
}

/// One object with every row, as the REST API answers.
fn whole(runtime: &Runtime, store: &Store, mut lines: impl io::Read) -> Result<(), Failure> {
    let mut text = Vec::new();
    lines.read_to_end(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let domains: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    output::json(&runtime.block_on(store.check_batch_once(&domains, super::now()?))?)?;
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
