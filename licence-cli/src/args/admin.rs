//! What is done to a database: accounts, keys, corrections, jobs.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use licence_core::account::key::KeyExpiry;
use licence_core::account::label::Label;
use licence_core::account::plan::Plan;
use licence_core::audit::Action;
use licence_core::network::Network;
use licence_core::time::Timestamp;
use uuid::Uuid;

use super::{Invite, ListForm, parse_id};

#[derive(Debug, Subcommand)]
pub(crate) enum CorrectionsCommand {
    /// Mark a history entry as withdrawn, with the reason
    #[command(
        after_help = "Example:\n  licence corrections add 0a8f… --note \"read from a broken page\""
    )]
    Add {
        /// The id of the entry, as `history` prints it
        #[arg(value_name = "EVENT_ID", value_parser = parse_id)]
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
pub(crate) struct Audit {
    /// Only acts at or after this instant; a date is its first instant in UTC
    #[arg(long, value_name = "TIMESTAMP_OR_DATE", value_parser = Timestamp::from_day_or_instant)]
    pub(crate) since: Option<Timestamp>,
    /// Only acts before this instant; a date is its first instant in UTC
    #[arg(long, value_name = "TIMESTAMP_OR_DATE", value_parser = Timestamp::from_day_or_instant)]
    pub(crate) until: Option<Timestamp>,
    /// Only acts that concern this account
    #[arg(long, value_name = "ID", value_parser = parse_id)]
    pub(crate) account: Option<Uuid>,
    /// Only acts of this kind, for example key.revoke
    #[arg(long, value_name = "ACTION")]
    pub(crate) action: Option<Action>,
    /// The most entries [default: 50]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Print every entry
    #[arg(long, conflicts_with = "limit")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) form: ListForm,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AccountsCommand {
    /// Create an account
    #[command(after_help = "Example:\n  licence accounts create \"Example Payments\" --plan pro")]
    Create {
        /// Its name, in at most 100 characters
        name: Label,
        /// starter, pro, business, enterprise, trial or none
        #[arg(long)]
        plan: Plan,
        /// Print the account as JSON
        #[arg(long)]
        json: bool,
    },
    /// Invite a person to an account's dashboard; the link is shown once and works for 24 hours
    #[command(
        after_help = "Example:\n  licence accounts invite 5b0f0f0c-… --name \"Ada Lovelace\" --role owner"
    )]
    Invite(Invite),
    /// Move an account to another plan
    #[command(after_help = "Example:\n  licence accounts set-plan 5b0f0f0c-… canceled")]
    SetPlan {
        /// The account
        #[arg(value_parser = parse_id)]
        id: Uuid,
        /// starter, pro, business, enterprise, trial, none or canceled
        plan: Plan,
        /// Print the account as JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Create a key; its text is shown once and kept nowhere
    #[command(
        after_help = "Example:\n  licence keys create --account 5b0f0f0c-… --label production\n  \
                      licence keys create --account 5b0f0f0c-… --label auditor \
                      --expires 2026-12-31 --network 203.0.113.0/24"
    )]
    Create {
        /// The account that gets the key
        #[arg(long, value_name = "ID", value_parser = parse_id)]
        account: Uuid,
        /// Its name, in at most 100 characters
        #[arg(long, value_name = "TEXT")]
        label: Label,
        /// When it expires: an instant, or a date for the end of that UTC day
        /// [default: never]
        #[arg(long, value_name = "TIMESTAMP_OR_DATE")]
        expires: Option<KeyExpiry>,
        /// A network that it may be used from; repeats [default: any]
        #[arg(long, value_name = "CIDR")]
        network: Vec<Network>,
        /// Print the key as JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke a key; it is refused from the next request on
    #[command(after_help = "Example:\n  licence keys revoke 0a8f21c4-…")]
    Revoke {
        /// The id of the key, as `create` and `list` print it
        // Text, because the parser's errors repeat what they refuse, and that may be a key.
        #[arg(value_name = "KEY_ID")]
        key_id: String,
        /// Print the key as JSON
        #[arg(long)]
        json: bool,
    },
    /// List the keys of an account, revoked ones included
    #[command(after_help = "Example:\n  licence keys list --account 5b0f0f0c-…")]
    List {
        /// The account whose keys are listed
        #[arg(long, value_name = "ID", value_parser = parse_id)]
        account: Uuid,
        /// Print the keys as JSON
        #[arg(long, conflicts_with = "csv")]
        json: bool,
        /// Print the keys as CSV
        #[arg(long)]
        csv: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum JobsCommand {
    /// Run one job now, or as of an instant
    #[command(after_help = "Example:\n  licence jobs run expiry --at 2026-11-01T06:00:00Z")]
    Run {
        /// The job to run
        job: Job,
        /// Decide as of this instant [default: now]; a later one makes `prune` delete more
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
    /// Delete events and deliveries past their retention
    Prune,
    /// Announce registers that went past their freshness target or came back
    Coverage,
    /// Attempt every webhook delivery that is due, once
    Deliveries,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Backup {
    /// The file to make
    pub(crate) file: PathBuf,
    /// Replace an earlier backup of this name
    #[arg(long)]
    pub(crate) force: bool,
    /// Print what was made as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Restore {
    /// A file that `licence backup` made
    pub(crate) file: PathBuf,
    /// Replace an SQLite database that holds data; its files are kept under another name
    #[arg(long)]
    pub(crate) force: bool,
    /// Print what was restored as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
