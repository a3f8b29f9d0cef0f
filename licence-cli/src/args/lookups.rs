//! Lookups.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::{ListForm, OneForm, PageFlags};

/// A past instant to answer about, besides the present.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct AsOfFlag {
    /// Also say what is known of that instant: a date (the end of that UTC day) or a date-time with
    /// an offset. The verdict and the exit code stay those of today
    #[arg(long, value_name = "DATE|TIMESTAMP", allow_hyphen_values = true)]
    pub(crate) as_of: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Check {
    /// A hostname, or a URL, an e-mail address or a licence number as it was copied
    #[arg(
        value_name = "DOMAIN",
        required_unless_present = "license_number",
        conflicts_with = "license_number"
    )]
    pub(crate) query: Option<String>,
    /// A licence number or a UKGC account number, at most 64 characters
    #[arg(long, alias = "licence-number", value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) license_number: Option<String>,
    /// Answer from this catalogue file, or from records, instead of a database or a server
    #[arg(long, value_name = "FILE")]
    pub(crate) catalogue: Option<PathBuf>,
    /// Take a catalogue that was built under other rules, and answer the hosts and licence numbers
    /// that it holds
    #[arg(long, requires = "catalogue")]
    pub(crate) allow_other_rules: bool,
    #[command(flatten)]
    pub(crate) instant: AsOfFlag,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Batch {
    /// A file with one domain a line, where blank lines are skipped; with --column a table, CSV or
    /// XLSX
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub(crate) input: PathBuf,
    /// The column of a table that holds the domains: its number from 1, or its name. The table
    /// comes back with the columns verdict, operator, licence, status, source, observed, sentence
    #[arg(long, value_name = "NAME|N")]
    pub(crate) column: Option<String>,
    /// Where to write the table, as its name ends: .xlsx, or CSV [default: CSV to standard output].
    /// An interrupted run continues where it ended
    #[arg(long, value_name = "FILE", requires = "column")]
    pub(crate) out: Option<PathBuf>,
    /// Answer from this catalogue file, or from records, instead of a database or a server
    #[arg(long, value_name = "FILE")]
    pub(crate) catalogue: Option<PathBuf>,
    /// Print one JSON row a line as it goes (the default when the output is no terminal)
    #[arg(long, conflicts_with_all = ["json", "column"])]
    pub(crate) ndjson: bool,
    /// Print one JSON object like the body of POST /v1/check/batch; keeps all rows in memory. With
    /// --out: print the counts of the verdicts
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum JurisdictionsCommand {
    /// List all seven registers
    #[command(after_help = "Example:\n  licence jurisdictions list --csv")]
    List {
        #[command(flatten)]
        form: ListForm,
    },
    /// Show one register
    #[command(after_help = "Example:\n  licence jurisdictions show UKGC")]
    Show {
        /// UKGC, MGA, CW, KH, AN, TGC or IOM, in any case
        code: String,
        #[command(flatten)]
        form: OneForm,
    },
    /// List the operators that hold a licence of any status in one jurisdiction
    #[command(after_help = "Example:\n  licence jurisdictions operators UKGC --all --csv")]
    Operators {
        /// UKGC, MGA, CW, KH, AN, TGC or IOM, in any case
        code: String,
        #[command(flatten)]
        page: PageFlags,
        #[command(flatten)]
        form: ListForm,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum OperatorsCommand {
    /// Find operators by a part of their name, registered name or slug
    #[command(after_help = "Example:\n  licence operators search lantern --limit 5")]
    Search {
        /// The text, in any case
        q: String,
        #[command(flatten)]
        page: PageFlags,
        #[command(flatten)]
        form: ListForm,
    },
    /// Show one operator with its licences and domains
    #[command(after_help = "Example:\n  licence operators show harbour-lantern-gaming-limited")]
    Show {
        /// Its slug, as `operators search` prints it
        slug: String,
        #[command(flatten)]
        instant: AsOfFlag,
        #[command(flatten)]
        form: OneForm,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum LicencesCommand {
    /// List all licences of an operator
    #[command(
        after_help = "Example:\n  licence licences list harbour-lantern-gaming-limited --csv"
    )]
    List {
        /// The operator's slug, as `operators search` prints it
        slug: String,
        /// Print each licence with its history
        #[arg(long)]
        include_history: bool,
        #[command(flatten)]
        form: ListForm,
    },
    /// Show one licence
    #[command(after_help = "Example:\n  licence licences show MGA/B2C/7114/2021")]
    Show {
        /// The licence number, or the service's id as `check --json` and `licences list` print it
        #[arg(value_name = "NUMBER|ID")]
        id: String,
        #[command(flatten)]
        instant: AsOfFlag,
        #[command(flatten)]
        form: OneForm,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct History {
    /// The licence number, or the service's id as `check --json` and `licences list` print it
    #[arg(value_name = "NUMBER|ID")]
    pub(crate) licence: String,
    #[command(flatten)]
    pub(crate) form: ListForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Actions {
    /// The operator's slug, as `operators search` prints it
    pub(crate) slug: String,
    /// date_desc, date_asc, amount_desc or type_asc [default: date_desc]
    #[arg(long, value_name = "ORDER")]
    pub(crate) sort: Option<String>,
    #[command(flatten)]
    pub(crate) page: PageFlags,
    #[command(flatten)]
    pub(crate) form: ListForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Export {
    /// licences, operators or domains
    pub(crate) dataset: String,
    /// csv or json (one object a line, after a line that describes the file) [default: as --out ends,
    /// else csv]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Only these registers; may repeat
    #[arg(long, value_name = "CODE,…")]
    pub(crate) jurisdiction: Vec<String>,
    /// Only licences of these statuses; may repeat
    #[arg(long, value_name = "STATUS,…")]
    pub(crate) status: Vec<String>,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}
