//! `licence batch`.

mod columns;
mod line;
mod local;
mod remote;
mod resume;
mod source;
mod summary;

use std::io::{self, IsTerminal};

use crate::args::Batch;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::input;
use source::Source;
use summary::Tally;

/// Checks domains: one a line, or those in a column of a table.
pub(crate) fn run(settings: &Settings, batch: &Batch) -> Result<Exit, Failure> {
    if batch.catalogue.is_some() {
        settings.require_no_server_flag()?;
    }
    if let Some(column) = &batch.column {
        return columns::run(settings, batch, column);
    }
    let lines = input::open_lines(&batch.input);
    let lines = lines.map_err(|error| Failure::in_file(&batch.input, error))?;
    let is_ndjson = batch.ndjson || !io::stdout().is_terminal();
    let tally = Tally::default();
    let source = Source::open(settings, batch.catalogue.as_deref())?;
    match &source {
        Source::Catalogue { checker, .. } if batch.json => local::whole(checker, lines, &tally)?,
        Source::Catalogue { checker, .. } => local::rows(checker, lines, is_ndjson, &tally)?,
        Source::Server(service) if batch.json => {
            settings.block_on(remote::whole(service, lines, &tally))?
        }
        Source::Server(service) => {
            settings.block_on(remote::rows(service, lines, is_ndjson, &tally))?
        }
    }
    settings.block_on(source.finish());
    tally.outcome("line")
}
