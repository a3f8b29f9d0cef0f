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
use licence_core::register::PDF_THREAD;

fn main() -> ExitCode {
    leave_out_panics_of_the_pdf_library();
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

/// The library that reads PDFs panics on what it does not know; the reader turns that into an
/// error of one line, which is all a user should see.
fn leave_out_panics_of_the_pdf_library() {
    let printed = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(PDF_THREAD) {
            printed(panic);
        }
    }));
}

fn run(args: Args) -> Result<Exit, Failure> {
    let on_a_database = || {
        let settings = config::Settings::resolve(&args.connection)?;
        // One thread is enough: the library answers checks without waiting, and `batch` brings its
        // own.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok::<_, Failure>((runtime, settings))
    };
    match &args.command {
        Command::Completions(completions) => commands::completions::run(completions),
        Command::Check(check) => {
            let (runtime, settings) = on_a_database()?;
            commands::check::run(&runtime, &settings, check)
        }
        Command::Batch(batch) => {
            let (runtime, settings) = on_a_database()?;
            commands::batch::run(&runtime, &settings, batch)
        }
        Command::Accounts(accounts) => {
            let (runtime, settings) = on_a_database()?;
            commands::accounts::accounts(&runtime, &settings, accounts)
        }
        Command::Keys(keys) => {
            let (runtime, settings) = on_a_database()?;
            commands::accounts::keys(&runtime, &settings, keys)
        }
        Command::History(history) => {
            let (runtime, settings) = on_a_database()?;
            commands::history::run(&runtime, &settings, history)
        }
        Command::Corrections(corrections) => {
            let (runtime, settings) = on_a_database()?;
            commands::corrections::run(&runtime, &settings, corrections)
        }
        Command::Coverage(coverage) => {
            let (runtime, settings) = on_a_database()?;
            commands::coverage::run(&runtime, &settings, coverage)
        }
        Command::Jobs(jobs) => {
            let (runtime, settings) = on_a_database()?;
            commands::jobs::run(&runtime, &settings, jobs)
        }
        Command::Registers(registers) => {
            let (runtime, settings) = on_a_database()?;
            commands::registers::run(&runtime, &settings, registers)
        }
    }
}
