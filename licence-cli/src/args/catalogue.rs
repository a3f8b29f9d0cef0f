//! The catalogue as a file.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::OneForm;

#[derive(Debug, ClapArgs)]
pub(crate) struct Catalogue {
    #[command(subcommand)]
    pub(crate) command: CatalogueCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CatalogueCommand {
    /// Build the catalogue of a database of this machine, or of records
    #[command(after_help = "Example:\n  licence catalogue build --out licences.catalogue")]
    Build(BuildCatalogue),
    /// What a catalogue holds, and when its registers were read
    #[command(after_help = "Example:\n  licence catalogue info licences.catalogue")]
    Info(CatalogueInfo),
    /// Read a whole catalogue and compare its checksums and references; exit code 2 when it is
    /// damaged
    #[command(after_help = "Example:\n  licence catalogue verify licences.catalogue")]
    Verify(VerifyCatalogue),
}

#[derive(Debug, ClapArgs)]
pub(crate) struct BuildCatalogue {
    /// Where to write the catalogue
    #[arg(long, value_name = "FILE", default_value = "licences.catalogue")]
    pub(crate) out: PathBuf,
    /// Also write the records here: the rows as sorted lines of text
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) records: Option<PathBuf>,
    /// Build from these records instead of a database
    #[arg(long, value_name = "RECORDS")]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CatalogueInfo {
    /// The catalogue, or records
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct VerifyCatalogue {
    /// The catalogue, or records
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
