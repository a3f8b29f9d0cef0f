//! `licence batch`.

mod columns;
mod line;
mod local;
mod remote;
mod resume;
mod summary;
mod tally;

use std::io::{self, IsTerminal};

use licence_store::Checker;
use tokio::runtime::Runtime;

use crate::args::Batch;
use crate::commands::catalogue;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::service::Service;
use tally::Tally;

/// Checks domains: one a line, or those in a column of a table.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, batch: &Batch) -> Result<Exit, Failure> {
    if let Some(column) = &batch.column {
        return columns::run(runtime, settings, batch, column);
    }
    let name = batch.input.display();
    let lines =
        input::open(&batch.input).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let is_ndjson = batch.ndjson || !io::stdout().is_terminal();
    let (is_quiet, tally) = (settings.is_quiet, Tally::default());
    if let Some(file) = &batch.catalogue {
        let checker = Checker::from(catalogue::open(file)?);
        match batch.json {
            true => local::whole(lines, &tally, |hosts, now| {
                Ok(checker.check_batch(hosts.iter().copied(), now))
            })?,
            false => local::rows_of(&checker, lines, is_ndjson, is_quiet, &tally)?,
        }
        return tally.outcome("line");
    }
    let service = runtime.block_on(settings.lookup_service())?;
    match &service {
        Service::Local(local) if batch.json => local::whole(lines, &tally, |hosts, now| {
            Ok(runtime.block_on(local.store.check_batch_once(hosts, now))?)
        })?,
        Service::Local(local) => {
            local::rows(runtime, &local.store, lines, is_ndjson, is_quiet, &tally)?
        }
        Service::Remote(_) if batch.json => {
            runtime.block_on(remote::whole(&service, lines, &tally))?
        }
        Service::Remote(_) => {
            runtime.block_on(remote::rows(&service, lines, is_ndjson, is_quiet, &tally))?
        }
    }
    tally.outcome("line")
}
