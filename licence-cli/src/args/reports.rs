//! Records of checks and what changed between them.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::lookups::AsOfFlag;
use super::{ListForm, OneForm};

#[derive(Debug, ClapArgs)]
pub(crate) struct Report {
    /// A hostname, a URL, an e-mail address or a licence number
    #[arg(value_name = "DOMAIN")]
    pub(crate) query: String,
    #[command(flatten)]
    pub(crate) instant: AsOfFlag,
    /// Where to write the page [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write the bodies of the REST API that the page shows as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Open {
    /// A hostname, a URL, an e-mail address or a licence number
    #[arg(value_name = "DOMAIN")]
    pub(crate) query: String,
    /// Print the address and open nothing
    #[arg(long)]
    pub(crate) print: bool,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Diff {
    /// The earlier run: rows of JSON, or a table
    pub(crate) old: PathBuf,
    /// The later run
    pub(crate) new: PathBuf,
    /// The column of the tables that holds the domains: its number from 1, or its name
    #[arg(long, value_name = "NAME|N")]
    pub(crate) column: Option<String>,
    #[command(flatten)]
    pub(crate) form: ListForm,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvidenceCommand {
    /// Recompute the hash of a saved record of a check; asks no service
    ///
    /// Exit code 0 when the answer is the one that was recorded, 1 when it was changed or when its
    /// query is not the question of the record. The hash proves the answer. It proves neither the
    /// question nor the time of saving, nor what the regulator meant.
    #[command(after_help = "Example:\n  licence evidence verify record.json")]
    Verify {
        /// The record as the dashboard saves it; - for standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
    },
}
