//! The commands and their flags.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;

/// Is this domain or licence number licensed, by whom? Answers from public gambling registers.
///
/// Exit codes: 0 licensed (check) or done; 1 not a pass; 2 bad usage or input;
/// 5 the database failed or cannot be reached.
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
    /// A TOML file with `database_url`; a flag or the environment outweighs it
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
    /// Read registers into the database
    Registers(Registers),
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
    /// Read a register from files in the regulator's own format and apply it
    #[command(
        after_help = "Example:\n  licence registers read UKGC --from business-licence-data.zip"
    )]
    Read {
        /// The register; UKGC is the one with a reader so far
        #[arg(value_parser = jurisdiction_code)]
        code: JurisdictionCode,
        /// The regulator's files: the four CSVs in any order, or the ZIP of them
        #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
        from: Vec<PathBuf>,
        /// When the files were fetched [default: now]
        #[arg(long, value_name = "TIMESTAMP")]
        read_at: Option<Timestamp>,
        #[command(flatten)]
        options: ApplyOptions,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ApplyOptions {
    /// Apply a reading that drops an implausible share of the register; never an older one
    #[arg(long)]
    pub(crate) force: bool,
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
