//! The commands and their flags.

mod admin;
mod catalogue;
mod connection;
mod connector;
mod form;
mod id;
mod lookups;
mod members;
mod registers;
mod reports;
mod watchlist;
mod webhooks;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use admin::{
    AccountsCommand, Audit, Backup, CorrectionsCommand, Job, JobsCommand, KeysCommand, Restore,
};
pub(crate) use catalogue::{
    BuildCatalogue, CatalogueCommand, CatalogueKeyCommand, MapFormat, PullCatalogue,
};
pub(crate) use connection::Connection;
pub(crate) use connector::{ClientsCommand, ConnectorCommand, GrantsCommand, ManifestForm};
pub(crate) use form::{ListForm, OneForm, PageFlags};
pub(crate) use id::parse_id;
pub(crate) use lookups::{
    Actions, Batch, Check, Export, History, JurisdictionsCommand, LicencesCommand, OperatorsCommand,
};
pub(crate) use members::{Invite, MembersCommand};
pub(crate) use registers::{ApplyOptions, RegistersCommand};
pub(crate) use reports::{Diff, EvidenceCommand, Open, Report};
pub(crate) use watchlist::{AccountFlag, Events, WatchlistCommand};
pub(crate) use webhooks::{CreateWebhook, UpdateWebhook, VerifyWebhook, WebhooksCommand};

