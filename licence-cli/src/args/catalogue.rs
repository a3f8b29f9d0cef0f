//! The catalogue as a file.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use licence_core::period::Period;
use licence_store::catalogue_file::VerifyingKey;

use super::OneForm;

#[derive(Debug, Subcommand)]
pub(crate) enum CatalogueCommand {
    /// Build the catalogue of a database of this machine, or of records
    #[command(after_help = "Example:\n  licence catalogue build --out licences.catalogue")]
    Build(BuildCatalogue),
    /// Show what a catalogue holds, and when its registers were read
    #[command(after_help = "Example:\n  licence catalogue info licences.catalogue")]
    Info {
        /// The catalogue, or records
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        form: OneForm,
    },
    /// Read a whole catalogue and compare its checksums and references; exit code 2 when it is
    /// damaged
    ///
    /// Records have no checksum. Their SHA-256 is printed, to compare with that of the manifest.
    #[command(after_help = "Example:\n  licence catalogue verify licences.catalogue")]
    Verify {
        /// The catalogue, or records
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Bring a folder up to date with the catalogue of a server
    ///
    /// The folder gets the records, the catalogue that is built from them, and the signed manifest.
    /// After the first time, only the difference is downloaded.
    #[command(after_help = "Example:\n  licence catalogue pull /var/lib/licences \\\n    \
                            --server https://licence.example --key licence.example+1f2e…+AX…")]
    Pull(PullCatalogue),
    /// Write the hosts of a catalogue and their verdicts, for other programs
    #[command(after_help = "Example:\n  licence catalogue map licences.catalogue --format haproxy")]
    Map {
        /// The catalogue, or records
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The program that reads the map
        #[arg(long, value_name = "FORMAT")]
        format: MapFormat,
    },
    /// The keys that sign the manifest of a server
    #[command(
        subcommand,
        after_help = "Example:\n  licence catalogue key new catalogue.key --name licence.example"
    )]
    Key(CatalogueKeyCommand),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PullCatalogue {
    /// The folder; it is created
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The public key of the publisher, as `licence catalogue key new` printed it
    #[arg(long, value_name = "KEY")]
    pub(crate) key: VerifyingKey,
    /// Keep running, and ask again after this time, such as 1h
    #[arg(long, value_name = "PERIOD", value_parser = every)]
    pub(crate) every: Option<Period>,
}

/// Parses a period that leaves the server time to answer.
fn every(text: &str) -> Result<Period, String> {
    let every: Period = text.parse()?;
    if every.0 < Duration::from_secs(1) {
        return Err(format!("{text:?} is shorter than 1s"));
    }
    Ok(every)
}

/// The form of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapFormat {
    /// `HOST VERDICT`, for `map_str`
    Haproxy,
    /// `HOST VERDICT;`, for a `map` block with `hostnames` off
    Nginx,
    /// `host,verdict` with a header row
    Csv,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CatalogueKeyCommand {
    /// Make a key for licence-server --catalogue-key-file, and print its public half
    #[command(
        after_help = "Example:\n  licence catalogue key new catalogue.key --name licence.example"
    )]
    New {
        /// Where to write the private key, readable by its owner only; an existing file is kept
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Who publishes: the host of the service
        #[arg(long, value_name = "NAME")]
        name: String,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BuildCatalogue {
    /// Where to write the catalogue; `-` is standard output
    #[arg(long, value_name = "FILE", default_value = "licences.catalogue")]
    pub(crate) out: PathBuf,
    /// Also write the records here: the rows as sorted lines of text
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) records: Option<PathBuf>,
    /// Build from these records instead of a database
    #[arg(long, value_name = "RECORDS")]
    pub(crate) from: Option<PathBuf>,
    /// Build the profile exact: shorter, it answers the hosts and licence numbers that it holds
    #[arg(long)]
    pub(crate) exact: bool,
    /// Add the history of the licences, from which `licence check --as-of` is answered
    #[arg(long, conflicts_with_all = ["from", "exact"])]
    pub(crate) with_history: bool,
    #[command(flatten)]
    pub(crate) form: OneForm,
}
