//! `licence batch`.

mod columns;
mod line;
mod local;
mod remote;
mod resume;
mod source;
mod summary;
mod tally;

use std::io::{self, IsTerminal};

use licence_store::Checker;

use crate::args::Batch;
use crate::commands::catalogue;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::service::Service;
use tally::Tally;

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
    let (is_quiet, tally) = (settings.is_quiet, Tally::default());
    let answer = |checker: &Checker, lines| match batch.json {
        true => local::whole(checker, lines, &tally),
        false => local::rows(checker, lines, is_ndjson, is_quiet, &tally),
    };
    if let Some(file) = &batch.catalogue {
        answer(&Checker::from(catalogue::open(file)?), lines)?;
        return tally.outcome("line");
    }
    let service = settings.block_on(settings.lookup_service())?;
    match &service {
        Service::Local(local) => answer(&settings.block_on(local.store.checker())?, lines)?,
        Service::Remote(_) if batch.json => {
            settings.block_on(remote::whole(&service, lines, &tally))?
        }
        Service::Remote(_) => {
            settings.block_on(remote::rows(&service, lines, is_ndjson, is_quiet, &tally))?
        }
    }
    settings.block_on(service.finish());
    tally.outcome("line")
}