/// Is this domain or licence number licensed, by whom? Answers from public gambling registers.
///
/// The same commands work on a database of this machine (--database-url) and on a server
/// (--server): a server given by a flag outweighs a database given by the environment or a file.
///
/// Exit codes: 0 licensed (check) or done; 1 not a pass; 2 bad usage or input; 3 not found;
/// 4 refused by key, plan or limit; 5 the service, the database or a register failed or cannot be
/// reached.
#[derive(Debug, Parser)]
#[command(
    name = "licence",
    bin_name = "licence",
    version,
    max_term_width = 100,
    after_help = "Example:\n  licence check lanternspin.example"
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) connection: Connection,
    /// Print only this part of the JSON answer, for example match.license_number or licenses.*.id
    #[arg(long, value_name = "PATH", global = true, help_heading = None::<&'static str>)]
    pub(crate) field: Option<String>,
    /// When to colour: on a terminal without NO_COLOR or TERM=dumb, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        global = true,
        help_heading = None::<&'static str>
    )]
    pub(crate) color: clap::ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check one domain or licence number
    #[command(after_help = "Example:\n  licence check lanternspin.example --json")]
    Check(Check),
    /// Check domains: one a line, or a column of a table; any number of them, in input order
    #[command(after_help = "Example:\n  licence batch domains.txt > verdicts.ndjson\n  \
                            licence batch merchants.csv --column website --out checked.xlsx")]
    Batch(Batch),
    /// A record of a check as one page that prints: verdict, evidence, history, how to repeat it
    #[command(after_help = "Example:\n  licence report lanternspin.example --out case.html")]
    Report(Report),
    /// What changed between two batch runs, and why
    ///
    /// Takes what `licence batch` writes: rows of JSON, or the tables of --column.
    #[command(after_help = "Example:\n  licence diff october.csv november.csv --column website")]
    Diff(Diff),
    /// Open the regulator's page about a domain or licence number
    #[command(after_help = "Example:\n  licence open lanternspin.example")]
    Open(Open),
    /// The registers, and who holds a licence there
    #[command(subcommand, after_help = "Example:\n  licence jurisdictions list")]
    Jurisdictions(JurisdictionsCommand),
    /// Find an operator, or show everything on record about one
    #[command(subcommand, after_help = "Example:\n  licence operators search lantern")]
    Operators(OperatorsCommand),
    /// The licences of an operator, or one licence
    #[command(
        subcommand,
        alias = "licenses",
        after_help = "Example:\n  licence licences list harbour-lantern-gaming-limited"
    )]
    Licences(LicencesCommand),
    /// The status history of a licence, the newest entry first
    #[command(after_help = "Example:\n  licence history MGA/B2C/7114/2021")]
    History(History),
    /// The regulatory actions linked to an operator
    #[command(
        after_help = "Example:\n  licence actions harbour-lantern-gaming-limited --sort amount_desc"
    )]
    Actions(Actions),
    /// A whole dataset as a file
    ///
    /// The rows that arrive are counted against the number announced. With --out the file appears
    /// under its name when it is complete, and not at all when it is not.
    #[command(
        after_help = "Example:\n  licence export licences --jurisdiction UKGC --out ukgc.csv"
    )]
    Export(Export),
    /// The catalogue as a file: checks without a database, a network or a service
    #[command(
        subcommand,
        after_help = "Example:\n  licence catalogue build\n  \
                            licence check lanternspin.example --catalogue licences.catalogue"
    )]
    Catalogue(CatalogueCommand),
    /// The operators you watch
    #[command(
        subcommand,
        after_help = "Example:\n  licence watchlist add harbour-lantern-gaming-limited"
    )]
    Watchlist(WatchlistCommand),
    /// Where events are sent, and how the deliveries went
    #[command(subcommand, after_help = "Example:\n  licence webhooks list")]
    Webhooks(WebhooksCommand),
    /// What happened to the operators you watch
    #[command(after_help = "Example:\n  licence events --follow >> events.ndjson")]
    Events(Events),
    /// Answer an AI assistant on standard input and output, by the Model Context Protocol
    ///
    /// The assistant gets tools to check domains and licence numbers, and to look up operators and
    /// licences. On a database, --account adds the tools of the watchlist.
    #[command(after_help = "Example:\n  licence mcp --server https://licence.example")]
    Mcp(AccountFlag),
    /// How fresh each register is
    #[command(after_help = "Example:\n  licence coverage --json")]
    Coverage(OneForm),
    /// Headline counts
    #[command(after_help = "Example:\n  licence stats")]
    Stats(OneForm),
    /// Whether the service can do its work; exit code 5 when it cannot
    #[command(after_help = "Example:\n  licence health --server https://licence.example")]
    Health(OneForm),
    /// Read registers into the database, or print where they are
    #[command(subcommand, after_help = "Example:\n  licence registers status")]
    Registers(RegistersCommand),
    /// Create accounts, move them between plans, and invite their members
    #[command(
        subcommand,
        after_help = "Example:\n  licence accounts create \"Example Payments\" --plan pro"
    )]
    Accounts(AccountsCommand),
    /// Create, list and revoke the API keys of an account
    #[command(
        subcommand,
        after_help = "Example:\n  licence keys create --account 5b0f0f0c-… --label production"
    )]
    Keys(KeysCommand),
    /// The people who may sign in to the dashboard of an account
    #[command(subcommand, after_help = "Example:\n  licence members list --account 5b0f0f0c-…")]
    Members(MembersCommand),
    /// The clients and grants of the connector for AI assistants
    #[command(
        subcommand,
        after_help = "Example:\n  licence connector grants list --account 5b0f0f0c-…"
    )]
    Connector(ConnectorCommand),
    /// Withdraw entries of the history; nothing is ever deleted
    #[command(
        subcommand,
        after_help = "Example:\n  licence corrections add 0a8f… --note \"read from a broken page\""
    )]
    Corrections(CorrectionsCommand),
    /// Who changed what: accounts, keys, webhooks, corrections, forced readings, options
    ///
    /// Works on a database of this machine only. Entries are never changed or removed.
    #[command(
        after_help = "Example:\n  licence audit --action key.revoke --since 2026-11-01T00:00:00Z",
        mut_arg("json", |arg| arg.help("Print the entries and their total as JSON"))
    )]
    Audit(Audit),
    /// Saved records of checks
    #[command(subcommand, after_help = "Example:\n  licence evidence verify record.json")]
    Evidence(EvidenceCommand),
    /// Run a background job once
    #[command(subcommand, after_help = "Example:\n  licence jobs run expiry")]
    Jobs(JobsCommand),
    /// Back the database up into a file that is verified
    ///
    /// The database may be in use. The file appears under its name when it is whole and verified,
    /// readable by nobody else. The key of the webhook secrets is not in it: keep a copy apart.
    /// PostgreSQL is backed up by its own `pg_dump`.
    #[command(after_help = "Example:\n  licence backup /var/backups/licence-2026-11-22.backup")]
    Backup(Backup),
    /// Restore a backup to the database
    ///
    /// Refused while a process uses the database, and when it holds data. With --force an SQLite
    /// database that holds data is replaced, and its files are kept under another name. PostgreSQL
    /// is restored to an empty database, by its own `pg_restore`.
    #[command(after_help = "Example:\n  licence restore /var/backups/licence-2026-11-22.backup")]
    Restore(Restore),
    /// Explain the configuration and see whether everything works
    ///
    /// Which source said each option, whether the database or the server answers, whether the
    /// database is whole and takes writes, how fresh the registers are, and whether its files and
    /// those with secrets are private. Prints no secret. Exit code 5 when something fails.
    #[command(after_help = "Example:\n  licence doctor")]
    Doctor {
        /// Print what was found as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  licence completions bash > /etc/bash_completion.d/licence")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write one for every command
    #[command(after_help = "Example:\n  licence man ~/.local/share/man/man1")]
    Man {
        /// Where to write a page for every command; it is made when absent [default: the page of
        /// licence is printed]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}
