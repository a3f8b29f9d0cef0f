//! `licence`: the service at the command line, on a local database or on a server.

// These panic when their line cannot be written; `notes::print` and `output` do not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod actor;
mod args;
mod batch_pipeline;
mod batch_run;
mod clock;
mod commands;
mod config;
mod exit;
mod input;
mod interrupt;
mod mcp;
mod notes;
mod output;
mod pages;
mod pasted;
mod progress;
mod raw_object;
mod remote;
mod service;
mod setting;
mod table_file;
mod whole_file;

use std::ffi::OsStr;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches};

use args::{Args, Command, EvidenceCommand, WebhooksCommand};
use config::Settings;
use exit::{Exit, Failure};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let reads_a_register = licence_store::register_reader::run_if_asked(std::env::args_os());
    if let Some(exit) = reads_a_register.or_else(|| table_file::run_if_asked(std::env::args_os())) {
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
            notes::print(format_args!("error: {failure}"));
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
    let command = without_empty_variables(Args::command());
    let matches = command.try_get_matches().map_err(with_best_suggestion)?;
    let mut args = Args::from_arg_matches(&matches)?;
    args.connection.record_origins(&matches);
    args.connection.account = match &args.command {
        Command::Watchlist(asked) => asked.account(),
        Command::Webhooks(asked) => asked.account(),
        Command::Events(asked) => asked.account.account,
        Command::Mcp(account) => account.account,
        _ => None,
    };
    Ok(args)
}

/// Returns the command without the environment variables that are empty: they count as not set, because
/// Docker Compose passes variables that are not set as empty ones.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    let command = command.mut_args(|arg| match arg.get_env().is_some_and(is_empty) {
        true => arg.env(Resettable::Reset),
        false => arg,
    });
    command.mut_subcommands(without_empty_variables)
}

/// Keeps the nearest of several suggested subcommands, which clap names last: a typo of `create`
/// must not suggest `revoke`.
fn with_best_suggestion(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::Strings(names)) = error.get(ContextKind::SuggestedSubcommand) {
        let nearest = names.last().cloned().into_iter().collect();
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(nearest));
    }
    error
}

/// `--field` selects from one answer. These commands write rows or a file; `batch --json` writes one
/// answer.
fn refuse_field_of_rows(command: &Command) -> Result<(), Failure> {
    let error = match command {
        Command::Batch(asked) if asked.json => return Ok(()),
        Command::Batch(_) => {
            "--field selects from one answer, and this command writes rows without --json"
        }
        Command::Export(_) | Command::Report(_) | Command::Open(_) | Command::Mcp(_) => {
            "this command takes no --field"
        }
        _ => return Ok(()),
    };
    Err(Failure::Usage(error.to_owned()))
}

fn run(args: &Args) -> Result<Exit, Failure> {
    notes::set_quiet(args.connection.quiet);
    match &args.command {
        // These must work where the configuration is broken or missing.
        Command::Completions { shell } => return commands::generated::completions(*shell),
        Command::Man { folder } => return commands::generated::man(folder.as_deref()),
        Command::Webhooks(WebhooksCommand::Verify(delivery)) => {
            return commands::webhooks::verify(delivery);
        }
        _ => {}
    }
    output::color::set_color(args.color);
    if let Some(path) = &args.field {
        refuse_field_of_rows(&args.command)?;
        output::set_field(path.clone());
    }
    let settings = Settings::resolve(&args.connection)?;
    settings.block_on(async { interrupt::report_file_size_limit() })?;
    run_command(&settings, &args.command)
}

fn run_command(settings: &Settings, command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(asked) => commands::check::run(settings, asked),
        Command::Batch(asked) => commands::batch::run(settings, asked),
        Command::Report(asked) => commands::report::run(settings, asked),
        Command::Diff(asked) => commands::diff::run(asked),
        Command::Open(asked) => commands::open::run(settings, asked),
        Command::Jurisdictions(asked) => commands::lookups::jurisdictions(settings, asked),
        Command::Operators(asked) => commands::lookups::operators(settings, asked),
        Command::Licences(asked) => commands::lookups::licences(settings, asked),
        Command::History(asked) => commands::lookups::history(settings, asked),
        Command::Actions(asked) => commands::lookups::actions(settings, asked),
        Command::Export(asked) => commands::export::run(settings, asked),
        Command::Catalogue(asked) => commands::catalogue::run(settings, asked),
        Command::Watchlist(asked) => commands::watchlist::run(settings, asked),
        Command::Webhooks(asked) => commands::webhooks::run(settings, asked),
        Command::Events(asked) => commands::events::run(settings, asked),
        Command::Mcp(account) => mcp::run(settings, account),
        Command::Coverage(form) => commands::system::coverage(settings, *form),
        Command::Stats(form) => commands::system::stats(settings, *form),
        Command::Health(form) => commands::system::health(settings, *form),
        Command::Registers(asked) => commands::registers::run(settings, asked),
        Command::Accounts(asked) => commands::accounts::accounts(settings, asked),
        Command::Members(asked) => commands::members::run(settings, asked),
        Command::Connector(asked) => commands::connector::run(settings, asked),
        Command::Keys(asked) => commands::accounts::keys(settings, asked),
        Command::Audit(asked) => commands::audit::run(settings, asked),
        Command::Corrections(asked) => commands::corrections::run(settings, asked),
        Command::Evidence(EvidenceCommand::Verify { file, json }) => {
            commands::report::verify(file, *json)
        }
        Command::Jobs(asked) => commands::jobs::run(settings, asked),
        Command::Backup(asked) => commands::backup::create(settings, asked),
        Command::Restore(asked) => commands::backup::restore(settings, asked),
        Command::Doctor { json } => commands::doctor::run(settings, *json),
        Command::Completions { shell } => commands::generated::completions(*shell),
        Command::Man { folder } => commands::generated::man(folder.as_deref()),
    }
}
