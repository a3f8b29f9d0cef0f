//! Records of checks.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum EvidenceCommand {
    /// Recompute the hash of a saved record of a check; asks no service
    ///
    /// Exit code 0 when the answer is the one that was recorded, 1 when it was changed or when its
    /// query is not the question of the record. The hash proves the answer. It proves neither the
    /// question nor the time of saving, nor what the regulator meant.
    #[command(after_help = "Example:\n  licence evidence verify record.json")]
    Verify(VerifyEvidence),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct VerifyEvidence {
    /// The record as the dashboard saves it; - for standard input
    #[arg(value_name = "FILE|-")]
    pub(crate) file: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
