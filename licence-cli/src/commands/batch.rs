//! `licence batch`.

mod local;
mod progress;
mod remote;

use std::io::{self, IsTerminal};

use tokio::runtime::Runtime;

use crate::args::Batch;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::service::Service;

/// Checks domains, one a line.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, batch: &Batch) -> Result<Exit, Failure> {
    let name = batch.input.display();
    let lines =
        input::open(&batch.input).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let service = runtime.block_on(settings.service())?;
    let is_ndjson = batch.ndjson || !io::stdout().is_terminal();
    let is_quiet = settings.is_quiet;
    match &service {
        Service::Local(local) if batch.json => local::whole(runtime, &local.store, lines)?,
        Service::Local(local) => local::rows(runtime, &local.store, lines, is_ndjson, is_quiet)?,
        Service::Remote(_) if batch.json => runtime.block_on(remote::whole(&service, lines))?,
        Service::Remote(_) => {
            runtime.block_on(remote::rows(&service, lines, is_ndjson, is_quiet))?
        }
    }
    Ok(Exit::Done)
}
