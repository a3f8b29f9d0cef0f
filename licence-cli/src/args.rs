//! The commands and their flags.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;
use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use uuid::Uuid;

/// Is this domain or licence number licensed, by whom? Answers from public gambling registers.
///
/// Exit codes: 0 licensed (check) or done; 1 not a pass; 2 bad usage or input; 3 not found;
/// 5 the database or a register failed or cannot be reached.
#[derive(Debug, Parser)]
#[command(name = "licence", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Where the data is.
#[derive(Debug, ClapArgs)]
pub(crate) struct Connection {
    /// sqlite://PATH, sqlite::memory: or postgres://… [default: sqlite://licence.db]
    #[arg(long, env = "LICENCE_DATABASE_URL", hide_env_values = true, global = true)]
    pub(crate) database_url: Option<String>,
    /// A TOML file with `database_url`, `[registers.CODE]` and `[retention]`; a flag or the
    /// environment outweighs it
    #[arg(long, env = "LICENCE_CONFIG", value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check one domain or licence number
    #[command(after_help = "Example:\n  licence check lanternspin.example --json")]
    Check(Check),
    /// Check domains, one a line, any number of them, in input order
    #[command(after_help = "Example:\n  licence batch domains.txt > verdicts.ndjson")]
    Batch(Batch),
    /// The status history of a licence, the newest entry first
    #[command(after_help = "Example:\n  licence history 5b0f0f0c-2a64-4f0e-9d3e-0d6c8f0f7a11")]
    History(History),
    /// Withdraw entries of the history; nothing is ever deleted
    Corrections(Corrections),
    /// How fresh each register is
    #[command(after_help = "Example:\n  licence coverage --json")]
    Coverage(Coverage),
    /// Read registers into the database, or print where they are
    Registers(Registers),
    /// Create accounts and move them between plans
    Accounts(Accounts),
    /// Create, list and revoke the API keys of an account
    Keys(Keys),
    /// Run a background job once
    Jobs(Jobs),
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  licence completions bash > /etc/bash_completion.d/licence")]
    Completions(Completions),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// A bare hostname
    #[arg(required_unless_present = "license_number", conflicts_with = "license_number")]
    pub(crate) domain: Option<String>,
    /// A licence number or a UKGC account number, at most 64 characters
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) license_number: Option<String>,
    /// Also say what is known of that instant: a date (the end of that UTC day) or a date-time with
    /// an offset. The verdict and the exit code stay those of today
    #[arg(long, value_name = "DATE|TIMESTAMP")]
    pub(crate) as_of: Option<String>,
    /// Print exactly the body of GET /v1/check
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Batch {
    /// A file with one domain a line; blank lines are skipped
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub(crate) input: PathBuf,
    /// Print one JSON row a line as it goes (the default when the output is no terminal)
    #[arg(long, conflicts_with = "json")]
    pub(crate) ndjson: bool,
    /// Print one JSON object like the body of POST /v1/check/batch; keeps all rows in memory
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct History {
    /// The service's id of the licence, as `check` prints it
    #[arg(value_name = "LICENCE_ID")]
    pub(crate) licence_id: Uuid,
    /// Print exactly the body of GET /v1/licenses/{license_id}/history
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Corrections {
    #[command(subcommand)]
    pub(crate) command: CorrectionsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CorrectionsCommand {
    /// Mark a history entry as withdrawn, with the reason
    #[command(
        after_help = "Example:\n  licence corrections add 0a8f… --note \"read from a broken page\""
    )]
    Add {
        /// The id of the entry, as `history` prints it
        #[arg(value_name = "EVENT_ID")]
        event_id: Uuid,
        /// Why it is withdrawn
        #[arg(long, value_name = "TEXT")]
        note: String,
        /// Print the entry as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Coverage {
    /// Print as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Accounts {
    #[command(subcommand)]
    pub(crate) command: AccountsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AccountsCommand {
    /// Create an account
    #[command(after_help = "Example:\n  licence accounts create \"Example Payments\" --plan pro")]
    Create {
        /// What to call it
        name: String,
        /// starter, pro, business, enterprise, trial or none
        #[arg(long)]
        plan: Plan,
        /// Print the account as JSON
        #[arg(long)]
        json: bool,
    },
    /// Move an account to another plan
    #[command(after_help = "Example:\n  licence accounts set-plan 5b0f0f0c-… canceled")]
    SetPlan {
        /// The account
        id: Uuid,
        /// starter, pro, business, enterprise, trial, none or canceled
        plan: Plan,
        /// Print the account as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Keys {
    #[command(subcommand)]
    pub(crate) command: KeysCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Create a key; its text is shown once and kept nowhere
    #[command(
        after_help = "Example:\n  licence keys create --account 5b0f0f0c-… --label production"
    )]
    Create {
        /// Whose key
        #[arg(long, value_name = "ID")]
        account: Uuid,
        /// What to call it
        #[arg(long, value_name = "TEXT")]
        label: String,
        /// Print the key as JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke a key
    #[command(after_help = "Example:\n  licence keys revoke 0a8f21c4-…")]
    Revoke {
        /// The id of the key, as `create` and `list` print it
        #[arg(value_name = "KEY_ID")]
        key_id: Uuid,
        /// Print the key as JSON
        #[arg(long)]
        json: bool,
    },
    /// List the keys of an account, revoked ones included
    #[command(after_help = "Example:\n  licence keys list --account 5b0f0f0c-…")]
    List {
        /// Whose keys
        #[arg(long, value_name = "ID")]
        account: Uuid,
        /// Print the keys as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Jobs {
    #[command(subcommand)]
    pub(crate) command: JobsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum JobsCommand {
    /// Run one job now, or as of an instant
    #[command(after_help = "Example:\n  licence jobs run expiry --at 2026-11-01T06:00:00Z")]
    Run {
        /// Which
        job: Job,
        /// Judge as of this instant [default: now]
        #[arg(long, value_name = "TIMESTAMP")]
        at: Option<Timestamp>,
        /// Print what it did as JSON
        #[arg(long)]
        json: bool,
    },
}

/// The background jobs that can be run by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Job {
    /// Warn of licences that expire exactly 30, 60 or 90 days ahead
    Expiry,
    /// Delete events past their retention
    Prune,
    /// Announce registers that went past their freshness target or came back
    Coverage,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Registers {
    #[command(subcommand)]
    pub(crate) command: RegistersCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RegistersCommand {
    /// Apply a register reading in the neutral JSON form
    #[command(after_help = "Example:\n  licence registers apply reading.json")]
    Apply {
        /// The reading; - for standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
        #[command(flatten)]
        options: ApplyOptions,
    },
    /// Read a register from its addresses, or from files in the regulator's own format, and apply
    /// it
    #[command(
        after_help = "Example:\n  licence registers read UKGC --from business-licence-data.zip"
    )]
    Read {
        /// The register: UKGC, MGA, CW, KH, AN, TGC or IOM
        #[arg(value_parser = jurisdiction_code)]
        code: JurisdictionCode,
        /// Files or saved pages of the regulator, in any order [default: its addresses are read]
        #[arg(long, num_args = 1.., value_name = "FILE")]
        from: Vec<PathBuf>,
        /// When the files were fetched [default: now]
        #[arg(long, value_name = "TIMESTAMP", requires = "from")]
        read_at: Option<Timestamp>,
        #[command(flatten)]
        options: ApplyOptions,
    },
    /// When each register was read last, and how the last attempt at its addresses went
    #[command(after_help = "Example:\n  licence registers status")]
    Status {
        /// Print one JSON array of all registers
        #[arg(long)]
        json: bool,
    },
    /// Write out the bytes that a history entry was read from, by its snapshot_sha256
    #[command(after_help = "Example:\n  licence registers snapshot 9f86d0… > register.csv")]
    Snapshot {
        /// The hash, as `history` prints it
        #[arg(value_name = "SHA256")]
        sha256: String,
    },
    /// Print where, how and how often each register is read
    ///
    /// The addresses are the regulators' own unless `[registers.CODE]` in the configuration file
    /// has `urls`, `every` or `grace`; an empty list of addresses means never.
    #[command(after_help = "Example:\n  licence registers sources --json")]
    Sources {
        /// Print one JSON array of all registers
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ApplyOptions {
    /// Apply a reading that drops an implausible share of the register; never an older one
    #[arg(long)]
    pub(crate) force: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

fn jurisdiction_code(text: &str) -> Result<JurisdictionCode, String> {
    JurisdictionCode::from_any_case(text).ok_or_else(|| {
        let known: Vec<&str> = JurisdictionCode::ALL.iter().map(|code| code.as_str()).collect();
        format!("the registers are {}", known.join(", "))
    })
}
