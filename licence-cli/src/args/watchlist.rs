//! The watchlist and its events.

use clap::{Args as ClapArgs, Subcommand};
use uuid::Uuid;

use super::{ListForm, OneForm, PageFlags, parse_id};

/// The account, on a database of this machine; a server knows it by the key.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct AccountFlag {
    /// The account, on a database of this machine; a server knows it by the key
    #[arg(long, env = "LICENCE_ACCOUNT", value_name = "ID", value_parser = parse_id)]
    pub(crate) account: Option<Uuid>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum WatchlistCommand {
    /// Show how many operators are watched, how many may be, and those added last
    #[command(after_help = "Example:\n  licence watchlist show")]
    Show {
        #[command(flatten)]
        account: AccountFlag,
        #[command(flatten)]
        form: OneForm,
    },
    /// List the watched operators, the one added last first
    #[command(after_help = "Example:\n  licence watchlist list --all --csv")]
    List {
        #[command(flatten)]
        page: PageFlags,
        #[command(flatten)]
        account: AccountFlag,
        #[command(flatten)]
        form: ListForm,
    },
    /// Watch an operator
    #[command(after_help = "Example:\n  licence watchlist add harbour-lantern-gaming-limited")]
    Add {
        /// Its slug, as `operators search` prints it
        slug: String,
        #[command(flatten)]
        account: AccountFlag,
        #[command(flatten)]
        form: OneForm,
    },
    /// Stop watching an operator; succeeds also if it was not watched
    #[command(after_help = "Example:\n  licence watchlist remove harbour-lantern-gaming-limited")]
    Remove {
        /// Its slug, in lower case
        slug: String,
        #[command(flatten)]
        account: AccountFlag,
        #[command(flatten)]
        form: OneForm,
    },
}

impl WatchlistCommand {
    /// Returns the account that the command names.
    pub(crate) fn account(&self) -> Option<Uuid> {
        match self {
            Self::Show { account, .. }
            | Self::List { account, .. }
            | Self::Add { account, .. }
            | Self::Remove { account, .. } => account.account,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Events {
    /// Only events after this instant, at most 30 days back [default: the oldest kept]
    #[arg(long, value_name = "TIMESTAMP")]
    pub(crate) since: Option<String>,
    /// Continue after the page that returned this next_cursor
    #[arg(long, value_name = "CURSOR", allow_hyphen_values = true)]
    pub(crate) cursor: Option<String>,
    /// The most events, 1 to 500 [default: 100]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) limit: Option<String>,
    /// Print all events, page by page
    #[arg(long)]
    pub(crate) all: bool,
    /// Print each event as one line as it comes, until interrupted; JSON with --ndjson and when the
    /// output is no terminal. The last cursor is printed on standard error at the end
    #[arg(long, conflicts_with_all = ["all", "json", "csv"])]
    pub(crate) follow: bool,
    #[command(flatten)]
    pub(crate) account: AccountFlag,
    #[command(flatten)]
    pub(crate) form: ListForm,
}
