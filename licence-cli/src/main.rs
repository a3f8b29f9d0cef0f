//! `licence`: the service at the command line, on a local database or on a server.

mod actor;
mod args;
mod batch_pipeline;
mod clock;
mod commands;
mod config;
mod exit;
mod finding;
mod input;
mod interrupt;
mod output;
mod pages;
mod raw_object;
mod remote;
mod service;
mod setting;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Args, Command, WebhooksCommand};
use config::Settings;
use exit::{Exit, Failure};

fn main() -> ExitCode {
    if let Some(exit) = licence_store::register_reader::run_if_asked(std::env::args_os()) {
        return exit;
    }
    turn_core_dumps_off();
    let args = match args() {
        Ok(args) => args,
        Err(refused) => refused.exit(),
    };
    match run(&args) {
        Ok(exit) => exit.into(),
        Err(failure) if failure.is_closed_pipe() => Exit::Done.into(),
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit().into()
        }
    }
}

/// A core dump would hold API keys and webhook secrets. Where the system does not know the limit
/// there is nothing to turn off.
fn turn_core_dumps_off() {
    let _ = rlimit::Resource::CORE.set(0, 0);
}

fn args() -> Result<Args, clap::Error> {
    let matches = Args::command().try_get_matches()?;
    let mut args = Args::from_arg_matches(&matches)?;
    args.connection.record_origins(&matches);
    args.connection.account = match &args.command {
        Command::Watchlist(asked) => asked.command.account(),
        Command::Webhooks(asked) => asked.command.account(),
        Command::Events(asked) => asked.account.account,
        _ => None,
    };
    Ok(args)
}

fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Completions(completions) => return commands::completions::run(completions),
        Command::Man(man) => return commands::man::run(args.connection.quiet, man),
        Command::Webhooks(asked) => {
            if let WebhooksCommand::Verify(delivery) = &asked.command {
                return commands::webhooks::verify(args.connection.quiet, delivery);
            }
        }
        _ => {}
    }
    let settings = Settings::resolve(&args.connection)?;
    // One thread is enough: the library answers checks without waiting, and `batch` brings its own.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (rt, settings) = (&runtime, &settings);
    match &args.command {
        Command::Check(asked) => commands::check::run(rt, settings, asked),
        Command::Batch(asked) => commands::batch::run(rt, settings, asked),
        Command::Jurisdictions(asked) => commands::jurisdictions::run(rt, settings, asked),
        Command::Operators(asked) => commands::operators::run(rt, settings, asked),
        Command::Licences(asked) => commands::licences::run(rt, settings, asked),
        Command::History(asked) => commands::licences::history(rt, settings, asked),
        Command::Actions(asked) => commands::operators::actions(rt, settings, asked),
        Command::Export(asked) => commands::export::run(rt, settings, asked),
        Command::Watchlist(asked) => commands::watchlist::run(rt, settings, asked),
        Command::Webhooks(asked) => commands::webhooks::run(rt, settings, asked),
        Command::Events(asked) => commands::events::run(rt, settings, asked),
        Command::Coverage(form) => commands::system::coverage(rt, settings, *form),
        Command::Stats(form) => commands::system::stats(rt, settings, *form),
        Command::Health(form) => commands::system::health(rt, settings, *form),
        Command::Registers(asked) => commands::registers::run(rt, settings, asked),
        Command::Accounts(asked) => commands::accounts::accounts(rt, settings, asked),
        Command::Keys(asked) => commands::accounts::keys(rt, settings, asked),
        Command::Audit(asked) => commands::audit::run(rt, settings, asked),
        Command::Corrections(asked) => commands::corrections::run(rt, settings, asked),
        Command::Jobs(asked) => commands::jobs::run(rt, settings, asked),
        Command::Backup(asked) => commands::backup::create(rt, settings, asked),
        Command::Restore(asked) => commands::backup::restore(rt, settings, asked),
        Command::Doctor(asked) => commands::doctor::run(rt, settings, asked),
        Command::Completions(asked) => commands::completions::run(asked),
        Command::Man(asked) => commands::man::run(settings.is_quiet, asked),
    }
}
