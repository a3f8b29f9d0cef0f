//! How an answer is printed, and which part of a list.

use clap::Args as ClapArgs;

/// The form of one answer: a table by default.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct OneForm {
    /// Print exactly the body of the REST API
    #[arg(long)]
    pub(crate) json: bool,
}

/// The form of a list: a table unless asked otherwise.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct ListForm {
    /// Print exactly the body of the REST API
    #[arg(long, conflicts_with_all = ["ndjson", "csv"])]
    pub(crate) json: bool,
    /// Print each row as one line of JSON
    #[arg(long, conflicts_with = "csv")]
    pub(crate) ndjson: bool,
    /// Print the rows as CSV with a header row
    #[arg(long)]
    pub(crate) csv: bool,
}

/// Which part of a list.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct PageFlags {
    /// The most rows, or with --all the rows of each page that is asked for
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) limit: Option<String>,
    /// How many rows to leave out first
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) offset: Option<String>,
    /// Page through the whole list
    #[arg(long)]
    pub(crate) all: bool,
}
