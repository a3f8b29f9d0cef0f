//! Reading registers into a database.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;

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
    ///
    /// A column, label, heading or table that the reader does not know refuses the register.
    /// --explain prints what it does not know. Look at the page. If a name says nothing about
    /// the status of a licence, accept it in the configuration file.
    #[command(
        after_help = "Example:\n  licence registers read UKGC --from business-licence-data.zip\n  \
                      licence registers read KH --from page.html --explain"
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
        /// Print what the reader does not know in the files, and apply nothing
        #[arg(long, requires = "from", conflicts_with_all = ["force", "dry_run"])]
        explain: bool,
        #[command(flatten)]
        options: ApplyOptions,
    },
    /// Show when each register was read last, and how the last attempt at its addresses went
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
    /// has `urls`, `every`, `grace` or `accept`; an empty list of addresses means never.
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

fn jurisdiction_code(text: &str) -> Result<JurisdictionCode, String> {
    JurisdictionCode::from_any_case(text).ok_or_else(|| {
        let known: Vec<&str> = JurisdictionCode::ALL.iter().map(|code| code.as_str()).collect();
        format!("the registers are {}", known.join(", "))
    })
}
