//! `licence`: the service at the command line, on a local database.

mod args;
mod batch_pipeline;
mod commands;
mod config;
mod exit;
mod input;
mod output;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(exit) => exit.into(),
        Err(failure) if failure.is_closed_pipe() => Exit::Done.into(),
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit().into()
        }
    }
}

fn run(args: Args) -> Result<Exit, Failure> {
    if let Command::Completions(completions) = &args.command {
        return commands::completions::run(completions);
    }
    let settings = config::Settings::resolve(&args.connection)?;
    // One thread is enough: the library answers checks without waiting, and `batch` brings its own.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match args.command {
        Command::Check(check) => commands::check::run(&runtime, &settings, &check),
        Command::Batch(batch) => commands::batch::run(&runtime, &settings, &batch),
        Command::Registers(registers) => commands::registers::run(&runtime, &settings, &registers),
        Command::Completions(completions) => commands::completions::run(&completions),
    }
}
