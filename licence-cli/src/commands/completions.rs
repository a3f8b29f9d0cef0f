//! `licence completions`.

use clap::CommandFactory;

use crate::args::{Args, Completions};
use crate::exit::{Exit, Failure};

/// Prints a completion script.
pub(crate) fn run(completions: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(completions.shell, &mut Args::command(), "licence", &mut script);
    crate::output::write_all(&script)?;
    Ok(Exit::Done)
}
